import { Decimal } from 'decimal.js'
import { lostCharacter } from './page/characters.ts'
import { certaintyOf, type FieldReading, type Rung, type Voucher, type VoucherField, type VoucherKind } from './voucher.ts'

/** The paths of fields in a layout: the first that says something counts. */
export type Layout = Readonly<Partial<Record<VoucherField, readonly string[]>>>

const dates: ReadonlySet<VoucherField> = new Set(['issueDate', 'travelDate'])
const amounts: ReadonlySet<VoucherField> = new Set(['net', 'tax', 'otherCharges', 'total'])

/** A kind of source: how far it is trusted, and how its texts become values. */
interface SourceKind {
  readonly rung: Rung
  /** Undefined for a text that is none of the field's. */
  readonly valueOf: (field: VoucherField, text: string | undefined) => string | undefined
}

/** The tax of goods that bear none is written as asterisks. */
const exempt = /^\*+$/

/** The fields of a source, by its layout. Texts that are no date or no amount where one belongs are left out. */
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

/** A value with its source, as certain as the rung of that source; one with a character that is lost is not certain. */
export const readingOf = (value: string, source: string, rung: Rung): FieldReading =>
  value.includes(lostCharacter)
    ? { value, source, certain: false, certainty: certaintyOf.doubtful }
    : { value, source, certain: rung === 'structured', certainty: certaintyOf[rung] }

/** A text as the field writes it; undefined where it is none of the field's. */
export function valueOf(field: VoucherField, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (dates.has(field)) return dateOf(text)
  if (field === 'departureTime') return timeOf(text)
  if (field === 'tax' && exempt.test(text)) return '0.00'
  return amounts.has(field) ? amountOf(text)?.toFixed(2) : text
}

/** A day in digits alone, perhaps with the time to the minute, the second or its thousandth. */
const dayInDigits = /^(\d{4})(\d{2})(\d{2})(?:\d{4}|\d{6}|\d{9})?(?!\d)/
const dayWithMarks = /^(\d{4})\s*[年./-]\s*(\d{1,2})\s*[月./-]\s*(\d{1,2})(?!\d)/

/** Of `2026-11-20 10:00:00`, `20261120`, `20261120101500`, `2026年3月7日`, `2026/3/7`. A time in UTC gives the day in China. */
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

/** Of `8:15`, `0815`, `08:15:00`, `08:15开`. */
function timeOf(text: string): string | undefined {
  const [, hour, minute] = /^([01]?\d|2[0-3])[:：]?([0-5]\d)(?!\d)/.exec(text) ?? []
  return hour && minute && `${hour.padStart(2, '0')}:${minute}`
}

/** Amounts have two decimals at most; more would be rounded in silence. */
export function amountOf(text: string | undefined): Decimal | undefined {
  const plain = text?.replaceAll(/[¥￥,\s]/g, '') ?? ''
  return /^-?\d{1,13}(\.\d{1,2}0*)?$/.test(plain) ? new Decimal(plain) : undefined
}

/** A voucher whose amounts were compared: those that do not add up, or lack a part, are not certain. */
export function balanced(kind: VoucherKind, file: string, fields: Voucher['fields']): Voucher {
  const { net, tax, otherCharges, total } = fields
  const sum = net && tax && new Decimal(net.value).plus(tax.value).plus(otherCharges?.value ?? 0)
  if (total && sum?.eq(total.value)) return { kind, files: [file], fields }
  const doubted = Object.entries(fields).map((
    [field, reading],
  ) => [field, amounts.has(field as VoucherField) ? { ...reading, certain: false } : reading])
  return { kind, files: [file], fields: Object.fromEntries(doubted) as Voucher['fields'] }
}
