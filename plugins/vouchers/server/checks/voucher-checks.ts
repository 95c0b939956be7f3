import type { FieldProblem } from '#kernel/errors.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import { readMissing } from '../kept/read-attachment.ts'
import { keptReadings } from '../kept/readings.ts'
import type { FileReading } from '../reading/voucher.ts'
import { ourCompanies } from './companies.ts'
import { invoiceExceptions } from './exceptions.ts'
import { type InvoiceRow, invoiceRows, pathAs } from './invoice-rows.ts'
import { reserveFiles, fileProblems, releaseFiles } from './live-files.ts'
import { redLetters } from './red-letters.ts'
import { isCompared, redNumbers, rowDifferences, vouchersOf } from './row-checks.ts'
import { sharedProblems } from './shared-invoices.ts'

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

  exceptions: invoiceExceptions,

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

/** While a document is filled in, files that the filing will read are nobody's question yet. */
const wasTried = ({ node = 'start' }: DocumentStep, { files }: InvoiceRow, readings: ReadonlyMap<string, FileReading>): boolean =>
  node !== 'start' || files.some((file) => readings.get(file)?.vouchers.length === 0)

const notCompared = ({ node = 'start' }: DocumentStep, row: InvoiceRow): FieldProblem => ({ field: pathAs(row, 'invoiceFiles'),
  code: 'vouchers.notCompared', level: node === 'start' ? 'confirm' : 'warn' })
