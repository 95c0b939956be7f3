import type { Archive } from '#server/workbooks/archive.ts'
import { type Element, elementOf, elementsNamed } from '../element.ts'
import { balanced, fieldsOf, type Layout } from '../fields.ts'
import { vouchersOf } from '../layouts.ts'
import { documentsOf, type OfdDocument } from './ofd-document.ts'
import { isPicture, pictureIn, codedVouchers } from './qr.ts'
import { blocksOf } from '../page/blocks.ts'
import { printedTexts } from '../page/printed-texts.ts'
import { kindOf, printedFields, printedVouchers, withTotal, withWords } from '../page/printed-voucher.ts'
import { shapedValueOf } from '../page/shapes.ts'
import { Unread, type Voucher } from '../voucher.ts'

/** Reads the vouchers of an OFD: from structured attachments, else from tags, custom data and pages, else from QR codes in its images. */
export async function vouchersOfOfd(archive: Archive, file: string): Promise<Voucher[]> {
  const { vouchers, damage } = await attached(archive, file)
  if (vouchers.length > 0) return vouchers
  const found = (await documentsOf(archive)).flatMap((document) => voucherOf(document, file))
  if (found.length > 0) return found
  if (damage) throw damage
  return photographed(archive, file)
}

/** Maximum number of images searched in a scanned voucher. */
const mostPictures = 10

async function photographed(archive: Archive, file: string): Promise<Voucher[]> {
  const coded: Voucher[] = []
  for (const name of archive.names.filter((each) => /\.(?:png|jpe?g)$/.test(each)).slice(0, mostPictures)) {
    const bytes = await archive.bytes(name)
    if (bytes && isPicture(bytes)) coded.push(...(await codedVouchers(pictureIn(bytes), file)))
  }
  return coded
}

const isAttachment = (name: string) =>
  /(?:\/attach[^/]*\/.*|original_invoice|_issuer_[^/]*)\.xml$/.test(name) && !name.endsWith('/attachments.xml')

async function attached(archive: Archive, file: string): Promise<{ readonly vouchers: Voucher[]; readonly damage: Unread | undefined }> {
  const vouchers: Voucher[] = []
  let damage: Unread | undefined
  for (const name of archive.names.filter(isAttachment)) {
    const bytes = await archive.bytes(name)
    try {
      if (bytes) vouchers.push(...vouchersOf(elementOf(bytes), file))
    } catch (error) {
      if (!(error instanceof Unread) || error.code !== 'vouchers.damaged') throw error
      damage = error
    }
  }
  return { vouchers, damage }
}

/** Tag names of the older and the digital layout. */
const tagged: Layout = {
  number: ['InvoiceNo', 'InvoiceNumber'],
  code: ['InvoiceCode'],
  issueDate: ['IssueDate', 'IssueTime'],
  checkCode: ['InvoiceCheckCode'],
  buyerName: ['BuyerName'],
  buyerTaxNo: ['BuyerTaxID', 'BuyerIdNum'],
  sellerName: ['SellerName'],
  sellerTaxNo: ['SellerTaxID', 'SellerIdNum'],
  net: ['TaxExclusiveTotalAmount', 'TotalAmWithoutTax'],
  tax: ['TaxTotalAmount', 'TotalTaxAm'],
  total: ['TaxInclusiveTotalAmount', 'TotalTax-includedAmount'],
}

/** Custom data fields; `合计金额` is the net amount. */
const customData: Layout = {
  number: ['发票号码'],
  code: ['发票代码'],
  issueDate: ['开票日期'],
  checkCode: ['校验码'],
  buyerName: ['购买方名称'],
  buyerTaxNo: ['购买方纳税人识别号'],
  sellerName: ['销售方名称'],
  sellerTaxNo: ['销售方纳税人识别号'],
  net: ['合计金额'],
  tax: ['合计税额'],
  total: ['价税合计'],
}

/** Merges tags, custom data and page texts, more trusted sources first; all values are uncertain. */
function voucherOf(document: OfdDocument, file: string): Voucher[] {
  const blocks = blocksOf(document.firstPage)
  // tags and custom data describe a single invoice: several invoices on a page are read from their texts
  if (blocks.length > 1) return [...printedVouchers(document.firstPage, file)]
  const page = printedTexts(document.firstPage)
  const data = fieldsOf(customData, (name) => document.customData.get(name), { rung: 'customData', valueOf: shapedValueOf })
  const tags = fieldsOf(tagged, (name) => taggedText(document, name), { rung: 'tags', valueOf: shapedValueOf })
  const fields = withTotal({ ...data, ...tags }, page.textOf('大写'))
  const all = withWords({ ...printedFields(page), ...fields }, page.textOf('大写'))
  return all.number ? [balanced(kindOf(page.text, all), file, all)] : []
}

/** Texts of the page that a tag refers to, joined in order. */
function taggedText({ tags, texts }: OfdDocument, name: string): string | undefined {
  const [tag] = tags.flatMap((root) => elementsNamed(root, name))
  const parts = tag && references(tag).flatMap((id) => texts.get(id) ?? [])
  return parts?.join('') || undefined
}

const references = (tag: Element) => elementsNamed(tag, 'ObjectRef').map(({ text }) => text)
