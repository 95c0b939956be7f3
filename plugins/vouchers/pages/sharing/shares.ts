import { Decimal } from 'decimal.js'
import { decimalOf } from '#kernel/values/money.ts'
import { type InvoiceUse, overdrafts, sharings, sumOf } from '../../sharing.ts'
import { keyOf, type KnownInvoice, sameInvoice } from '../../invoice-totals.ts'
import type { InvoiceRow } from './invoice-rows.ts'

/** Rows that share their invoices, and how far these reach; amounts are absent where no file says a total. */
export interface Share {
  readonly rows: readonly InvoiceRow[]
  readonly used: string
  readonly total?: string
  readonly left?: string
  /** Rows that claim more together than their invoices total. */
  readonly above: readonly InvoiceRow[]
}

interface RowUse extends InvoiceUse {
  readonly row: InvoiceRow
}

const usesOf = (rows: readonly InvoiceRow[], known: readonly KnownInvoice[]): readonly RowUse[] =>
  rows.map((row) => ({ row, amount: decimalOf(row.amount) ?? new Decimal(0), invoices: [...new Set(row.numbers.map((number) =>
    sameInvoice(known, number, row.code)?.key ?? keyOf(number, row.code)
  ))] }))

/** The shares of rows in invoices, by what is known of these. */
export function sharesOf(rows: readonly InvoiceRow[], known: readonly KnownInvoice[]): readonly Share[] {
  const totals = new Map(known.map(({ key, total }) => [key, new Decimal(total)]))
  return sharings(usesOf(rows, known)).map((sharing) => {
    const used = sumOf(sharing.uses.map(({ amount }) => amount))
    const usage = { rows: sharing.uses.map(({ row }) => row), used: used.toFixed(2) }
    const found = sharing.invoices.flatMap((each) => totals.get(each) ?? [])
    if (found.length < sharing.invoices.length) return { ...usage, above: [] }
    const total = sumOf(found)
    const above = overdrafts(sharing, totals).flatMap(({ uses }) => uses.map(({ row }) => row))
    return { ...usage, above, total: total.toFixed(2), left: Decimal.max(0, total.minus(used)).toFixed(2) }
  })
}

/** The amount that the rows with this one's invoices leave of them; undefined where no file says their total. */
export function leftOf(row: InvoiceRow, rows: readonly InvoiceRow[], known: readonly KnownInvoice[]): string | undefined {
  const blank = { ...row, rowId: '', amount: '0' }
  return sharesOf([...rows, blank], known).find((share) => share.rows.includes(blank))?.left
}
