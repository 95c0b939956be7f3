import type { FormValue } from '#kernel/values/value.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { Db } from '#server/database/tables.ts'
import { cells } from '../general/cells.ts'
import { recordsOf, type Records } from '../payments/records.ts'
import { before, dayFrom } from '../stories/clock.ts'
import type { Story } from '../stories/story.ts'
import { approvers, shares } from './approver-answers.ts'

/** `days ago | who | department | type | name | subject | partner | quantity | price | amount | percentages` */
const contracts = `
150 | dongmei | sz-purchase | purchase | 连接器采购 | material | 0 | 8000 | 12.50 | 100000.00 | 0 60 30 10
85 | dongmei | sz-purchase | purchase | 注塑外壳采购 | material | 2 | 5000 | 6.40 | 32000.00 | 0 90 0 10
40 | dongmei | sz-purchase | purchase | 芯片补货 | material | 1 | 2000 | 18.00 | 36000.00 | 0 100 0 0
130 | xulei | sz-domestic | sales | 家电控制板销售 | product | 0 | 3000 | 42.00 | 126000.00 | 30 70 0 0
70 | xulei | sz-domestic | sales | 传感器样机销售 | product | 1 | 200 | 380.00 | 76000.00 | 100 0 0 0
`

/** Contracts of purchasing and sales whose clauses were reviewed. */
export async function reviewedStories(db: Db, anchor: Date): Promise<readonly Story[]> {
  const records = await recordsOf(db)
  return contracts.trim().split('\n').map((row) => story(anchor, records, row))
}

function story(anchor: Date, { suppliers, customers, materials }: Records, row: string): Story {
  const [ago, by, department, kind, contractName, subjectType, partner, qty, unitPrice, amount, percents] = cells(row, 11)
  const [at, isSale] = [before(anchor, Number(ago), 10), kind === 'sales']
  const ofKind: FormValue = isSale
    ? { customer: customers[Number(partner)], salesChannel: 'domestic', tradeTerm: 'dom', isCustom: '0' }
    : { supplier: suppliers[Number(partner)], purchaseOrg: '1000', useSole: '1', soleReason: '客户指定料号，仅此一家通过认证' }
  return {
    type: isSale ? 'salesContractApproval' : 'purchaseContract',
    name: `contract ${contractName}`,
    by,
    at,
    ends: 'completed',
    files: { contractFullText: [`${contractName}.pdf`] },
    say: { ...approvers, ...(isSale &&
      {
        finance: { ...approvers['finance'],
          fill: (value: FormValue) => ({ items: rowsAt(value, 'items').map(({ rowId }) => ({ rowId, grossMargin: '24' })) }) },
      }) },
    value: () => ({
      title: contractName,
      applicantDept: department,
      contractName,
      contractType: 'single',
      subjectType,
      currencyType: 'CNY',
      taxRate: '13',
      amount,
      signCompany: 'SZ',
      ...ofKind,
      deliveryDate: dayFrom(at, 45),
      ...Object.fromEntries(percents.split(' ').map((share, index) => [shares[index], Number(share)])),
      ...(!percents.startsWith('0') && { prepaymentWriteOffDate: dayFrom(at, 60) }),
      paymentTerm: 'staged',
      settlementMethod: 'tt',
      signDate: dayFrom(at, 0),
      expiryDate: dayFrom(at, 365),
      ownerPerson: `u-${by}`,
      summary: `${contractName}，数量${qty}`,
      useTemplate: '1',
      sealType: ['contract'],
      copies: 2,
      items: [{ rowId: 'i1', material: materials[Number(partner)], [isSale ? 'spec' : 'itemName']: contractName.slice(0, -2), qty,
        unit: 'pcs', unitPrice }],
      clauses: [{ rowId: 'c1', clauseType: 'quality', content: '按图纸与质量协议验收', department: 'sz-quality', reviewer: 'u-quality' }, {
        rowId: 'c2',
        clauseType: 'delivery',
        content: '合同签订后45天内交付',
        department: 'sz-purchase',
        reviewer: 'u-buyer',
      }],
    }),
  }
}
