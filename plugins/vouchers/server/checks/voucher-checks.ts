import { type FieldProblem, Refused } from '#kernel/errors.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'
import type { VoucherReaderFile } from '../extension-points.ts'
import { keptReadings, readMissing } from '../kept/readings.ts'
import type { FileReading } from '../reading/voucher.ts'
import { type InvoiceRow, invoiceRows, ourCompanies, pathAs } from './comparison.ts'
import { invoiceExceptions, isCompared, redLetters, redNumbers, rowDifferences, vouchersOf } from './exceptions.ts'
import { voucherReader } from '../voucher-reader.ts'
import { sharedProblems } from './shared-invoices.ts'

interface LiveVoucherFileTable {
  /** Hash of a file that is evidence of a document in approval or completed; unique, since a file may prove one document only. */
  sha256: string
  document: string
}

declare module '#server/database/tables.ts' {
  interface Tables {
    live_voucher_file: LiveVoucherFileTable
  }
}

export type { LiveVoucherFileTable }

interface HeldFile {
  readonly id: string
  readonly name: string
  readonly sha256: string
  /** Path of the row that has it. */
  readonly field: string
}

/** Invoice files of the rows with their hashes. */
async function filesIn(db: Db, rows: readonly InvoiceRow[]): Promise<readonly HeldFile[]> {
  const held = rows.flatMap((row) => row.files.map((id) => ({ id, field: pathAs(row, 'invoiceFiles') })))
  if (held.length === 0) return []
  const stored = await db.selectFrom('attachment').select(['id', 'real_name', 'sha256']).where('id', 'in', [
    ...new Set(held.map(({ id }) => id)),
  ]).execute()
  const known = new Map(stored.map((file) => [file.id, file]))
  return held.flatMap(({ id, field }) => {
    const file = known.get(id)
    return file ? [{ id, field, name: file.real_name, sha256: file.sha256 }] : []
  })
}

/** Problems for files whose content is also used by another row or another live document. */
async function fileProblems({ db, document }: Pick<DocumentStep, 'db' | 'document'>,
  rows: readonly InvoiceRow[]): Promise<readonly FieldProblem[]> {
  const files = await filesIn(db, rows)
  return [...repeated(files), ...(await usedElsewhere(db, files, document.id))]
}

/** Different uploads with the same content; the same upload may be used by several rows. */
function repeated(files: readonly HeldFile[]): FieldProblem[] {
  const first = new Map<string, string>()
  return files.flatMap(({ id, sha256, field, name }) => {
    const known = first.get(sha256)
    if (known === undefined) first.set(sha256, id)
    return known === undefined || known === id ? [] : [{ field, code: 'vouchers.fileRepeated', parameters: { file: name } }]
  })
}

async function usedElsewhere(db: Db, files: readonly HeldFile[], document: string): Promise<FieldProblem[]> {
  if (files.length === 0) return []
  const rows = await db.selectFrom('live_voucher_file').innerJoin('document', 'document.id', 'live_voucher_file.document').select([
    'live_voucher_file.sha256',
    'document.number',
  ])
    .where('live_voucher_file.sha256', 'in', files.map(({ sha256 }) => sha256)).where('live_voucher_file.document', '!=', document)
    .execute()
  const users = new Map(rows.map(({ sha256, number }) => [sha256, number ?? '']))
  return files.flatMap(({ sha256, field, name }) => {
    const businessNo = users.get(sha256)
    return businessNo === undefined ? [] : [{ field, code: 'vouchers.fileUsed', parameters: { file: name, businessNo } }]
  })
}

/** Reserves the document's files, replacing earlier reservations; the primary key serializes concurrent filings. @throws Refused */
async function reserveFiles({ db, form, value, document, isNew }: DocumentStep): Promise<void> {
  if (!isNew) await releaseFiles(db, document.id)
  const files = await filesIn(db, invoiceRows(form, value))
  const hashes = [...new Set(files.map(({ sha256 }) => sha256))].sort()
  if (hashes.length === 0) return
  const reserved = await db.insertInto('live_voucher_file').values(hashes.map((sha256) => ({ sha256, document: document.id })))
    .onConflict((conflict) => conflict.doNothing()).returning('sha256').execute()
  if (reserved.length === hashes.length) return
  const problems = await usedElsewhere(db, files, document.id)
  throw new Refused('error.invalidInput', {}, problems)
}

/** Deletes the reservations of a document, so that other documents may use its files. */
const releaseFiles = async (db: Db, document: string): Promise<void> =>
  void (await db.deleteFrom('live_voucher_file').where('document', '=', document).execute())

/**
 * Extension that checks rows against their invoice files and reserves each file for one live document.
 * @param readers readers of modules for files that the shipped ones cannot read
 */
export const voucherChecks = (readers: readonly VoucherReaderFile[]): DocumentExtension => ({
  concerns: ({ fields }) => invoiceTables(fields).length > 0,

  preview: async ({ host, caller, form, value }) =>
    readMissing(await voucherReader({ ...host, readers }, caller), invoiceRows(form, value).flatMap(({ files }) => files)),

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
})

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
    // confirmed by the applicant; warnings only for approvers
    ...rowDifferences(step, { row, readings, buyers }).map((problem) => ({ ...problem, level } as const)),
  ])
}

/** Returns whether reading was attempted: while filling in, unread files are not a problem yet, since filing reads them. */
const wasTried = ({ node = 'start' }: DocumentStep, { files }: InvoiceRow, readings: ReadonlyMap<string, FileReading>): boolean =>
  node !== 'start' || files.some((file) => readings.get(file)?.vouchers.length === 0)

const notCompared = ({ node = 'start' }: DocumentStep, row: InvoiceRow): FieldProblem => ({ field: pathAs(row, 'invoiceFiles'),
  code: 'vouchers.notCompared', level: node === 'start' ? 'confirm' : 'warn' })
