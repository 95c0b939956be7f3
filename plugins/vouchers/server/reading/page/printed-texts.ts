import { capitalsIn } from './capitals.ts'
import { amountOf } from '../fields.ts'
import { type Glyph, glyphsBeside, type Label, type PageContent, pageOf, type PlacedText, textOf, valueBelow, valueBeside } from './page.ts'

/** Values of a page by label; buyer and seller are distinguished by their captions, not by their order. */
export interface VoucherPageTexts {
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
