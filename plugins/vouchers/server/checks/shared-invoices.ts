import { Decimal } from 'decimal.js'
import type { FieldProblem } from '#kernel/errors.ts'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import type { FileReading } from '../reading/voucher.ts'
import { invoiceTotals, type InvoiceUse, keyOf, type KnownInvoice, overdrafts, sameInvoice, type SharingGroup, sharings,
  sumOf } from '../../sharing.ts'
import { heldAs, type InvoiceRow, pathAs } from './comparison.ts'

type CheckStep = Pick<DocumentStep, 'form' | 'value' | 'node'>

interface RowUse extends InvoiceUse {
  readonly row: InvoiceRow
}

/** Returns whether the document is in RMB, as the amounts of vouchers are. */
export function isInRmb({ form, value }: Pick<DocumentStep, 'form' | 'value'>): boolean {
  const currency = currencyKey(form)
  return currency === undefined || (value[currency] ?? 'CNY') === 'CNY'
}

/** Rows that share an invoice must not claim more than its total; if the total is unknown, the applicant has to confirm. */
export function sharedProblems(step: CheckStep, rows: readonly InvoiceRow[],
  readings: ReadonlyMap<string, FileReading>): readonly FieldProblem[] {
  const { shared, totals } = sharedAmong(rows, readings)
  return shared.flatMap((
    each,
  ) => (isInRmb(step) && isKnown(each, totals) ? overdrafts(each, totals).flatMap(problemsOf) : unknown(step, each)))
}

/** Rows that share invoices, with the total they claim and, if known, the total of the invoices. */
export interface RowShare {
  readonly rows: readonly InvoiceRow[]
  readonly used: string
  readonly total?: string
  /** True if the invoices are known to cover the claimed amounts. */
  readonly isCovered: boolean
}

/** Groups the rows that share invoices, with the amounts that they claim. */
export function sharesOfRows(rows: readonly InvoiceRow[], readings: ReadonlyMap<string, FileReading>): readonly RowShare[] {
  const { shared, totals } = sharedAmong(rows, readings)
  return shared.map((each) => ({
    rows: each.uses.map(({ row }) => row),
    used: sumOf(each.uses.map(({ amount }) => amount)).toFixed(2),
    isCovered: isKnown(each, totals) && overdrafts(each, totals).length === 0,
    ...(isKnown(each, totals) && { total: sumOf(each.invoices.flatMap((invoice) => totals.get(invoice) ?? [])).toFixed(2) }),
  }))
}

const isKnown = ({ invoices }: SharingGroup<RowUse>, totals: ReadonlyMap<string, Decimal>): boolean =>
  invoices.every((each) => totals.has(each))

function sharedAmong(rows: readonly InvoiceRow[], readings: ReadonlyMap<string, FileReading>) {
  const known = invoiceTotals([...new Set(rows.flatMap(({ files }) => files))].flatMap((file) => readings.get(file)?.vouchers ?? []))
  return { shared: sharings(rows.flatMap((row) => useOf(row, known))),
    totals: new Map(known.map(({ key, total }) => [key, new Decimal(total)])) }
}

function useOf(row: InvoiceRow, known: readonly KnownInvoice[]): readonly RowUse[] {
  const code = String(heldAs(row, 'invoiceCode') ?? '')
  const keys = row.numbers.map((number) => sameInvoice(known, number, code)?.key ?? keyOf(number, code))
  return keys.length === 0
    ? []
    : [{ row, invoices: [...new Set(keys)], amount: decimalOf(String(heldAs(row, 'invoiceAmount') ?? '')) ?? new Decimal(0) }]
}

const problemsOf = ({ uses, used, total }: ReturnType<typeof overdrafts<RowUse>>[number]): readonly FieldProblem[] =>
  uses.map(({ row }) => ({ field: pathAs(row, 'invoiceAmount'), code: 'vouchers.sharedAbove',
    parameters: { total: total.toFixed(2), used: used.toFixed(2) } })
  )

/** Confirmation for shared invoices with an unknown total. Rows without a common file are not sharing; they are refused as duplicates. */
function unknown({ node = 'start' }: CheckStep, { uses, invoices }: SharingGroup<RowUse>): readonly FieldProblem[] {
  const files = uses.flatMap(({ row }) => [...new Set(row.files)])
  if (new Set(files).size === files.length) return []
  const used = sumOf(uses.map(({ amount }) => amount)).toFixed(2)
  return uses.slice(-1).map(({ row }) => ({
    field: pathAs(row, 'invoiceAmount'),
    code: 'vouchers.sharedUnknown',
    level: node === 'start' ? 'confirm' : 'warn',
    parameters: { no: shown(invoices), rows: uses.length, used },
  }))
}

/** Invoice numbers without codes, for messages. */
const shown = (invoices: readonly string[]): string => invoices.map((each) => each.split(' ')[0]).join(', ')
