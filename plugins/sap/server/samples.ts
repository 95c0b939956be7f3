import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import '#plugins/masters/server/public-api.ts'
import { type DemoStory, before, cells, demoSamples, openItems } from '#plugins/demo/server/public-api.ts'

/** `days ago | final state | node where it stops | vendor | items | reason` */
const payments = `
26 | completed | | V200001 | 1 | 连接器货款
14 | completed | | V200003 | 2 | 注塑件货款
5 | running | cashier | V200005 | 1 | 物流费
2 | running | accountantReview | V200007 | 1 | 芯片货款
`

/** Payments through SAP of the simulated SAP's open items; two are paid. */
async function sapStories(db: Db, anchor: Date): Promise<readonly DemoStory[]> {
  const stories: DemoStory[] = []
  for (const line of payments.trim().split('\n')) {
    const [ago, ends, waitsAt, code, count, reason] = cells(line, 6)
    const supplier = await db.selectFrom('supplier').select(['id', 'name_cn']).where('code', '=', code).executeTakeFirstOrThrow()
    const items = (await openItems(db, { code, company: '1000', today: todayOf(anchor) })).slice(0, Number(count))
    const first = items.map(({ dueDate }) => dueDate).toSorted()[0] ?? ''
    const at = before(anchor, Number(ago))
    // payment takes place some days after filing
    const day = todayOf(new Date(at.getTime() + 10 * 86_400_000))
    stories.push({
      type: 'sapPayment',
      by: 'buyer',
      at,
      ends: ends as DemoStory['ends'],
      ...(waitsAt !== '' && { waitsAt }),
      say: { financeManager: { fill: () => ({ houseBank: 'CCB01' }) } },
      value: () => ({
        title: `${reason}付款`,
        applicantDept: 'sz-purchase',
        sapPayKind: '2',
        sapCompanyCode: '1000',
        supplier: supplier.id,
        currencyType: 'CNY',
        purchaseGroup: 'P01',
        payMethod: '1',
        paymentReason: reason,
        planPayDate: first > day ? first : day,
        proceedsType: '1',
        payeeLines: [{ proceedsName: supplier.name_cn, proceedsAccount: '32050177543600001234', proceedsAccountType: '1',
          bankName: '中国建设银行', bankBranchNo: '105305060018' }],
        items: items.map(({ documentNo, fiscalYear, line: lineNo, reference, postingDate, dueDate, amount, openAmount }) => ({
          rowId: `${documentNo}-${fiscalYear}-${lineNo}`,
          sapDocNo: documentNo,
          fiscalYear,
          lineNo,
          reference,
          postingDate,
          dueDate,
          subtotal: amount,
          openAmount,
          itemText: reason,
        })),
      }),
    })
  }
  return stories
}

/** The samples of the demo company. */
export const samples = demoSamples.of({
  key: 'sap',
  sort: 450,
  // no invented payments are sent to a real SAP
  stories: async ({ db, anchor, host }) => (host.env.sap ? [] : sapStories(db, anchor)),
})
