import { Decimal } from 'decimal.js'
import { amountOf, balanced, fieldsOf, type Layout, readingOf } from '../fields.ts'
import { blocksOf } from './blocks.ts'
import type { PlacedText } from './page.ts'
import { type VoucherPageTexts, printedTexts } from './printed-texts.ts'
import { shapedValueOf } from './shapes.ts'
import { certaintyOf, type FieldReading, type Voucher, type VoucherKind } from '../voucher.ts'

const invoice: Layout = {
  number: ['发票号码'],
  code: ['发票代码'],
  issueDate: ['开票日期'],
  checkCode: ['校验码'],
  buyerName: ['购买方名称'],
  buyerTaxNo: ['购买方识别号'],
  sellerName: ['销售方名称'],
  sellerTaxNo: ['销售方识别号'],
  net: ['合计金额'],
  tax: ['合计税额'],
  total: ['小写', '大写'],
}

/** Layout of rail tickets, which print neither net amount nor tax. */
const rail: Layout = {
  number: ['发票号码'],
  issueDate: ['开票日期'],
  buyerName: ['购买方名称'],
  buyerTaxNo: ['购买方识别号'],
  total: ['票价'],
}

const air: Layout = {
  number: ['发票号码'],
  issueDate: ['开票日期'],
  buyerName: ['购买方名称'],
  buyerTaxNo: ['购买方识别号'],
  tax: ['增值税税额栏'],
  total: ['合计栏'],
}

/** Fields of a voucher from the labels of its page. */
export function printedFields(page: VoucherPageTexts): Voucher['fields'] {
  const read = (layout: Layout) => fieldsOf(layout, page.textOf, { rung: 'text', valueOf: shapedValueOf })
  if (page.text.includes('铁路电子客票')) return read(rail)
  return page.text.includes('航空运输电子客票') ? { ...read(air), ...airCharges(page) } : withWords(read(invoice), page.textOf('大写'))
}

/** Net amount (fare and fuel surcharge) and untaxed charges of a printed air ticket. */
function airCharges(page: VoucherPageTexts): Voucher['fields'] {
  const sumOf = (...columns: readonly string[]): FieldReading | undefined => {
    const parts = columns.flatMap((column) => amountOf(page.textOf(column)) ?? [])
    return parts.length === columns.length ? readingOf(Decimal.sum(...parts).toFixed(2), columns.join(' + '), 'text') : undefined
  }
  const [net, otherCharges] = [sumOf('票价栏', '燃油附加费栏'), sumOf('民航发展基金栏', '其他税费栏')]
  return { ...(net && { net }), ...(otherCharges && { otherCharges }) }
}

/** If the amount in words contradicts the total, keeps both as uncertain; the one that equals net plus tax comes first. */
export function withWords(fields: Voucher['fields'], words: string | undefined): Voucher['fields'] {
  const { net, tax, total } = fields
  if (words === undefined || !total || total.value === words) return fields
  const isSum = net !== undefined && tax !== undefined && new Decimal(net.value).plus(tax.value).toFixed(2) === words
  const [value, otherwise] = isSum ? [words, total.value] : [total.value, words]
  return { ...fields, total: { value, otherwise, source: isSum ? '大写' : total.source, certain: false, certainty: certaintyOf.doubtful } }
}

/** The vouchers printed on a page, possibly several; empty if there are none. */
export const printedVouchers = (texts: readonly PlacedText[], file: string): readonly Voucher[] =>
  blocksOf(texts).flatMap((block) => {
    const page = printedTexts(block)
    const fields = printedFields(page)
    return fields.number ? [balanced(kindOf(page.text, fields), file, fields)] : []
  })

/** Kind of a printed voucher by its title; digital invoices have 20-digit numbers and no code. */
export function kindOf(text: string, { number }: Voucher['fields']): VoucherKind {
  if (text.includes('铁路电子客票')) return 'rail'
  if (text.includes('航空运输电子客票')) return 'air'
  return number?.value.length === 20 ? 'digital' : 'older'
}

/** Adds a missing total: net plus tax if the amount in words is equal or absent, else the amount in words. */
export function withTotal(fields: Voucher['fields'], words: string | undefined): Voucher['fields'] {
  const { net, tax, total } = fields
  if (total || !net || !tax) return fields
  const sum = new Decimal(net.value).plus(tax.value).toFixed(2)
  const lower = net.certainty < tax.certainty ? net : tax
  return words === undefined || words === sum
    ? { ...fields, total: { ...lower, value: sum, source: `${net.source} + ${tax.source}`, certain: false } }
    : { ...fields, total: readingOf(words, '大写', 'text') }
}
