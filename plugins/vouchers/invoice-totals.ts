import { Decimal } from 'decimal.js'

/** A voucher as read from a file; the subset of fields shared by server and browser. */
interface InvoiceVoucher {
  readonly fields: Readonly<
    Partial<Record<'number' | 'code' | 'total' | 'originalNumber', { readonly value: string; readonly certainty?: number }>>
  >
}

/** An invoice whose total was read from a file. */
export interface KnownInvoice {
  /** Number, followed by the code of an older invoice; see {@link keyOf}. */
  readonly key: string
  readonly number: string
  readonly code: string
  /** Gross total less the credit notes for it among the vouchers; at least 0. */
  readonly total: string
}

/** Total of an invoice as read from one file. */
interface StatedTotal {
  readonly key: string
  readonly number: string
  readonly code: string
  readonly original: string | undefined
  readonly total: Decimal
  readonly certainty: number
}

/** Totals per invoice. Of an invoice read from several files, the most trusted total is taken, and the smallest among equals. */
export function invoiceTotals(vouchers: readonly InvoiceVoucher[]): readonly KnownInvoice[] {
  const found = new Map<string, StatedTotal>()
  for (const stated of vouchers.flatMap(statedTotal)) {
    const held = found.get(stated.key)
    if (!held || goesBefore(stated, held)) found.set(stated.key, stated)
  }
  const all = [...found.values()]
  return all.map(({ key, number, code, total }) => {
    const back = all.filter((other) => other.total.isNegative() && other.original === number)
    const rest = Decimal.max(0, back.reduce((sum, other) => sum.plus(other.total), total))
    return { key, number, code, total: rest.toFixed(2) }
  })
}

function statedTotal({ fields: { number, code, total, originalNumber } }: InvoiceVoucher): readonly StatedTotal[] {
  if (!number || !total) return []
  const own = code?.value ?? ''
  return [{ key: keyOf(number.value, own), number: number.value, code: own, original: originalNumber?.value,
    total: new Decimal(total.value), certainty: total.certainty ?? 0 }]
}

const goesBefore = (one: StatedTotal, other: StatedTotal): boolean =>
  one.certainty === other.certainty ? one.total.lt(other.total) : one.certainty > other.certainty

/** Finds the invoice of a row by number and code; an empty code matches any code. */
export function sameInvoice(known: readonly KnownInvoice[], number: string, code: string): KnownInvoice | undefined {
  const alike = known.filter((each) => each.number === number && (code === '' || each.code === '' || each.code === code))
  return alike.length === 1 ? alike[0] : alike.find((each) => each.code === code)
}

/** The key that identifies an invoice. */
export const keyOf = (number: string, code: string): string => (code === '' ? number : `${number} ${code}`)
