import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { Posts } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { type DocumentHost, extensionsOf, formOf } from '#server/documents/host.ts'
import { writeFromOutside } from '#server/documents/lifecycle/write-into.ts'
import './tables.ts'

/** Locks the document of a line before the line, in the same order as actions on documents. */
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

/**
 * Tells the modules of the number, and writes it into the document where the form has a field for it. Numbers of rows are written together,
 * once no row of the posting waits for its first attempt: a document of thousands of rows is written once, not thousands of times.
 */
export async function writeNumber(host: DocumentHost, db: Db, { document, step, line, call, number, at }: PostingNumber): Promise<void> {
  const stored = await db.selectFrom('document').select('type').where('id', '=', document).executeTakeFirstOrThrow()
  const form = formOf(host, stored.type)
  const posts = form.posts?.find(({ id }) => id === step)
  if (posts?.call !== call) return
  for (const extension of extensionsOf(host, form)) await extension.onPosted?.({ db, at, document, step, line, number })
  await writeInto(host, db, posts, { document, step, number, at })
}

async function writeInto(host: DocumentHost, db: Db, { into, rows }: Posts,
  { document, step, number, at }: Pick<PostingNumber, 'document' | 'step' | 'number' | 'at'>): Promise<void> {
  if (into === undefined) return
  if (rows === undefined) return writeFromOutside(host, { db, at, document, set: () => ({ [into]: number }) })
  if (await waitsForFirst(db, { document, step })) return
  const numbers = await numbersOf(db, { document, step })
  const written = (row: FormValue): FormValue => ({ ...row, [into]: numbers.get(rowIdOf(row) ?? '') ?? row[into] ?? null })
  await writeFromOutside(host, { db, at, document, set: (value) => ({ [rows]: rowsAt(value, rows).map(written) }) })
}

type PostingStep = Pick<PostingNumber, 'document' | 'step'>

/** Returns whether a line of a posting has not been sent yet. */
async function waitsForFirst(db: Db, { document, step }: PostingStep): Promise<boolean> {
  const waiting = await db.selectFrom('posting').select('id').where('document', '=', document).where('step', '=', step)
    .where('state', '=', 'waiting').where('attempts', '=', 0).where('reverses', 'is', null).limit(1).executeTakeFirst()
  return waiting !== undefined
}

/** The numbers of a posting's rows, by their ids; of a row that was posted in several rounds, the latest. */
async function numbersOf(db: Db, { document, step }: PostingStep): Promise<ReadonlyMap<string, string | null>> {
  const rows = await db.selectFrom('posting').select(['line', 'number']).where('document', '=', document).where('step', '=', step)
    .where('number', 'is not', null).where('reverses', 'is', null).orderBy('id').execute()
  return new Map(rows.map(({ line, number }) => [line, number]))
}
