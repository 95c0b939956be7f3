import type { Selectable, Updateable } from 'kysely'
import { Missing } from '#kernel/errors.ts'
import { bearingDepartments, marksOf } from '#kernel/fields/roles.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { evolve } from '#approval/engine.ts'
import type { Event } from '#approval/event.ts'
import type { DocumentState, NodeRun } from '#approval/types.ts'
import { insertRow, parameters, runText, withNextMark } from '#server/database/statements/text-statements.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { type ChangeVersions, versionsOf, type VersionsRow, versionsText } from '#server/identity/organisation/change-versions.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import { hasProposalsText } from '../interventions/outcomes.ts'
import { type ActionOutcome, projectionRows, projectionSteps } from './projection.ts'
import { chained, type HistoryEnd, noHistory } from './history.ts'
import { idsAt } from '../values/form-facts.ts'
import { nodeNames } from '../definitions/flow-contents.ts'
import type { CurrentNode } from '../tables.ts'

/** A document locked by the transaction of the action. */
export interface LockedDocument {
  readonly id: string
  readonly number: string
  readonly type: string
  /** Versions of form and flow. */
  readonly form: string | null
  readonly flow: string
  readonly revision: number
  readonly value: FormValue
  readonly process: DocumentState
  readonly history: HistoryEnd
  /** Whether it has proposals that are not ended, including expired ones. */
  readonly hasProposals: boolean
  /** Versions of the directory and other inputs of decisions, as of the start of the lock. */
  readonly versions: ChangeVersions
}

/** A document's id, or that of one of its tasks. */
type DocumentKey = { readonly document: string } | { readonly task: string }

/** Locks a document by its id or that of a task, until the end of the transaction. @throws Missing */
export async function lock(db: Db, wanted: DocumentKey): Promise<LockedDocument> {
  const [row] = 'document' in wanted
    ? await runText<StoredRow>(db, lockDocument, [wanted.document])
    : await runText<StoredRow>(db, lockOfTask, [wanted.task])
  if (!row) throw new Missing(absenceOf(wanted))
  const { history_seq: seq, history_hash: hash, has_proposals: hasProposals, versions, ...stored } = row
  return { ...stored, hasProposals, history: { seq, hash }, versions: versionsOf(versions) }
}

type StoredRow =
  & Pick<Selectable<Tables['document']>,
    'id' | 'number' | 'type' | 'form' | 'flow' | 'revision' | 'value' | 'process' | 'history_seq' | 'history_hash'>
  & { readonly versions: VersionsRow; readonly has_proposals: boolean }

const locking = (id: string) => `
  select id, number, type, form, flow, revision, value, process, history_seq, history_hash, ${versionsText} as versions,
    ${hasProposalsText} as has_proposals
  from document where id = ${id} for update`
const lockDocument = locking('$1')
const lockOfTask = locking('(select task.document from task where task.id = $1)')

const absenceOf = (wanted: DocumentKey) => ('task' in wanted ? 'documents.noSuchTask' : 'documents.noSuchDocument')

/** Stores a new document: its row, history, tasks, copies and messages. */
export async function insert(db: Db, outcome: ActionOutcome & { readonly subject: Label }): Promise<DocumentState> {
  const { process, entries } = fold(undefined, outcome)
  const chain = chained(process.id, noHistory, entries)
  const columns = [columnSource(outcome, process)]
  const { values, parameter } = parameters()
  const steps = projectionSteps(parameter, projectionRows({ process, before: undefined, seq: 0, columns }, outcome, chain.rows))
  const document = insertRow(parameter, 'document', {
    ...endColumns(chain.end),
    ...processColumns(outcome, process),
    ...valueColumns(outcome, outcome.subject),
    id: process.id,
    number: outcome.number,
    type: outcome.form.key,
    form: outcome.formHash,
    flow: outcome.flowHash,
    revision: 1,
  })
  await runText(db, `with ${steps.join(', ')} ${document} ${withNextMark}`, values)
  return process
}

/** Writes the outcome of an action; `stored` must have been locked in the same transaction. */
export async function update(db: Db, stored: LockedDocument, outcome: ActionOutcome): Promise<DocumentState> {
  const { process, entries } = fold(stored.process, outcome)
  const chain = chained(stored.id, stored.history, entries)
  const { value, subject, formHash, flowHash } = outcome
  const row: Updateable<Tables['document']> = {
    ...endColumns(chain.end),
    ...processColumns(outcome, process),
    revision: stored.revision + 1,
    ...(subject && valueColumns(outcome, subject)),
    ...(flowHash !== stored.flow && { flow: flowHash }),
    ...(formHash !== stored.form && { form: formHash }),
  }
  const columns = value !== stored.value || process.round !== stored.process.round ? [columnSource(outcome, process)] : []
  const { values, parameter } = parameters()
  const steps = projectionSteps(parameter,
    projectionRows({ process, before: stored.process, seq: stored.history.seq, columns }, outcome, chain.rows))
  const set = Object.entries(row).map(([column, each]) => `${column} = ${parameter(each)}`)
  await runText(db, `with ${steps.join(', ')} update document set ${set.join(', ')} where id = ${parameter(stored.id)} ${withNextMark}`,
    values)
  return process
}

/** The nodes with running tasks, with names and assignees. */
export function currentNodes(flow: Flow, process: DocumentState): CurrentNode[] {
  const names = nodeNames(flow)
  return process.runs.filter(({ state }) => state === 'running').map((run) => ({
    id: run.node,
    ...(names.get(run.node) ?? { cn: run.node, en: run.node }),
    people: holders(run),
  }))
}

const holders = (run: NodeRun) => run.tasks.filter(({ state }) => state === 'running').map(({ person }) => person)

function fold(before: DocumentState | undefined, { events, value }: ActionOutcome) {
  const entries: { event: Event; round: number }[] = []
  let process = before
  for (const event of events) {
    process = evolve(process, event)
    // the filed value is part of the history: differences between rounds and the replay start from it
    entries.push({ event: event.type === 'started' ? { ...event, filed: value } as Event : event, round: process.round })
  }
  if (!process) throw new Error('a document begins with an event')
  return { process, entries }
}

function processColumns({ flow, at }: ActionOutcome, process: DocumentState) {
  const ended = process.status !== 'inApproval'
  return {
    state: process.status,
    round: process.round,
    process: JSON.stringify(process),
    starter: process.starter,
    applicant: process.applicant,
    current_nodes: JSON.stringify(ended ? [] : currentNodes(flow, process)),
    started_at: startedAt(process, at),
    urged: urgesOfRound(process),
    ended_at: endedAt(process),
    updated_at: at,
  }
}

function valueColumns({ form, value }: ActionOutcome, subject: Label) {
  const title = String(value['title'] ?? '')
  const amountIn = (field: string | undefined) => (field === undefined ? null : ((value[field] as string | null | undefined) ?? null))
  return {
    title,
    title_en: String(value['titleEn'] ?? title),
    subject: subject.cn,
    subject_en: subject.en,
    subject_pinyin: pinyinOf(subject.cn),
    pinyin: pinyinOf(title),
    value: JSON.stringify(value),
    amount: amountIn(form.amount),
    claimable: amountIn(form.claimable ?? form.amount),
    department: String(value['applicantDept'] ?? ''),
    ...roleColumns(form, value),
  }
}

/**
 * Columns derived from the roles of the form's fields: the marks for lists and filters, and the departments whose accountants may read
 * it.
 */
export function roleColumns(form: Form, value: FormValue) {
  return { marks: marksOf(form.fields, value) as readonly string[], bearing: JSON.stringify(idsAt(form, value, bearingDepartments)) }
}

const columnSource = ({ form, value, at }: ActionOutcome, process: DocumentState) => ({ document: process.id, type: form.key, value,
  startedAt: startedAt(process, at) })

const endColumns = ({ seq, hash }: HistoryEnd) => ({ history_seq: seq, history_hash: hash })

/** Counts the urges in this round. */
export function urgesOfRound(process: DocumentState): number {
  const filed = process.runs.find(({ round }) => round === process.round)?.enteredAt ?? ''
  return process.urges.filter((urged) => urged >= filed).length
}

/** The time of the document's end, by its history; null while it is in approval. */
export const endedAt = ({ endedAt: ended }: DocumentState): Date | null => (ended === undefined ? null : new Date(ended))

/** The time of filing of this round. */
function startedAt(process: DocumentState, at: Date): Date {
  const first = process.runs.find(({ round }) => round === process.round)
  return first ? new Date(first.enteredAt) : at
}
