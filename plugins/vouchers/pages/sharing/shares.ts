import { Decimal } from 'decimal.js'
import { useQueries } from '@tanstack/react-query'
import { decimalOf } from '#kernel/values/money.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole, Fields } from '#kernel/fields.ts'
import { codesIn } from '#kernel/values/typed-values.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { useHttp } from '#shell/backend.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import { invoiceTotals, type InvoiceUse, keyOf, type KnownInvoice, overdrafts, sameInvoice, sharings, sumOf } from '../../sharing.ts'
import type { ReadAnswer } from '../drop/row-of-voucher.ts'

/** Rows that share invoices, with used and remaining amounts; `total` and `left` are absent if a total is unknown. */
export interface Share {
  readonly rows: readonly InvoiceRow[]
  readonly used: string
  readonly total?: string
  readonly left?: string
  /** Rows that together claim more than their invoices total. */
  readonly above: readonly InvoiceRow[]
}

interface RowUse extends InvoiceUse {
  readonly row: InvoiceRow
}

const usesOf = (rows: readonly InvoiceRow[], known: readonly KnownInvoice[]): readonly RowUse[] =>
  rows.map((row) => ({ row, amount: decimalOf(row.amount) ?? new Decimal(0), invoices: [...new Set(row.numbers.map((number) =>
    sameInvoice(known, number, row.code)?.key ?? keyOf(number, row.code)
  ))] }))

/** Groups rows that share invoices, with the known totals of these. */
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

/** Remaining amount of a row's invoices after all rows that use them; undefined if their total is unknown. */
export function leftOf(row: InvoiceRow, rows: readonly InvoiceRow[], known: readonly KnownInvoice[]): string | undefined {
  const blank = { ...row, rowId: '', amount: '0' }
  return sharesOf([...rows, blank], known).find((share) => share.rows.includes(blank))?.left
}

/** A row of a form with an invoice. */
export interface InvoiceRow {
  readonly table: string
  readonly rowId: string
  /** Row number in its table, from 1. */
  readonly place: number
  readonly numbers: readonly string[]
  readonly code: string
  readonly files: readonly string[]
  readonly amount: string
}

/** All rows of a form with an invoice, in form order. */
export const invoiceRowsOf = ({ form, value }: Pick<FormStore, 'form' | 'value'>): readonly InvoiceRow[] =>
  invoiceTables(form.fields).flatMap((table) => {
    const columns = form.fields[table]?.columns ?? {}
    return rowsAt(value, table).flatMap((row, index) => {
      const numbers = codesIn(row[keyAs(columns, 'invoiceNumber') ?? ''])
      const held = row[keyAs(columns, 'invoiceFiles') ?? '']
      const files = Array.isArray(held) ? held.filter((each): each is string => typeof each === 'string') : []
      const rowId = rowIdOf(row)
      return numbers.length === 0 || rowId === undefined
        ? []
        : [{ table, rowId, place: index + 1, numbers, code: textAs(columns, row, 'invoiceCode'), files,
          amount: textAs(columns, row, 'invoiceAmount') }]
    })
  })

const textAs = (columns: Fields, row: FormValue, role: FieldRole): string => String(row[keyAs(columns, role) ?? ''] ?? '')

/** Totals of the readable invoices in these files. */
export function useInvoiceTotals(files: readonly string[]): readonly KnownInvoice[] {
  const http = useHttp()
  return useQueries({
    queries: [...new Set(files)].map((attachment) => ({
      queryKey: ['vouchers', 'read', attachment],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        http.query<ReadAnswer>('/oaserver/voucher/read', { attachment }, { signal, quiet: true }),
      retry: false,
      staleTime: Infinity,
    })),
    combine: totalsIn,
  })
}

const totalsIn = (answers: readonly { readonly data?: ReadAnswer | undefined }[]): readonly KnownInvoice[] =>
  invoiceTotals(answers.flatMap(({ data }) => data?.vouchers ?? []))
