import { Refused, StateMoved } from '#kernel/errors.ts'
import type { PostingState } from '#kernel/posting-state.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { isReversedByHand } from './write-postings.ts'
import { lockDocumentOf, writeNumber } from './writing.ts'
import './tables.ts'

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
