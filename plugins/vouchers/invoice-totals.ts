import { Decimal } from 'decimal.js'

/** An invoice as a file says it, known to server and browser. */
interface InvoiceVoucher {
  readonly fields: Readonly<
    Partial<Record<'number' | 'code' | 'total' | 'originalNumber', { readonly value: string; readonly certainty?: number }>>
  >
}

/** An invoice whose total some file says. */
export interface KnownInvoice {
  /** The number, with the code of an older one. */
  readonly key: string
  readonly number: string
  readonly code: string
  /** Total with tax, less what credit notes beside it take back. */
  readonly total: string
}

/** The total of an invoice as one file says it. */
interface StatedTotal {
  readonly key: string
  readonly number: string
  readonly code: string
  readonly original: string | undefined
  readonly total: Decimal
  readonly certainty: number
}

/** The totals of invoices by what their files say: one that stands in several files has that of the most trusted, else the smallest. */
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

/** The one that a row means: a code that is not known may be any, where there is one. */
export function sameInvoice(known: readonly KnownInvoice[], number: string, code: string): KnownInvoice | undefined {
  const alike = known.filter((each) => each.number === number && (code === '' || each.code === '' || each.code === code))
  return alike.length === 1 ? alike[0] : alike.find((each) => each.code === code)
}

/** The key that identifies an invoice. */
export const keyOf = (number: string, code: string): string => (code === '' ? number : `${number} ${code}`)
