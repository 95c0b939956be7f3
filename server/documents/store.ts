import { isDeepStrictEqual } from 'node:util'
import { evolve } from '../../src/approval/engine.ts'
import type { Event } from '../../src/approval/event.ts'
import type { DocumentState, NodeRun, Task } from '../../src/approval/types.ts'
import { Missing } from '../../src/kernel/errors.ts'
import type { Flow } from '../../src/kernel/flow.ts'
import type { Form } from '../../src/kernel/form.ts'
import type { Label } from '../../src/kernel/label.ts'
import type { FormValue } from '../../src/kernel/value.ts'
import type { Db } from '../database/tables.ts'
import { append, chained, type HistoryEnd, noHistory } from './history.ts'
import { nodeNames } from './flow-nodes.ts'
import type { CurrentNode } from './tables.ts'

/** A document as it stands, locked by the transaction that acts on it. */
export interface Stored {
  readonly id: string
  readonly number: string
  readonly type: string
  readonly flow: string
  readonly revision: number
  readonly value: FormValue
  readonly process: DocumentState
  readonly history: HistoryEnd
}

/** What an action makes of a document. */
export interface Outcome {
  readonly form: Form
  readonly flow: Flow
  readonly flowHash: string
  readonly number: string
  readonly value: FormValue
  readonly events: readonly Event[]
  readonly at: Date
}

/** Locks a document for the rest of the transaction. @throws Missing */
export async function lock(db: Db, id: string): Promise<Stored> {
  const row = await db
    .selectFrom('document')
    .select(['id', 'number', 'type', 'flow', 'revision', 'value', 'process', 'history_seq', 'history_hash'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Missing('documents.noSuchDocument')
  const { history_seq: seq, history_hash: hash, ...stored } = row
  return { ...stored, history: { seq, hash } }
}

/** Files a new document: its row, history, tasks and copies. */
export async function insert(db: Db, outcome: Outcome): Promise<DocumentState> {
  const { process, entries } = fold(undefined, outcome)
  const chain = chained(process.id, noHistory, entries)
  await db.insertInto('document').values({
    ...projection(outcome, process), ...endColumns(chain.end), id: process.id, number: outcome.number, type: outcome.form.key, revision: 1,
  }).execute()
  await append(db, chain.rows)
  await writeTasks(db, process, undefined, outcome.flow)
  await writeCopies(db, process, undefined)
  return process
}

/** Writes what an action did to a stored document; `stored` must have been locked in the same transaction. */
export async function update(db: Db, stored: Stored, outcome: Outcome): Promise<DocumentState> {
  const { process, entries } = fold(stored.process, outcome)
  const chain = chained(stored.id, stored.history, entries)
  await append(db, chain.rows)
  await db.updateTable('document').set({ ...projection(outcome, process), ...endColumns(chain.end), revision: stored.revision + 1 }).where('id', '=', stored.id).execute()
  await writeTasks(db, process, stored.process, outcome.flow)
  await writeCopies(db, process, stored.process)
  return process
}

/** The nodes that wait for somebody, with their names. */
export function currentNodes(flow: Flow, process: DocumentState): CurrentNode[] {
  const names = nodeNames(flow)
  return process.runs.filter(({ state }) => state === 'running').map((run) => ({
    id: run.node, ...(names.get(run.node) ?? { cn: run.node, en: run.node }), people: holders(run),
  }))
}

const holders = (run: NodeRun) => run.tasks.filter(({ state }) => state === 'running').map(({ person }) => person)

function fold(before: DocumentState | undefined, { events, value }: Outcome) {
  const entries: { event: Event; round: number }[] = []
  let process = before
  for (const event of events) {
    process = evolve(process, event)
    // what was filed belongs to the history: differences between rounds and the replay start from it
    entries.push({ event: event.type === 'started' ? { ...event, filed: value } as Event : event, round: process.round })
  }
  if (!process) throw new Error('a document begins with an event')
  return { process, entries }
}

function projection({ form, flow, flowHash, value, at }: Outcome, process: DocumentState) {
  const ended = process.status !== 'inApproval'
  const title = String(value['title'] ?? '')
  return {
    flow: flowHash,
    title,
    title_en: String(value['titleEn'] ?? title),
    state: process.status,
    round: process.round,
    value: JSON.stringify(value),
    process: JSON.stringify(process),
    amount: form.amount ? ((value[form.amount] as string | null | undefined) ?? null) : null,
    starter: process.starter,
    applicant: process.applicant,
    department: String(value['applicantDept'] ?? ''),
    current_nodes: JSON.stringify(ended ? [] : currentNodes(flow, process)),
    started_at: startedAt(process, at),
    ended_at: ended ? at : null,
    updated_at: at,
  }
}

const endColumns = ({ seq, hash }: HistoryEnd) => ({ history_seq: seq, history_hash: hash })

/** When this round was filed. */
function startedAt(process: DocumentState, at: Date): Date {
  const first = process.runs.find(({ round }) => round === process.round)
  return first ? new Date(first.enteredAt) : at
}

const tasksOf = (process: DocumentState | undefined): Task[] => process?.runs.flatMap(({ tasks }) => tasks) ?? []

async function writeTasks(db: Db, process: DocumentState, before: DocumentState | undefined, flow: Flow) {
  const known = new Map(tasksOf(before).map((task) => [task.id, task]))
  const changed = tasksOf(process).filter((task) => !isDeepStrictEqual(known.get(task.id), task))
  if (changed.length === 0) return
  const names = nodeNames(flow)
  const rows = changed.map((task) => taskRow(process.id, task, names))
  await db.insertInto('task').values(rows).onConflict((conflict) =>
    conflict.column('id').doUpdateSet(({ ref }) => ({
      assignee: ref('excluded.assignee'), state: ref('excluded.state'), result: ref('excluded.result'), origin: ref('excluded.origin'),
      arrived_at: ref('excluded.arrived_at'), finished_at: ref('excluded.finished_at'),
    })),
  ).execute()
}

/** The row of a task; also what `check:data` expects to find. */
export function taskRow(document: string, task: Task, names: ReadonlyMap<string, Label>) {
  const label = names.get(task.node) ?? { cn: task.node, en: task.node }
  return {
    id: task.id, document, node: task.node, node_cn: label.cn, node_en: label.en, round: task.round, assignee: task.person,
    state: task.state, result: task.result ?? null, origin: task.origin,
    arrived_at: task.openedAt ? new Date(task.openedAt) : null, finished_at: task.finishedAt ? new Date(task.finishedAt) : null,
  }
}

async function writeCopies(db: Db, process: DocumentState, before: DocumentState | undefined) {
  const added = process.copies.slice(before?.copies.length ?? 0)
  if (added.length === 0) return
  const rows = added.map(({ person, source, node, at }) => ({
    document: process.id, person, node: node ?? null, source: source === 'node' ? 'auto' as const : 'manual' as const, added_at: new Date(at),
  }))
  await db.insertInto('cc').values(rows).onConflict((conflict) => conflict.columns(['document', 'person']).doNothing()).execute()
}
