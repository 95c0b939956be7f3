import type { FieldProblem } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { FileReading, Voucher } from '../reading/voucher.ts'
import { type Buyers, compared, type InvoiceComparison } from './comparison.ts'
import { type InvoiceRow, pathAs } from './invoice-rows.ts'
import { isInRmb } from './shared-invoices.ts'

/** The vouchers in a row's files that belong to the row. */
export const vouchersOf = ({ files, numbers }: InvoiceRow, readings: ReadonlyMap<string, FileReading>): readonly Voucher[] =>
  vouchersNamed(files.flatMap((file) => readings.get(file)?.vouchers ?? []), numbers)

/** Of a file with several vouchers, those whose numbers the row has; all if it has none of them. */
export function vouchersNamed(vouchers: readonly Voucher[], numbers: readonly string[]): readonly Voucher[] {
  const named = vouchers.filter(({ fields }) => fields.number && numbers.includes(fields.number.value))
  return named.length > 0 ? named : vouchers
}

/**
 * Returns whether a row could be compared with its files: false if none of them was read, or if one was not and an invoice of the row is in
 * none of the others. True for a row without files.
 */
export function isCompared({ files, numbers }: InvoiceRow, readings: ReadonlyMap<string, FileReading>): boolean {
  const vouchers = files.flatMap((file) => readings.get(file)?.vouchers ?? [])
  if (files.length === 0) return true
  const isWhole = files.every((file) => (readings.get(file)?.vouchers.length ?? 0) > 0)
  const read = new Set(vouchers.map(({ fields }) => fields.number?.value))
  return vouchers.length > 0 && (isWhole || numbers.every((number) => read.has(number)))
}

/** Numbers of the credit notes for these invoices, among all files read, by the number of the original. */
export async function redNumbers(db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  if (numbers.length === 0) return new Map()
  const rows = await db.selectFrom('read_voucher').select(['original_number as blue', 'number as red']).where('original_number', 'in',
    numbers).execute()
  const found = new Map<string, string[]>()
  for (const { blue, red } of rows) if (blue !== null) found.set(blue, [...(found.get(blue) ?? []), red ?? ''])
  return found
}

interface InvoiceRowContext {
  readonly row: InvoiceRow
  readonly readings: ReadonlyMap<string, FileReading>
  readonly buyers: Buyers
}

/** Problems for differences between a row and its files, at the row's columns. Amounts are compared for documents in RMB only. */
export function rowDifferences(document: Parameters<typeof isInRmb>[0],
  { row, readings, buyers }: InvoiceRowContext): readonly FieldProblem[] {
  return compared(row, vouchersOf(row, readings), buyers)
    .filter(({ isSame, entered, subject }) => !isSame && entered !== undefined && (subject !== 'amount' || isInRmb(document)))
    .map((each) => ({ field: pathAs(row, each.role), code: `vouchers.differs.${each.subject}`, parameters: saidIn(each) }))
}

const saidIn = ({ entered = '', read }: InvoiceComparison) => ({ entered, read })
