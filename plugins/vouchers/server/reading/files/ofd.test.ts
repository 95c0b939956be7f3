import { describe, expect, it } from 'vitest'
import { readFile } from '../read.ts'
import { customDataOf, digitalOfd } from '../testing/ofd.ts'
import { invoiceOf, olderInvoiceOf, type SampleInvoice } from '../testing/invoices.ts'
import { digitalPage, olderPage } from '../testing/pages.ts'
import { digitalPayload, photoOf, pngOf } from '../testing/pictures.ts'
import type { Voucher } from '../voucher.ts'

async function only(bytes: Buffer): Promise<Voucher> {
  const { vouchers, problems } = await readFile({ name: 'a.ofd', bytes })
  expect([vouchers.length, problems]).toEqual([1, []])
  return vouchers[0]!
}
const values = ({ fields }: Voucher) => Object.fromEntries(Object.entries(fields).map(([key, { value }]) => [key, value]))
const certainties = ({ fields }: Voucher) => [...new Set(Object.values(fields).map(({ certainty }) => certainty))]
const certain = ({ fields }: Voucher) => Object.values(fields).some((reading) => reading.certain)

const invoice = invoiceOf(26)
const { code: _, checkCode: __, ...digitalFields } = invoice
const older: SampleInvoice = olderInvoiceOf(3)

describe('a digital OFD without an attachment', () => {
  it('is read by its tags and the texts that they point at', async () => {
    const voucher = await only(digitalOfd({ page: digitalPage(invoice) }))
    expect(voucher.kind).toBe('digital')
    expect(values(voucher)).toEqual(digitalFields)
    expect([certainties(voucher), certain(voucher)]).toEqual([[0.9], false])
  })

  it('is read by the data of the document where it has no tags, and by the page where the data says nothing', async () => {
    const voucher = await only(digitalOfd({ page: digitalPage(invoice), tags: false, customData: customDataOf(invoice) }))
    expect(values(voucher)).toEqual(digitalFields)
    expect([voucher.fields.net?.certainty, voucher.fields.sellerName?.certainty]).toEqual([0.85, 0.8])
  })

  it('is read by its page alone', async () => {
    const voucher = await only(digitalOfd({ page: digitalPage(invoice), tags: false }))
    expect(values(voucher)).toEqual(digitalFields)
    expect([certainties(voucher), certain(voucher)]).toEqual([[0.8], false])
  })

  it.each(['Size="" CTM=""', 'CTM=" "', 'Size="x" CTM="1 0 0 1 0 x"', 'CTM="1 0"'])('is read at its place where %s says none',
    async (attributes) => {
      expect(values(await only(digitalOfd({ page: digitalPage(invoice), tags: false, attributes })))).toEqual(digitalFields)
    })

  it('has the day of a tag that says the time too', async () => {
    const page = digitalPage(invoice).map((
      text,
    ) => (text.field === 'IssueDate' ? { ...text, text: `${invoice.issueDate} 10:15:00` } : text))
    expect((await only(digitalOfd({ page }))).fields.issueDate).toMatchObject({ value: invoice.issueDate, certainty: 0.9 })
  })

  it('has the total as the sum where its tag points at the ¥ alone', async () => {
    const { fields } = await only(digitalOfd({ page: digitalPage(invoice, { figures: '¥' }) }))
    expect(fields.total).toMatchObject({ value: invoice.total, certain: false, source: 'TaxExclusiveTotalAmount + TaxTotalAmount' })
  })

  it('has the total of the capitals where the sum contradicts them', async () => {
    const page = digitalPage(invoice, { figures: '¥' }).map((
      text,
    ) => (text.field === 'TaxTotalAmount' && text.text !== '¥' ? { ...text, text: '1.00' } : text))
    const { fields } = await only(digitalOfd({ page }))
    expect(fields.total).toMatchObject({ value: invoice.total, certain: false, source: '大写' })
  })

  it('takes 合计金额 of the data as the amount without tax', async () => {
    expect(values(await only(digitalOfd({ page: [], tags: false, customData: customDataOf(invoice) })))).toMatchObject({ net: invoice.net,
      total: invoice.total })
  })

  it('does not take the amounts of its rows, discounts among them, for those of the invoice', async () => {
    expect(values(await only(digitalOfd({ page: digitalPage(invoice) })))).toMatchObject({ net: invoice.net, tax: invoice.tax })
  })

  it('tells buyer and seller apart by their captions where they change places', async () => {
    const voucher = await only(digitalOfd({ page: digitalPage(invoice, { isSwapped: true }), tags: false }))
    expect(values(voucher)).toEqual(digitalFields)
  })

  it('does not read a label as a name', async () => {
    const page = digitalPage(invoice).map((
      text,
    ) => (text.field === 'BuyerName' ? { ...text, text: '统一社会信用代码/纳税人识别号：' } : text))
    expect((await only(digitalOfd({ page }))).fields.buyerName).toBeUndefined()
  })

  it('leaves out what a tag points at where that is none of the field’s', async () => {
    const page = digitalPage(invoice).map((text) => (text.field === 'SellerTaxID' ? { ...text, text: '¥' } : text))
    expect((await only(digitalOfd({ page }))).fields.sellerTaxNo).toBeUndefined()
  })

  it('is read by the code of its picture where it is a scan', async () => {
    const scan = digitalOfd({ page: [], tags: false, picture: pngOf(photoOf(digitalPayload(invoice))) })
    const voucher = await only(scan)
    expect([voucher.kind, values(voucher), certain(voucher)]).toEqual(['digital', { number: invoice.number, total: invoice.total,
      issueDate: invoice.issueDate }, false])
  })

  it('goes on where the tags are damaged', async () => {
    expect((await only(digitalOfd({ page: digitalPage(invoice), tags: '<a>', customData: customDataOf(invoice) }))).fields.net?.certainty)
      .toBe(0.85)
  })

  it('has no tax where the goods bear none', async () => {
    const free = invoiceOf(4, { net: '57.00', tax: '***', total: '57.00' })
    expect(values(await only(digitalOfd({ page: olderPage(free) })))).toMatchObject({ net: '57.00', tax: '0.00', total: '57.00' })
  })
})

describe('an older invoice without an attachment', () => {
  it.each([['tags', undefined, 0.9], ['page', false, 0.8]] as const)('is read by its %s', async (_name, tags, certainty) => {
    const voucher = await only(digitalOfd({ page: olderPage(older), ...(tags === false && { tags }) }))
    expect(voucher.kind).toBe('older')
    expect(values(voucher)).toEqual({ ...older })
    expect(certainties(voucher)).toEqual([certainty])
  })
})
