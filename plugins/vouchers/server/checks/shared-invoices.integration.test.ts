import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { type Amounts, digitalXml } from '../reading/testing.ts'
import { dropVoucher, uploadVoucher } from '../testing-upload.ts'

let product: TestProduct
let on: ReturnType<typeof claims>
beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
})
afterAll(() => product?.close())
afterEach(() => product.audit())

const me = 'quality'
let numbers = 0
const newNumber = () => `2632000000007${String(numbers += 1).padStart(7, '0')}`
const hotel: Amounts = { net: '754.72', tax: '45.28', total: '800.00' }

const dropped = (xml: string) => dropVoucher(product, xml, me)
const part = (no: string, files: readonly string[], amount: string, change = {}) =>
  row(amount, { invoiceType: '1', noInvoiceReason: undefined, invoiceTitle: 'SZ', invoiceNo: no, invoiceDate: '2026-11-20',
    invoiceKind: '1', taxRate: '6', invoiceFiles: files, expenseDate: '2026-11-20', ...change })
const apply = (rows: readonly object[], more = {}, who = product.as(me)) => on.apply(who, claim(rows as never), more)
const problemsOf = ({ data }: Awaited<ReturnType<typeof apply>>) =>
  data.fields.map(({ name, level, message }) => `${name} ${level}: ${message}`)

describe('rows of one claim that share an invoice', () => {
  it('are filed up to its total, which they hold together', async () => {
    const no = newNumber()
    const files = [await dropped(digitalXml(no, hotel))]
    const { code, data } = await apply([part(no, files, '500.00'), part(no, files, '300.00')])
    expect(code).toBe(200)
    const held = await product.database.db.selectFrom('live_invoice').select('document').where('invoice_no', '=', no).execute()
    expect(held).toEqual([{ document: data.businessKey }])
    const { data: rows } = await product.as('yangfan').post('/oaserver/voucher/compare', { document: data.businessKey })
    expect(rows).toMatchObject(
      [1, 2].map((place) => ({ place, shared: { places: [1, 2], used: '800.00', total: '800.00', isCovered: true } })),
    )
  })

  it('say what it totals and what they use, before filing and at it, in the reader’s language', async () => {
    const no = newNumber()
    const files = [await dropped(digitalXml(no, hotel))]
    const rows = [part(no, files, '500.00'), row('20.00'), part(no, files, '450.00')]
    expect(problemsOf(await apply(rows))).toEqual(['items.0.amount block: 发票共800.00，各行用了950.00',
      'items.2.amount block: 发票共800.00，各行用了950.00'])
    const preview = await on.calculate(product.as(me), claim(rows as never))
    expect(preview.data).toMatchObject({
      problems: [{ field: 'items.0.amount', code: 'vouchers.sharedAbove',
        message: { cn: '发票共800.00，各行用了950.00', en: 'The invoice totals 800.00, but rows use 950.00' } }, {
        field: 'items.2.amount',
        code: 'vouchers.sharedAbove',
      }],
    })
    expect(problemsOf(await apply(rows, {}, product.as(me, 'en_US')))[0]).toBe(
      'items.0.amount block: The invoice totals 800.00, but rows use 950.00',
    )
    expect(problemsOf(await apply([part(no, files, '500.00'), part(no, files, '300.01')]))).toHaveLength(2)
  })

  it('share what a credit note leaves of it', async () => {
    const [blue, red] = [newNumber(), newNumber()]
    const back = digitalXml(red, { net: '-283.02', tax: '-16.98', total: '-300.00' },
      `<RedEInvoice><OriginalInvoiceCode>${blue}</OriginalInvoiceCode></RedEInvoice>`)
    const files = [await dropped(digitalXml(blue, hotel)), await dropped(back)]
    const both = (one: string, other: string) => [part(`${blue},${red}`, files, one), part(`${blue},${red}`, files, other)]
    expect(problemsOf(await apply(both('300.00', '200.01')))).toContain('items.1.amount block: 发票共500.00，各行用了500.01')
    expect((await apply(both('300.00', '200.00'))).code).toBe(200)
  })

  it('hold the same file: a number that is typed twice is not shared', async () => {
    const no = newNumber()
    const [file, other] = [await dropped(digitalXml(no, hotel)), await dropped(digitalXml(newNumber(), hotel))]
    expect(problemsOf(await apply([part(no, [file], '100.00'), part(no, [other], '100.00')], { confirmed: ['vouchers.differs.number'] })))
      .toEqual([
        `items.1.invoiceNo block: 发票${no}在本单中重复。分摊到多行时，请选“使用其他行的发票”`,
      ])
  })

  it('are confirmed where no file tells its total', async () => {
    const no = newNumber()
    const file = await uploadVoucher(product, `%PDF-1.4\n% a scan ${no}\n%%EOF\n`, '扫描.pdf', me)
    const rows = [part(no, [file], '500.00'), part(no, [file], '300.00')]
    const unread = ['vouchers.notCompared']
    expect(problemsOf(await apply(rows, { confirmed: unread }))).toEqual([
      `items.1.amount confirm: 发票${no}由2行共用，合计800.00；文件中没有读到价税合计，请核对`,
    ])
    expect((await apply(rows, { confirmed: [...unread, 'vouchers.sharedUnknown'] })).code).toBe(200)
  })

  it('stay within it when the claim is filed again', async () => {
    const no = newNumber()
    const files = [await dropped(digitalXml(no, hotel))]
    const { data } = await apply([part(no, files, '500.00'), part(no, files, '300.00')])
    await product.as(me).post('/workflow/abort', { procInstId: data.businessKey, comment: '金额填错' })
    const again = (amount: string) =>
      apply([part(no, files, '500.00'), part(no, files, amount)], { operate: 'edit', businessKey: data.businessKey })
    expect((await again('300.01')).code).toBe(42009)
    expect((await again('250.00')).code).toBe(200)
  })
})

describe('an invoice that one claim shares among its rows', () => {
  it('is no other claim’s, whatever is left of it; of two that are filed at once, one is', async () => {
    const no = newNumber()
    const xml = digitalXml(no, hotel)
    const claimsOf = async () => {
      const files = [await dropped(xml)]
      return [part(no, files, '100.00'), part(no, files, '200.00')]
    }
    const answers = await Promise.all([await claimsOf(), await claimsOf(), await claimsOf()].map((rows) => apply(rows)))
    const [winner, ...others] = answers.toSorted((one, other) => one.code - other.code)
    expect([winner?.code, ...others.map(({ code }) => code)]).toEqual([200, 42009, 42009])
    const late = await apply(await claimsOf())
    expect(problemsOf(late).filter((each) => each.includes('invoiceNo'))).toEqual(
      [0, 1].map((at) => `items.${at}.invoiceNo block: 发票${no}已在单据${winner?.data.businessNo}中使用`),
    )
  })
})
