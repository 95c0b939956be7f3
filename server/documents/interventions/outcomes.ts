import { type ColumnType, type Generated, sql } from 'kysely'
import { bilingual } from '#kernel/wording/names.ts'
import type { Label } from '#kernel/wording/label.ts'
import { type Intervention, interventionLabels, type InterventionState, isStillThere } from '#approval/interventions.ts'
import type { DocumentState } from '#approval/types.ts'
import type { Db } from '#server/database/tables.ts'
import { documentNoun } from '#server/messages/rows.ts'
import type { HostMessageKind } from '#server/messages/kinds.ts'
import { notify } from '#server/messages/notify.ts'
import type { DocumentHost } from '../host.ts'

/** A json column: values come out parsed and go in as text. */
type Json<Value> = ColumnType<Value, string, never>

/** Append-only. */
interface InterventionTable {
  id: Generated<string>
  document: string
  action: Intervention
  runs: readonly string[]
  task: string | null
  holder: string | null
  step: Json<Label>
  target: string | null
  target_name: ColumnType<Label | null, string | null, never>
  assignee: string | null
  reason: string
  proposer: string
  excluded: readonly string[]
  at: Date
  expires_at: Date
}

/** Append-only; at most one per intervention. */
interface InterventionOutcomeTable {
  intervention: string
  outcome: Exclude<InterventionState, 'waiting'>
  person: string | null
  reason: string | null
  at: Date
}

declare module '#server/database/tables.ts' {
  interface Tables {
    intervention: InterventionTable
    intervention_outcome: InterventionOutcomeTable
  }
}

/** A stored proposal. */
export interface StoredIntervention {
  readonly id: string
  readonly document: string
  readonly action: Intervention
  readonly runs: readonly string[]
  readonly task: string | null
  readonly holder: string | null
  readonly target: string | null
  readonly assignee: string | null
  readonly reason: string
  readonly proposer: string
  readonly expires_at: Date
}

export const storedColumns = ['intervention.id', 'intervention.document', 'intervention.action', 'intervention.runs', 'intervention.task',
  'intervention.holder', 'intervention.target', 'intervention.assignee', 'intervention.reason', 'intervention.proposer',
  'intervention.expires_at'] as const

/** The open proposals: not ended and not expired. */
const waitingInterventions = (db: Db, at: Date) =>
  db.selectFrom('intervention').leftJoin('intervention_outcome as ended', 'ended.intervention', 'intervention.id')
    .where('ended.intervention', 'is', null).where('intervention.expires_at', '>', at)

/** The open proposals for a document. */
export const openInterventions = (db: Db, document: string, at: Date): Promise<StoredIntervention[]> =>
  waitingInterventions(db, at).select(storedColumns).where('intervention.document', '=', document).orderBy('intervention.id').execute()

/** The outcome of a proposal. */
export interface InterventionEnd {
  readonly outcome: 'confirmed' | 'declined' | 'withdrawn' | 'lapsed' | 'expired'
  /** null: the product itself. */
  readonly person: string | null
  /** Name of the person, "中文/English". */
  readonly name?: string
  readonly reason?: string | null
  /** Ended together with others: its proposer gets one message about all of them. */
  readonly bulk?: string | undefined
  readonly at: Date
}

const messages: Readonly<Partial<Record<InterventionEnd['outcome'], HostMessageKind>>> = { confirmed: 'interventionConfirmed',
  declined: 'interventionDeclined', lapsed: 'interventionLapsed', expired: 'interventionExpired' }

/**
 * Ends a proposal and notifies its proposer, in the caller's transaction.
 * @returns false where it had already ended: the first of two concurrent calls wins
 */
export async function endIntervention(host: Pick<DocumentHost, 'forms'>, db: Db, { id, document, action, proposer }: StoredIntervention,
  { outcome, person, name = '', reason = null, bulk, at }: InterventionEnd): Promise<boolean> {
  const [row] = await db.insertInto('intervention_outcome').values({ intervention: id, outcome, person, reason, at })
    .onConflict((conflict) => conflict.column('intervention').doNothing()).returning('intervention').execute()
  const kind = messages[outcome]
  if (!row || !kind) return row !== undefined
  const { number, type } = await db.selectFrom('document').select(['number', 'type']).where('id', '=', document).executeTakeFirstOrThrow()
  const form = host.forms.get(type) ?? { cn: type, en: type }
  await notify(db, { kind, recipients: [proposer], document, at, bulk,
    params: { urlPage: '/interventions?list=mine', actorName: name || null },
    blanks: { u: name, p: bilingual(documentNoun(form)), no: number, act: bilingual(interventionLabels[action]), reason: reason ?? '' } })
  return true
}

/** Ends the proposals that became obsolete by an action on their document; the caller holds the document's lock. */
export async function lapseOvertaken(host: Pick<DocumentHost, 'forms'>, db: Db, process: DocumentState, at: Date): Promise<void> {
  for (const proposal of await openInterventions(db, process.id, at)) {
    const { runs, task, holder } = proposal
    if (!isStillThere({ runs, task: task ?? undefined, holder: holder ?? undefined }, process))
      await endIntervention(host, db, proposal, { outcome: 'lapsed', person: null, at })
  }
}

/** SQL condition: the document has open proposals; part of the statement that locks it. */
export const hasProposalsText = `exists (select from intervention where intervention.document = document.id and not exists (
    select from intervention_outcome ended where ended.intervention = intervention.id))`

/** Ends a batch of expired proposals, oldest first. @returns whether there may be more */
export async function expireSome(host: Pick<DocumentHost, 'forms'>, db: Db, at: Date): Promise<boolean> {
  const due = await db.selectFrom('intervention').select(storedColumns).where('intervention.expires_at', '<=', at)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('intervention_outcome as ended').select(sql`1`.as('one')).whereRef('ended.intervention', '=', 'intervention.id')),
      )
    ).orderBy('intervention.id').limit(batch).execute()
  for (const proposal of due) await endIntervention(host, db, proposal, { outcome: 'expired', person: null, at })
  return due.length === batch
}

const batch = 100
