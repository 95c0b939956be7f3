import { Decimal } from 'decimal.js'
import { certaintyOf, type FieldReading, type Rung, type Voucher, type VoucherField, type VoucherKind } from './voucher.ts'

/** Replacement for a character that is missing in the file's font. */
export const lostCharacter = '\uFFFD'

/** Pairs of CJK radicals and the characters that look alike, where Unicode normalization does not map them. */
const radicals =
  '⺁厂⺄乙⺅亻⺈刀⺌小⺎兀⺒巳⺖忄⺘扌⺙攵⺛旡⺜日⺝月⺞歹⺠民⺡氵⺣灬⺤爪⺦丬⺧牛⺨犭⺩王⺪疋⺫罒⺬示⺭礻⺮竹⺰纟⺲罒⺶羊⺹耂⺺聿⺼肉⺽臼⺾艹' +
  '⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻏阝⻐钅⻑長⻓长⻔门⻕阜⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞食⻟飠⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀'
const characterOf = new Map(Array.from({ length: radicals.length / 2 }, (_, index) => [radicals[index * 2], radicals[index * 2 + 1]]))

/** Radicals, compatibility characters, and full-width letters and digits. */
const variants = /[\u2e80-\u2fd5\uf900-\ufaff０-９Ａ-Ｚａ-ｚ]/g
/** Unpaired surrogates. */
const halves = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Normalizes look-alike characters to the ones that a reader sees; punctuation keeps its width. */
export const plainCharacters = (text: string): string =>
  text.replaceAll(variants, (character) => characterOf.get(character) ?? character.normalize('NFKC')).replaceAll(halves, lostCharacter)

/** Candidate paths per field of a layout; the first one with a value is used. */
export type Layout = Readonly<Partial<Record<VoucherField, readonly string[]>>>

const dates: ReadonlySet<VoucherField> = new Set(['issueDate', 'travelDate'])
const amounts: ReadonlySet<VoucherField> = new Set(['net', 'tax', 'otherCharges', 'total'])

/** Trust level and text conversion of a kind of source. */
interface SourceKind {
  readonly rung: Rung
  /** Converts a text to a field's value; undefined if it does not fit the field. */
  readonly valueOf: (field: VoucherField, text: string | undefined) => string | undefined
}

/** The tax of exempt goods is printed as asterisks. */
const exempt = /^\*+$/

/** Reads the fields of a source by a layout. Invalid dates and amounts are skipped. */
export function fieldsOf(layout: Layout, textOf: (path: string) => string | undefined,
  kind: SourceKind = { rung: 'structured', valueOf }): Voucher['fields'] {
  const entries = Object.entries(layout) as [VoucherField, readonly string[]][]
  return Object.fromEntries(entries.flatMap(([field, paths]) => {
    for (const source of paths) {
      const value = kind.valueOf(field, textOf(source))
      if (value !== undefined) return [[field, readingOf(value, source, kind.rung)]]
    }
    return []
  }))
}

/** A value with its source and certainty; uncertain if it contains a lost character. */
export const readingOf = (value: string, source: string, rung: Rung): FieldReading =>
  value.includes(lostCharacter)
    ? { value, source, certain: false, certainty: certaintyOf.doubtful }
    : { value, source, certain: rung === 'structured', certainty: certaintyOf[rung] }

/** Normalizes a text for a field; undefined if it is invalid for the field. */
function valueOf(field: VoucherField, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (dates.has(field)) return dateOf(text)
  if (field === 'departureTime') return timeOf(text)
  if (field === 'tax' && exempt.test(text)) return '0.00'
  return amounts.has(field) ? amountOf(text)?.toFixed(2) : text
}

/** A date as digits, optionally with the time to the minute, second or millisecond. */
const dayInDigits = /^(\d{4})(\d{2})(\d{2})(?:\d{4}|\d{6}|\d{9})?(?!\d)/
const dayWithMarks = /^(\d{4})\s*[年./-]\s*(\d{1,2})\s*[月./-]\s*(\d{1,2})(?!\d)/

/**
 * Parses `2026-11-20 10:00:00`, `20261120`, `20261120101500`, `2026年3月7日` or `2026/3/7` as yyyy-MM-dd. A UTC time gives the day in China.
 */
function dateOf(text: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)) return chineseDayOf(text)
  const parts = dayInDigits.exec(text) ?? dayWithMarks.exec(text)
  if (!parts) return undefined
  const date = parts.slice(1).map((part) => part.padStart(2, '0')).join('-')
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : date
}

function chineseDayOf(text: string): string | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : new Date(time + 8 * 60 * 60 * 1000).toISOString().slice(0, 10)
}

/** Parses `8:15`, `0815`, `08:15:00` or `08:15开` as HH:mm. */
function timeOf(text: string): string | undefined {
  const [, hour, minute] = /^([01]?\d|2[0-3])[:：]?([0-5]\d)(?!\d)/.exec(text) ?? []
  return hour && minute && `${hour.padStart(2, '0')}:${minute}`
}

/** Parses an amount; undefined with more than two decimals, which would be rounded silently. */
export function amountOf(text: string | undefined): Decimal | undefined {
  const plain = text?.replaceAll(/[¥￥,\s]/g, '') ?? ''
  return /^-?\d{1,13}(\.\d{1,2}0*)?$/.test(plain) ? new Decimal(plain) : undefined
}

/** Makes a voucher with a plausibility check: unless net, tax and other charges add up to the total, its amounts are uncertain. */
export function balanced(kind: VoucherKind, file: string, fields: Voucher['fields']): Voucher {
  const { net, tax, otherCharges, total } = fields
  const sum = net && tax && new Decimal(net.value).plus(tax.value).plus(otherCharges?.value ?? 0)
  if (total && sum?.eq(total.value)) return { kind, files: [file], fields }
  const doubted = Object.entries(fields).map((
    [field, reading],
  ) => [field, amounts.has(field as VoucherField) ? { ...reading, certain: false } : reading])
  return { kind, files: [file], fields: Object.fromEntries(doubted) as Voucher['fields'] }
}

/** Label texts: a value that contains one of them is a misread label. */
const labels = /名称|识别号|信用代码|地址|电话|开户行|密码区|规格型号|发票|购买方|销售方|[:：]/

const isTaxNo = (text: string) => /^[0-9A-Z]{15,20}$/.test(text)
const isName = (text: string) => /[\p{L}]{2}/u.test(text) && text.length <= 100 && !labels.test(text)

const shapes: Readonly<Partial<Record<VoucherField, (text: string) => boolean>>> = {
  number: (text) => /^(?:\d{8}|\d{20})$/.test(text),
  code: (text) => /^(?:\d{10}|\d{12})$/.test(text),
  checkCode: (text) => /^\d{6,20}$/.test(text),
  originalNumber: (text) => /^(?:\d{8}|\d{20})$/.test(text),
  buyerTaxNo: isTaxNo,
  sellerTaxNo: isTaxNo,
  buyerName: isName,
  sellerName: isName,
}

const names: ReadonlySet<VoucherField> = new Set(['buyerName', 'sellerName', 'departure', 'destination'])

/** Normalizes a printed text for a field; undefined if it does not have the field's format. */
export function shapedValueOf(field: VoucherField, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const shown = text.replaceAll(/\p{C}/gu, '').trim()
  const joined = shown.replaceAll(/\s+/g, names.has(field) ? ' ' : '')
  // joined without the blank, a date and its time may have too many digits
  const value = valueOf(field, joined) ?? valueOf(field, shown)
  return value && (shapes[field]?.(value) ?? true) ? value : undefined
}
