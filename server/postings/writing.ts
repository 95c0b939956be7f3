import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { Posts } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { type DocumentHost, extensionsOf, formOf } from '#server/documents/host.ts'
import { writeFromOutside } from '#server/documents/lifecycle/write-into.ts'
import './tables.ts'

/** Locks the document of a line before the line, in the order of actions on documents. */
export async function lockDocumentOf(db: Db, posting: string): Promise<void> {
  await db.selectFrom('document').select('document.id').where('document.id', '=',
    (eb) => eb.selectFrom('posting').select('document').where('id', '=', posting)).forUpdate()
    .execute()
}

interface PostingNumber {
  readonly document: string
  readonly step: string
  readonly line: string
  readonly call: string
  readonly number: string
  readonly at: Date
}

/** Tells the modules of the number, and writes it into the document where the form has a field for it. */
export async function writeNumber(host: DocumentHost, db: Db, { document, step, line, call, number, at }: PostingNumber): Promise<void> {
  const stored = await db.selectFrom('document').select('type').where('id', '=', document).executeTakeFirstOrThrow()
  const form = formOf(host, stored.type)
  const posts = form.posts?.find(({ id }) => id === step)
  if (posts?.call !== call) return
  for (const extension of extensionsOf(host, form)) await extension.onPosted?.({ db, at, document, step, line, number })
  if (posts.into !== undefined) await writeFromOutside(host, { db, at, document, set: (value) => numberIn(posts, value, { line, number }) })
}

/** The number where the form keeps it: in the row, or in the header. */
function numberIn({ into = '', rows }: Pick<Posts, 'into' | 'rows'>, value: FormValue,
  { line, number }: Pick<PostingNumber, 'line' | 'number'>): FormValue {
  return rows === undefined
    ? { [into]: number }
    : { [rows]: rowsAt(value, rows).map((row) => (rowIdOf(row) === line ? { ...row, [into]: number } : row)) }
}
