import { Decimal } from 'decimal.js'
import { amountOf, balanced, fieldsOf, type Layout, readingOf, shapedValueOf } from '../fields.ts'
import { blocksOf, type Glyph, glyphsBeside, type Label, type PageContent, pageOf, type PlacedText, textOf, valueBelow,
  valueBeside } from './page.ts'
import { certaintyOf, type FieldReading, type Voucher, type VoucherKind } from '../voucher.ts'

const digits = '零壹贰叁肆伍陆柒捌玖'
const variants: Readonly<Record<string, string>> = { 〇: '零', 貳: '贰', 叄: '叁', 陸: '陆', 萬: '万', 億: '亿', 圓: '圆', 元: '圆',
  負: '负' }
const places: Readonly<Record<string, number>> = { 拾: 10, 佰: 100, 仟: 1000 }

const amount =
  /(?<minus>负)?(?:(?<whole>[零壹贰叁肆伍陆柒捌玖拾佰仟万亿]+)圆)?零?(?:(?<tenths>[零壹贰叁肆伍陆柒捌玖])角)?零?(?:(?<hundredths>[零壹贰叁肆伍陆柒捌玖])分)?整?/g

/** The first amount in capitals within a text (`（大写）伍佰贰拾陆圆整`); undefined where there is none. */
export function capitalsIn(text: string): Decimal | undefined {
  const plain = text.replaceAll(/\s/g, '').replaceAll(/[〇貳叄陸萬億圓元負]/g, (character) => variants[character] ?? character)
  for (const { groups } of plain.matchAll(amount)) {
    const { minus, whole, tenths, hundredths } = groups ?? {}
    if (whole === undefined && tenths === undefined && hundredths === undefined) continue
    const value = new Decimal(wholeOf(whole ?? '')).plus(new Decimal(digitOf(tenths)).div(10)).plus(
      new Decimal(digitOf(hundredths)).div(100),
    )
    return minus ? value.neg() : value
  }
  return undefined
}

const digitOf = (character: string | undefined) => (character === undefined ? 0 : digits.indexOf(character))

/** Parses a whole number such as `壹万零陆佰` in sections of four places. */
function wholeOf(text: string): number {
  let [total, section, digit] = [0, 0, 0]
  for (const character of text) {
    const place = places[character]
    if (place !== undefined) {
      section += (digit || 1) * place
      digit = 0
    } else if (character === '万') {
      section = (section + digit) * 10_000
      total += section
      ;[section, digit] = [0, 0]
    } else if (character === '亿') {
      total = (total + section + digit) * 100_000_000
      ;[section, digit] = [0, 0]
    } else digit = digitOf(character)
  }
  return total + section + digit
}

/** Values of a page by label; buyer and seller are distinguished by their captions, not by their order. */
interface VoucherPageTexts {
  textOf(name: string): string | undefined
  /** Whole text, line by line. */
  readonly text: string
}

/** Reads a page of an invoice by the positions of its texts. */
export function printedTexts(texts: readonly PlacedText[]): VoucherPageTexts {
  const page = pageOf(texts)
  const values = valuesOf(page)
  return { text: page.text, textOf: (name) => values[name] }
}

function valuesOf(page: PageContent): Readonly<Record<string, string | undefined>> {
  const [net, tax] = sumsOf(page)
  const words = capitalsIn(valueBeside(page, 'words') ?? '') ?? capitalsIn(page.text)
  return {
    发票号码: valueBeside(page, 'number') ?? numberInText(page),
    发票代码: valueBeside(page, 'code'),
    开票日期: valueBeside(page, 'issueDate'),
    校验码: valueBeside(page, 'checkCode'),
    购买方名称: partyValue(page, 'name', '购'),
    购买方识别号: partyValue(page, 'taxNo', '购'),
    销售方名称: partyValue(page, 'name', '销'),
    销售方识别号: partyValue(page, 'taxNo', '销'),
    合计金额: net,
    合计税额: tax,
    小写: amountIn(valueBeside(page, 'figures')),
    大写: words?.toFixed(2),
    票价: amountIn(valueBeside(page, 'fare')),
    ...columnsOf(page),
  }
}

/** The only 20-digit number on the page of a digital invoice; check codes of older invoices have 20 digits too. */
function numberInText(page: PageContent): string | undefined {
  const isDigital = /电子发票[（(]|电子客票/.test(page.text)
  if (!isDigital || page.labels.some(({ name }) => name === 'checkCode')) return undefined
  return onlyMatch(page.text, /(?<!\d)\d{20}(?!\d)/g)
}

function partyValue(page: PageContent, name: 'name' | 'taxNo', party: '购' | '销'): string | undefined {
  const value = valueBeside(page, name, (label) => partyOf(page, label) === party)
  // the cipher block of older invoices is to the right of the buyer
  return value?.replace(/[\d+\-*/<>]{10,}$/, (tail) => (name === 'taxNo' ? tail : ''))
}

/** Party of a label: by its own text, else by the nearest caption to its left. */
function partyOf({ captions }: PageContent, label: Label): string | undefined {
  if (/^[购销]/.test(label.text)) return label.text[0]
  const distance = (caption: Glyph) => Math.abs(caption.x - label.x) + Math.abs(caption.y - label.y)
  const [nearest] = captions.filter(({ x }) => x < label.x).sort((one, other) => distance(one) - distance(other))
  return nearest?.character
}

/** Net amount and tax in the line of totals. */
function sumsOf(page: PageContent): readonly (string | undefined)[] {
  const label = page.labels.find(({ name }) => name === 'sums')
  if (!label) return []
  const amounts =
    textOf(glyphsBeside(page, label).sort((one, other) => one.x - other.x)).replaceAll(/[¥￥]/g, '').match(/-?\d[\d,]*\.\d{2}|\*+/g) ?? []
  return amounts.length <= 2 ? amounts : []
}

/** Charges of an air itinerary, by column header. */
const columnsOf = (page: PageContent) =>
  Object.fromEntries(
    page.labels.filter(({ name }) => name === 'column').map((label) => [`${label.text}栏`, amountIn(valueBelow(page, label))]),
  )

function amountIn(text: string | undefined): string | undefined {
  const [amount] = text?.replaceAll(/[¥￥]/g, '').match(/-?\d[\d,]*\.\d{2}(?!\d)/) ?? []
  return amountOf(amount)?.toFixed(2)
}

function onlyMatch(text: string, pattern: RegExp): string | undefined {
  const found = new Set(text.match(pattern))
  return found.size === 1 ? [...found][0] : undefined
}

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
