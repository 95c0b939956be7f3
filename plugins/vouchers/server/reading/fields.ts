import { Decimal } from 'decimal.js'
import { lostCharacter } from './page/characters.ts'
import { certaintyOf, type FieldReading, type Rung, type Voucher, type VoucherField, type VoucherKind } from './voucher.ts'

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
export function valueOf(field: VoucherField, text: string | undefined): string | undefined {
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
