import type { FieldProblem } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import { readMissing } from '../kept/read-attachment.ts'
import { keptReadings } from '../kept/readings.ts'
import type { FileReading, Voucher } from '../reading/voucher.ts'
import { ourCompanies } from './companies.ts'
import { type Buyers, compared, type InvoiceComparison } from './comparison.ts'
import { type InvoiceRow, invoiceRows, pathAs } from './invoice-rows.ts'
import { reserveFiles, fileProblems, releaseFiles } from './live-files.ts'
import { redLetters } from './red-letters.ts'
import { isInRmb, sharedProblems } from './shared-invoices.ts'

/** Rows agree with the invoices in their files, and a file proves one live document. */
export const voucherChecks: DocumentExtension = {
  concerns: ({ fields }) => invoiceTables(fields).length > 0,

  preview: ({ host, caller, form, value }) => readMissing(host, caller, invoiceRows(form, value).flatMap(({ files }) => files)),

  async check(step) {
    const rows = invoiceRows(step.form, step.value)
    const readings = await keptReadings(step.db, rows.flatMap(({ files }) => files))
    const unread = rows.filter((row) => !isCompared(row, readings) && wasTried(step, row, readings))
    return [...unread.map((row) => notCompared(step, row)), ...(await fileProblems(step, rows)),
      ...(await readingProblems(step, rows, readings)), ...sharedProblems(step, rows, readings)]
  },

  onSubmit: reserveFiles,

  async onPass(step) {
    if (changed(step)) await reserveFiles(step)
  },

  async onFollowUp(step) {
    if (changed(step)) await reserveFiles(step)
  },

  onReleased: ({ db, document }) => releaseFiles(db, document.id),
}

const changed = ({ form, value, before }: DocumentStep): boolean => {
  if (value === before) return false
  const filesOf = (held: DocumentStep['value']) => JSON.stringify(invoiceRows(form, held).map(({ files }) => files))
  return filesOf(value) !== filesOf(before ?? {})
}

async function readingProblems(step: DocumentStep, rows: readonly InvoiceRow[],
  readings: ReadonlyMap<string, FileReading>): Promise<readonly FieldProblem[]> {
  if (readings.size === 0) return []
  const buyers = await ourCompanies(step.db)
  const reds = await redNumbers(step.db, rows.flatMap(({ numbers }) => numbers))
  const level = step.node === undefined || step.node === 'start' ? 'confirm' : 'warn'
  return rows.flatMap((row) => [
    ...redLetters(row, vouchersOf(row, readings), reds),
    // the person who files confirms them; approvers only see them
    ...rowDifferences(step, { row, readings, buyers }).map((problem) => ({ ...problem, level } as const)),
  ])
}

const vouchersOf = ({ files, numbers }: InvoiceRow, readings: ReadonlyMap<string, FileReading>): readonly Voucher[] =>
  meant(files.flatMap((file) => readings.get(file)?.vouchers ?? []), numbers)

/** Of a file with several vouchers, the row is proved by those that it names; by all where it names none of them. */
export function meant(vouchers: readonly Voucher[], numbers: readonly string[]): readonly Voucher[] {
  const named = vouchers.filter(({ fields }) => fields.number && numbers.includes(fields.number.value))
  return named.length > 0 ? named : vouchers
}

/**
 * Returns whether what a row says was compared with its files. It was not where none of them was read, nor where one was not and an
 * invoice of the row stands in none of the others. True for a row without files.
 */
export function isCompared({ files, numbers }: InvoiceRow, readings: ReadonlyMap<string, FileReading>): boolean {
  const vouchers = files.flatMap((file) => readings.get(file)?.vouchers ?? [])
  if (files.length === 0) return true
  const isWhole = files.every((file) => (readings.get(file)?.vouchers.length ?? 0) > 0)
  const read = new Set(vouchers.map(({ fields }) => fields.number?.value))
  return vouchers.length > 0 && (isWhole || numbers.every((number) => read.has(number)))
}

/** While a document is filled in, files that the filing will read are nobody's question yet. */
const wasTried = ({ node = 'start' }: DocumentStep, { files }: InvoiceRow, readings: ReadonlyMap<string, FileReading>): boolean =>
  node !== 'start' || files.some((file) => readings.get(file)?.vouchers.length === 0)

const notCompared = ({ node = 'start' }: DocumentStep, row: InvoiceRow): FieldProblem => ({ field: pathAs(row, 'invoiceFiles'),
  code: 'vouchers.notCompared', level: node === 'start' ? 'confirm' : 'warn' })

/** The red-letter invoices among all files that take these ones back, by the number of the one that is taken back. */
async function redNumbers(db: Db, numbers: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
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

/** The differences between a row and its files, at the columns of the row. Amounts are compared in documents in RMB only. */
export function rowDifferences(document: Parameters<typeof isInRmb>[0],
  { row, readings, buyers }: InvoiceRowContext): readonly FieldProblem[] {
  return compared(row, vouchersOf(row, readings), buyers)
    .filter(({ isSame, entered, subject }) => !isSame && entered !== undefined && (subject !== 'amount' || isInRmb(document)))
    .map((each) => ({ field: pathAs(row, each.role), code: `vouchers.differs.${each.subject}`, parameters: saidIn(each) }))
}

const saidIn = ({ entered = '', read }: InvoiceComparison) => ({ entered, read })
