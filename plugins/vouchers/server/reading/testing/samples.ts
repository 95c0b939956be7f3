import { zipOf } from '#server/workbooks/testing.ts'
import { airFacts, digitalXml, ofd, olderXml, ordinaryFacts, railFacts, standardXml } from '../testing.ts'
import { invoiceOf, olderInvoiceOf, type SampleInvoice } from './invoices.ts'
import { customDataOf, digitalOfd } from './ofd.ts'
import { airPage, digitalPage, olderPage, railPage } from './pages.ts'
import { pdfOf } from './pdf.ts'
import { digitalPayload, jpegOf, olderPayload, photoOf, pngOf } from './pictures.ts'
import type { VoucherField } from '../voucher.ts'

type ExpectedFields = Readonly<Partial<Record<VoucherField, string>>>

/** A sample file with its expected fields. */
export interface Sample {
  readonly family: string
  readonly name: string
  readonly bytes: Buffer
  readonly expected: readonly ExpectedFields[]
}

interface Family {
  readonly family: string
  readonly count: number
  readonly make: (index: number) => { readonly bytes: Buffer | string; readonly expected: ExpectedFields | readonly ExpectedFields[] }
}

const parties = { buyerName: '江苏示例制造有限公司', buyerTaxNo: '91320000BUYER00001' }
const amounts = { net: '100.00', tax: '6.00', total: '106.00' }
const digitalXmlFields = (number: string): ExpectedFields => ({ number, issueDate: '2026-11-20', buyerName: '江苏示例&制造有限公司',
  buyerTaxNo: parties.buyerTaxNo, sellerName: '苏州测试餐饮有限公司', sellerTaxNo: '91320000SELLER0001', item: '餐费', ...amounts })
const railFields = (number: string): ExpectedFields => ({ ...parties, number, issueDate: '2026-11-20', travelDate: '2026-11-12',
  net: '200.00', tax: '18.00', total: '218.00', departure: '苏州', destination: '北京南', businessType: '售' })
const withoutCode = (invoice: SampleInvoice): ExpectedFields =>
  Object.fromEntries(Object.entries(invoice).filter(([field]) => field !== 'code' && field !== 'checkCode'))
const printedTicket = ({ number, issueDate, buyerName, buyerTaxNo, total }: SampleInvoice): ExpectedFields => ({ number, issueDate,
  buyerName, buyerTaxNo, total })
const coded = ({ code, number, issueDate, checkCode, net }: SampleInvoice): ExpectedFields => ({ code, number, issueDate, checkCode, net })
const codedDigital = ({ number, issueDate, total }: SampleInvoice): ExpectedFields => ({ number, issueDate, total })

const families: readonly Family[] = [
  { family: 'X digital XML', count: 6, make: (index) => {
    const { number } = invoiceOf(index)
    return { bytes: digitalXml(number), expected: digitalXmlFields(number) }
  } },
  { family: 'A older OFD', count: 5, make: (index) => {
    const { number } = olderInvoiceOf(index)
    return { bytes: ofd(olderXml(number)),
      expected: { number, code: '032002600111', issueDate: '2026-11-19', ...parties, sellerName: '无锡测试商贸有限公司',
        sellerTaxNo: '91320000SELLER0002', ...amounts } }
  } },
  { family: 'B digital OFD, tags', count: 8,
    make: (index) => ({ bytes: digitalOfd({ page: digitalPage(invoiceOf(index), index % 2 === 0 ? { figures: '¥' } : {}) }),
      expected: withoutCode(invoiceOf(index)) }) },
  { family: 'B digital OFD, data', count: 4,
    make: (index) => ({ bytes: digitalOfd({ page: digitalPage(invoiceOf(index)), tags: false, customData: customDataOf(invoiceOf(index)) }),
      expected: withoutCode(invoiceOf(index)) }) },
  { family: 'B digital OFD, page', count: 5,
    make: (index) => ({ bytes: digitalOfd({ page: digitalPage(invoiceOf(index), index % 2 === 0 ? { isSwapped: true } : {}), tags: false }),
      expected: withoutCode(invoiceOf(index)) }) },
  { family: 'B older OFD, tags and page', count: 4,
    make: (index) => ({ bytes: digitalOfd({ page: olderPage(olderInvoiceOf(index)), ...(index % 2 === 0 && { tags: false }) }),
      expected: { ...olderInvoiceOf(index) } }) },
  { family: 'C air', count: 4, make: (index) => {
    const { number } = invoiceOf(index)
    return { bytes: standardXml('atr', airFacts(number)),
      expected: { number, issueDate: '2026-11-18', buyerName: parties.buyerName, net: '1000.00', tax: '90.00', otherCharges: '50.00',
        total: '1140.00' } }
  } },
  { family: 'D rail', count: 4, make: (index) => {
    const { number } = invoiceOf(index)
    return { bytes: ofd(standardXml('rai', railFacts(number)), 'Doc_0/Attachs/rai_issuer_1.xml'), expected: railFields(number) }
  } },
  { family: 'I ordinary by the data standard', count: 4, make: (index) => {
    const { number } = olderInvoiceOf(index)
    return { bytes: standardXml('inv', ordinaryFacts(number)),
      expected: { number, code: '032002600104', issueDate: '2026-11-17', net: '1000.00', tax: '130.00', total: '1130.00', ...parties,
        sellerName: '无锡测试商贸有限公司', sellerTaxNo: '91320000SELLER0002', checkCode: '64484022470100000000' } }
  } },
  { family: 'PDF, embedded', count: 4, make: (index) => {
    const invoice = invoiceOf(index)
    return index % 2 === 0
      ? { bytes: pdfOf({ pages: [railPage(invoice)], embedded: { 'rai.xml': standardXml('rai', railFacts(invoice.number)) } }),
        expected: railFields(invoice.number) }
      : { bytes: pdfOf({ pages: [digitalPage(invoiceOf(index, { ...amounts }))], embedded: { 'a.xml': digitalXml(invoice.number) } }),
        expected: digitalXmlFields(invoice.number) }
  } },
  { family: 'PDF, digital page', count: 6, make: (index) => ({
    bytes: pdfOf({ pages: [digitalPage(invoiceOf(index), index % 2 === 0 ? { isSwapped: true } : {})],
      rotation: index % 3 === 0 ? 90 : 0 }),
    expected: withoutCode(invoiceOf(index)),
  }) },
  { family: 'PDF, older page', count: 5,
    make: (index) => ({ bytes: pdfOf({ pages: [olderPage(olderInvoiceOf(index))] }), expected: { ...olderInvoiceOf(index) } }) },
  { family: 'PDF, rail and air', count: 4, make: (index) => {
    const invoice = invoiceOf(index)
    return index % 2 === 0
      ? { bytes: pdfOf({ pages: [railPage(invoice)] }), expected: printedTicket(invoice) }
      : { bytes: pdfOf({ pages: [airPage(invoice)] }),
        expected: { ...printedTicket(invoice), net: '522.93', tax: '47.07', otherCharges: '50.00', total: '620.00' } }
  } },
  { family: 'PDF, several invoices', count: 2,
    make: (index) => ({ bytes: pdfOf({ pages: [digitalPage(invoiceOf(index)), digitalPage(invoiceOf(index + 50))] }),
      expected: [withoutCode(invoiceOf(index)), withoutCode(invoiceOf(index + 50))] }) },
  { family: 'PDF, scanned', count: 2,
    make: (index) => ({ bytes: pdfOf({ pages: [[]], image: photoOf(digitalPayload(invoiceOf(index))) }),
      expected: codedDigital(invoiceOf(index)) }) },
  { family: 'Picture, code', count: 5,
    make: (index) => ({ bytes: (index % 2 === 0 ? pngOf : jpegOf)(photoOf(olderPayload(olderInvoiceOf(index)), { turn: index * 3 })),
      expected: coded(olderInvoiceOf(index)) }) },
  { family: 'Zip of formats', count: 3, make: (index) => {
    const invoice = invoiceOf(index, { ...amounts })
    return { expected: digitalXmlFields(invoice.number),
      bytes: zipOf([{ name: 'a.pdf', content: pdfOf({ pages: [digitalPage({ ...invoice, issueDate: '2026-11-20' })] }) }, { name: 'b.xml',
        content: digitalXml(invoice.number) }, {
        name: 'c.ofd',
        content: digitalOfd({ page: digitalPage({ ...invoice, issueDate: '2026-11-20' }) }),
      }]) }
  } },
]

/** More than sixty sample files of all families, with invented names and numbers. */
export const samplesOfVouchers = (): Sample[] =>
  families.flatMap(({ family, count, make }) =>
    Array.from({ length: count }, (_, index) => {
      const { bytes, expected } = make(index + 1)
      return { family, name: `${family} ${index + 1}`, bytes: Buffer.from(bytes),
        expected: Array.isArray(expected) ? expected as readonly ExpectedFields[] : [expected as ExpectedFields] }
    })
  )
