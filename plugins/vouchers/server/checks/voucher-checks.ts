import type { FieldProblem } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
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

  async check(step) {
    const rows = invoiceRows(step.form, step.value)
    const readings = await keptReadings(step.db, rows.flatMap(({ files }) => files))
    return [...(await fileProblems(step, rows)), ...(await readingProblems(step, rows, readings)), ...sharedProblems(step, rows, readings)]
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
  const vouchersOf = ({ files, numbers }: InvoiceRow) => meant(files.flatMap((file) => readings.get(file)?.vouchers ?? []), numbers)
  const buyers = await ourCompanies(step.db)
  const reds = await redNumbers(step.db, rows.flatMap(({ numbers }) => numbers))
  return rows.flatMap((
    row,
  ) => [...redLetters(row, vouchersOf(row), reds), ...differences(step, { row, vouchers: vouchersOf(row), buyers })])
}

/** Of a file with several vouchers, the row is proved by those that it names; by all where it names none of them. */
export function meant(vouchers: readonly Voucher[], numbers: readonly string[]): readonly Voucher[] {
  const named = vouchers.filter(({ fields }) => fields.number && numbers.includes(fields.number.value))
  return named.length > 0 ? named : vouchers
}

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
  readonly vouchers: readonly Voucher[]
  readonly buyers: Buyers
}

/** Finds differences: the person who files confirms them; approvers only see them. */
function differences(step: DocumentStep, { row, vouchers, buyers }: InvoiceRowContext): readonly FieldProblem[] {
  const { node = 'start' } = step
  return compared(row, vouchers, buyers)
    .filter(({ isSame, entered, subject }) => !isSame && entered !== undefined && (subject !== 'amount' || isInRmb(step)))
    .map((each) => ({ field: pathAs(row, each.role), code: `vouchers.differs.${each.subject}`, level: node === 'start' ? 'confirm' : 'warn',
      parameters: saidIn(each) })
    )
}

const saidIn = ({ entered = '', read }: InvoiceComparison) => ({ entered, read })
