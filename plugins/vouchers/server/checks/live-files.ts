import type { FieldProblem } from '#kernel/errors.ts'
import { Refused } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { type InvoiceRow, invoiceRows, pathAs } from './invoice-rows.ts'
import './tables.ts'

interface HeldFile {
  readonly id: string
  readonly name: string
  readonly sha256: string
  /** Of the row that holds it. */
  readonly field: string
}

/** The invoice files of rows with their hashes. */
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

/** Files whose bytes prove another row or another live document already. */
export async function fileProblems({ db, document }: Pick<DocumentStep, 'db' | 'document'>,
  rows: readonly InvoiceRow[]): Promise<readonly FieldProblem[]> {
  const files = await filesIn(db, rows)
  return [...repeated(files), ...(await usedElsewhere(db, files, document.id))]
}

/** The same bytes were uploaded twice; one file may prove several rows. */
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

/** Replaces what a live document holds; the primary key decides between two that are filed at once. @throws Refused */
export async function reserveFiles({ db, form, value, document, isNew }: DocumentStep): Promise<void> {
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

/** Frees the files of a document, which others may use then. */
export const releaseFiles = async (db: Db, document: string): Promise<void> =>
  void (await db.deleteFrom('live_voucher_file').where('document', '=', document).execute())
