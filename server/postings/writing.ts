import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '../database/tables.ts'
import type { DocumentHost } from '../documents/host.ts'
import { writeFromOutside } from '../documents/lifecycle/write-into.ts'
import './tables.ts'

/** Locks the document of a line before the line, in the order of actions on documents. */
export async function lockDocumentOf(db: Db, posting: string): Promise<void> {
  await db.selectFrom('document').select('document.id').where('document.id', '=', (eb) => eb.selectFrom('posting').select('document').where('id', '=', posting)).forUpdate()
    .execute()
}

interface Numbered {
  readonly document: string
  readonly step: string
  readonly line: string
  readonly call: string
  readonly number: string
  readonly at: Date
}

/** Writes the number into the document, where the form has a field for it. */
export async function writeNumber(host: DocumentHost, db: Db, { document, step, line, call, number, at }: Numbered): Promise<void> {
  const stored = await db.selectFrom('document').select('type').where('id', '=', document).executeTakeFirstOrThrow()
  const posts = host.forms.get(stored.type)?.posts?.find(({ id }) => id === step)
  const { into, rows } = posts ?? {}
  if (into === undefined || posts?.call !== call) return
  const set = (value: FormValue): FormValue =>
    rows === undefined ? { [into]: number } : { [rows]: rowsAt(value, rows).map((row) => (rowIdOf(row) === line ? { ...row, [into]: number } : row)) }
  await writeFromOutside(host, { db, at, document, set })
}
