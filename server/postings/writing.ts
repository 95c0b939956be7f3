import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { Posts } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { Refused, StateMoved } from '#kernel/errors.ts'
import type { PostingState } from '#kernel/postings.ts'
import type { Db } from '#server/database/tables.ts'
import { type DocumentHost, extensionsOf, formOf } from '#server/documents/host.ts'
import { writeFromOutside } from '#server/documents/lifecycle/write-into.ts'
import './tables.ts'
import { isReversedByHand } from './write-postings.ts'

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

interface HandlingInput {
  readonly id: string
  /** Number of the result in the other system. */
  readonly number?: string | null | undefined
  readonly reason?: string | null | undefined
  readonly person: string
  readonly at: Date
}

/**
 * Marks a refused line as done manually in the other system, or as not needed; or a posted line without automatic reversal as reversed
 * there.
 * @throws Refused without a number or a reason; StateMoved where the line cannot be marked
 */
export async function markHandled(host: DocumentHost, db: Db,
  { id, number: sent, reason: because, person, at }: HandlingInput): Promise<void> {
  const [number, reason] = [textOf(sent), textOf(because)]
  if (number === null && reason === null)
    throw new Refused('error.invalidInput', {}, [{ field: 'reason', code: 'postings.numberOrReason' }])
  await lockDocumentOf(db, id)
  const { state, ...line } = await db.selectFrom('posting').select(['document', 'step', 'line', 'call', 'state']).where('id', '=', id)
    .forUpdate().executeTakeFirstOrThrow()
  if (!(await mayBeMarked(host, db, { state, ...line }))) throw new StateMoved(undefined, 'postings.notRefused')
  await db.updateTable('posting').set({ state: 'handled', number, message: reason, handled_by: person, last_at: at }).where('id', '=', id)
    .execute()
  await db.insertInto('posting_attempt').values({ posting: id, at, outcome: 'handled', code: null, message: reason, number, person })
    .execute()
  if (number !== null && state === 'refused') await writeNumber(host, db, { ...line, number, at })
}

const textOf = (text: string | null | undefined): string | null => text || null

interface HandledPosting {
  readonly state: PostingState
  readonly document: string
  readonly step: string
}

async function mayBeMarked({ forms }: DocumentHost, db: Db, { state, document, step }: HandledPosting): Promise<boolean> {
  if (state !== 'posted') return state === 'refused'
  const { type } = await db.selectFrom('document').select('type').where('id', '=', document).executeTakeFirstOrThrow()
  return isReversedByHand(forms.get(type) ?? {}, step)
}
