import { describe, expect, it } from 'vitest'
import { zipOf } from '#server/workbooks/testing.ts'
import { readFile } from '../read.ts'
import { digitalXml, railFacts, standardXml } from '../testing.ts'
import { invoiceOf, olderInvoiceOf } from '../testing/invoices.ts'
import { airPage, digitalPage, olderPage, railPage, type SampleText } from '../testing/pages.ts'
import { pdfOf } from '../testing/pdf.ts'
import { digitalPayload, photoOf } from '../testing/pictures.ts'
import type { Voucher } from '../voucher.ts'

const read = (bytes: Buffer) => readFile({ name: 'a.pdf', bytes })
async function only(bytes: Buffer): Promise<Voucher> {
  const { vouchers, problems } = await read(bytes)
  expect([vouchers.length, problems]).toEqual([1, []])
  return vouchers[0]!
}
const values = ({ fields }: Voucher) => Object.fromEntries(Object.entries(fields).map(([key, { value }]) => [key, value]))
const isCertain = ({ fields }: Voucher) => Object.values(fields).every(({ certain }) => certain)
const isDoubted = ({ fields }: Voucher) => Object.values(fields).every(({ certain }) => !certain)

/** Splits a text into single letters. */
function lettersOf(text: SampleText): SampleText[] {
  const letters = [...text.text]
  return letters.map((character, index) => ({ ...text, text: character,
    x: text.x + letters.slice(0, index).reduce((sum, before) => sum + (before < '\u2e80' ? 1.6 : 3.2), 0) })
  )
}

const invoice = invoiceOf(26)
const { code: _, checkCode: __, ...digitalFields } = invoice

describe('a PDF', () => {
  it('is read by the XML that is embedded in it before its pages', async () => {
    const voucher = await only(pdfOf({ pages: [digitalPage(invoiceOf(1))], embedded: { 'invoice.xml': digitalXml(invoice.number) } }))
    expect([voucher.fields.number?.value, voucher.fields.total?.value, isCertain(voucher)]).toEqual([invoice.number, '106.00', true])
  })

  it('is read by the XBRL of a rail ticket that is embedded in it, with the amounts that it does not print', async () => {
    const voucher = await only(
      pdfOf({ pages: [railPage(invoice)], embedded: { 'rai_issuer_1.xml': standardXml('rai', railFacts(invoice.number)) } }),
    )
    expect([voucher.kind, values(voucher)['net'], isCertain(voucher)]).toEqual(['rail', '200.00', true])
  })

  it('is read by its pages where what is embedded is damaged', async () => {
    expect(values(await only(pdfOf({ pages: [digitalPage(invoice)], embedded: { 'a.xml': '<EInvoice><a>' } })))).toEqual(digitalFields)
  })

  it('is read by its page, and is not certain', async () => {
    const voucher = await only(pdfOf({ pages: [digitalPage(invoice)] }))
    expect([voucher.kind, values(voucher), isDoubted(voucher)]).toEqual(['digital', digitalFields, true])
  })

  it('tells buyer and seller apart where they change places', async () => {
    expect(values(await only(pdfOf({ pages: [digitalPage(invoice, { isSwapped: true })] })))).toEqual(digitalFields)
  })

  it('is read whatever the order of its texts', async () => {
    expect(values(await only(pdfOf({ pages: [digitalPage(invoice).toReversed()] })))).toEqual(digitalFields)
  })

  it('is read where its texts are written letter by letter', async () => {
    const letters = digitalPage(invoice).flatMap((text) => lettersOf(text))
    expect(values(await only(pdfOf({ pages: [letters] })))).toEqual(digitalFields)
  })

  it('is read where NUL bytes stand within its texts', async () => {
    const page = digitalPage(invoice).map((text) => ({ ...text, text: text.field ? `${text.text[0]}\0${text.text.slice(1)}` : text.text }))
    expect(values(await only(pdfOf({ pages: [page] })))).toEqual(digitalFields)
  })

  it('is read where its page is turned', async () => {
    expect(values(await only(pdfOf({ pages: [digitalPage(invoice)], rotation: 90 })))).toEqual(digitalFields)
  })

  it('has the total of the capitals where the figure is the ¥ alone', async () => {
    expect((await only(pdfOf({ pages: [digitalPage(invoice, { figures: '¥' })] }))).fields.total).toMatchObject({ value: invoice.total,
      source: '大写' })
  })

  it('trusts the properties of the document more than its page', async () => {
    const properties = { InvoiceNumber: invoice.number, IssueTime: '2026-03-27', 'TotalTax-includedAmount': invoice.total }
    expect((await only(pdfOf({ pages: [digitalPage(invoice)], properties }))).fields).toMatchObject({ total: { certainty: 0.85 },
      buyerName: { value: invoice.buyerName, certainty: 0.8 } })
  })

  it('holds several invoices, one on each page', async () => {
    const { vouchers } = await read(pdfOf({ pages: [digitalPage(invoiceOf(1)), digitalPage(invoiceOf(2)), olderPage(olderInvoiceOf(3))] }))
    expect(vouchers.map(({ kind, fields }) => [kind, fields.total?.value])).toEqual([['digital', invoiceOf(1).total], ['digital',
      invoiceOf(2).total], ['older', olderInvoiceOf(3).total]])
  })

  it('holds further invoices beside the one whose XML is embedded', async () => {
    const { vouchers } = await read(
      pdfOf({ pages: [digitalPage(invoiceOf(1)), digitalPage(invoiceOf(2))], embedded: { 'a.xml': digitalXml(invoiceOf(1).number) } }),
    )
    expect(vouchers.map(({ fields }) => fields.number?.value)).toEqual([invoiceOf(1).number, invoiceOf(2).number])
  })

  it('is read with radicals in place of characters, as browsers print it', async () => {
    const likeChromium = (text: string) =>
      text.replaceAll(/[日月角车长门食]/g, (character) =>
        ({ 日: '⽇', 月: '⽉', 角: '⻆', 车: '⻋', 长: '⻓', 门: '⻔', 食: '⻝' })[character] ?? '')
    const cents = invoiceOf(26, { net: '36.96', tax: '2.22', total: '39.18' })
    const page = digitalPage(cents, { figures: '¥' }).map((text) => ({ ...text, text: likeChromium(text.text) }))
    const { code: _code, checkCode: _check, ...expected } = cents
    expect(values(await only(pdfOf({ pages: [page] })))).toEqual(expected)
  })

  it('says both where figures and words disagree, and neither is certain', async () => {
    const page = digitalPage(invoice, { figures: '¥9999.99' })
    const off = page.map((text) => (text.field === 'TaxTotalAmount' && text.text !== '¥' ? { ...text, text: '0.01' } : text))
    expect((await only(pdfOf({ pages: [page] }))).fields.total).toMatchObject({ value: invoice.total, otherwise: '9999.99',
      certainty: 0.5 })
    expect((await only(pdfOf({ pages: [off] }))).fields.total).toMatchObject({ value: '9999.99', otherwise: invoice.total, certain: false })
  })

  it('has no number where a check code of twenty digits is the only one', async () => {
    const older = olderInvoiceOf(4)
    const withoutNumber = olderPage(older).filter(({ text }) => text !== older.number && text !== '发票号码：')
    expect(await read(pdfOf({ pages: [withoutNumber] }))).toMatchObject({ vouchers: [] })
    const unlabelled = withoutNumber.filter(({ text }) => text !== '校验码：')
    expect(await read(pdfOf({ pages: [unlabelled] }))).toMatchObject({ vouchers: [] })
  })

  it('has its date without leading zeros', async () => {
    const page = digitalPage(invoice).map((text) => (text.field === 'IssueDate' ? { ...text, text: '2026年3月7日' } : text))
    expect(values(await only(pdfOf({ pages: [page] })))).toMatchObject({ issueDate: '2026-03-07' })
  })

  it('is an older invoice, whose password is none of the buyer’s name', async () => {
    const older = olderInvoiceOf(4)
    expect(values(await only(pdfOf({ pages: [olderPage(older)] })))).toEqual({ ...older })
  })

  it('is a rail ticket, which prints neither net amount nor seller', async () => {
    const { number, issueDate, buyerName, buyerTaxNo, total } = invoice
    const voucher = await only(pdfOf({ pages: [railPage(invoice)] }))
    expect([voucher.kind, values(voucher)]).toEqual(['rail', { number, issueDate, buyerName, buyerTaxNo, total }])
  })

  it('is an air itinerary, whose net amount is fare and fuel', async () => {
    const voucher = await only(pdfOf({ pages: [airPage(invoice)] }))
    expect([voucher.kind, values(voucher)]).toMatchObject(['air', { number: invoice.number, net: '522.93', tax: '47.07',
      otherCharges: '50.00', total: '620.00' }])
  })

  it('is read by the code of an image where it has no text', async () => {
    const voucher = await only(pdfOf({ pages: [[]], image: photoOf(digitalPayload(invoice)) }))
    expect([values(voucher), isDoubted(voucher)]).toEqual([{ number: invoice.number, issueDate: invoice.issueDate, total: invoice.total },
      true])
  })

  it.each([
    ['asks for a password', pdfOf({ pages: [digitalPage(invoice)], isEncrypted: true }), 'encrypted'],
    ['has another text', pdfOf({ pages: [[{ text: '会议纪要', x: 10, y: 10, width: 13 }]] }), 'notVoucher'],
    ['has neither text nor code', pdfOf({ pages: [[]] }), 'noCode'],
    ['is its head alone', Buffer.from('%PDF-1.7'), 'damaged'],
    ['is cut off', pdfOf({ pages: [digitalPage(invoice)] }).subarray(0, 300), 'damaged'],
  ])('has one code and no voucher where it %s', async (_name, bytes, code) => {
    expect(await read(bytes)).toEqual({ vouchers: [], problems: [{ file: 'a.pdf', code: `vouchers.${code}` }] })
  })
})

describe('a PDF in a zip with the same invoice as XML', () => {
  it('is told once, from the XML', async () => {
    const zip = zipOf([{ name: 'a.pdf',
      content: pdfOf({ pages: [digitalPage(invoiceOf(26, { net: '100.00', tax: '6.00', total: '106.00' }))] }) }, { name: 'b.xml',
      content: digitalXml(invoice.number) }])
    const { vouchers } = await readFile({ name: 'a.zip', bytes: zip })
    expect(vouchers).toMatchObject([{ files: ['a.pdf', 'b.xml'],
      fields: { total: { value: '106.00', certain: true, certainty: 1 }, buyerName: { certainty: 1, certain: true } } }])
  })
})
