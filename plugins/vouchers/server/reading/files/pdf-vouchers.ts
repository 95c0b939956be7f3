import { openArchive } from '#server/workbooks/archive.ts'
import { elementOf } from '../element.ts'
import { isArchive, isMarkup } from './content-kinds.ts'
import { balanced, fieldsOf, type Layout } from '../fields.ts'
import { vouchersOf } from '../layouts.ts'
import { vouchersOfOfd } from './ofd.ts'
import { pdfContent, pdfPictures } from './pdf.ts'
import { printedVouchers } from '../page/printed-voucher.ts'
import { codedVouchers } from './qr.ts'
import { shapedValueOf } from '../page/shapes.ts'
import { Unread, type Voucher } from '../voucher.ts'

/**
 * The vouchers of a PDF: of the structured files inside; otherwise of its pages, and of the codes of its images where pages have no text.
 */
export async function vouchersOfPdf(bytes: Uint8Array, file: string): Promise<Voucher[]> {
  const { embedded, properties, pages } = await pdfContent(bytes)
  const structured: Voucher[] = []
  for (const inner of embedded) structured.push(...(await embeddedVouchers(inner.bytes, file)))
  const shown = pages.flatMap((texts) => printedVouchers(texts, file))
  if (structured.length > 0) return withFurther(structured, shown)
  const byProperties = propertyVoucher(properties, file)
  if (byProperties || shown.length > 0) return [...(byProperties ? [byProperties] : []), ...shown]
  const coded = await photographed(bytes, file)
  if (coded.length === 0 && pages.every((texts) => texts.length === 0)) throw new Unread('vouchers.noCode')
  return coded
}

async function photographed(bytes: Uint8Array, file: string): Promise<Voucher[]> {
  const coded: Voucher[] = []
  for (const picture of await pdfPictures(bytes)) coded.push(...(await codedVouchers(picture, file)))
  return coded
}

/** Pages of further invoices may have been put into one file with a structured one. */
function withFurther(structured: readonly Voucher[], shown: readonly Voucher[]): Voucher[] {
  const others = shown.filter((voucher) => !structured.some((each) => isSame(each, voucher)))
  return shown.length > structured.length ? [...structured, ...others] : [...structured]
}

const isSame = (one: Voucher, other: Voucher): boolean => one.fields.number?.value === other.fields.number?.value

/** Digital invoices repeat some of their fields as properties of the document. */
const property: Layout = {
  number: ['InvoiceNumber'],
  issueDate: ['IssueTime'],
  buyerTaxNo: ['BuyerIdNum'],
  sellerTaxNo: ['SellerIdNum'],
  net: ['TotalAmWithoutTax'],
  tax: ['TotalTaxAm'],
  total: ['TotalTax-includedAmount'],
}

function propertyVoucher(properties: Readonly<Record<string, unknown>>, file: string): Voucher | undefined {
  const textOf = (name: string) => (typeof properties[name] === 'string' ? properties[name] : undefined)
  const fields = fieldsOf(property, textOf, { rung: 'customData', valueOf: shapedValueOf })
  return fields.number?.value.length === 20 ? balanced('digital', file, fields) : undefined
}

/** A damaged file that is embedded beside a voucher does not keep its pages from being read. */
async function embeddedVouchers(bytes: Uint8Array, file: string): Promise<Voucher[]> {
  try {
    if (isMarkup(bytes)) return vouchersOf(elementOf(bytes), file)
    if (!isArchive(bytes)) return []
    const archive = await openArchive(bytes)
    return archive.has('ofd.xml') ? await vouchersOfOfd(archive, file) : []
  } catch {
    return []
  }
}
