import { isDeepStrictEqual } from 'node:util'
import type { FormValue } from '#kernel/values/value.ts'
import type { Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import { afterWorkingHours, type WorkingCalendar } from '#kernel/values/working-time.ts'
import type { DocumentState, Task } from '#approval/types.ts'
import { type Event, system } from '#approval/event.ts'
import { type InsertRows, insertRows, type Parameter } from '#server/database/statements/text-statements.ts'
import { type HeldRow, heldRows } from '#server/messages/notify.ts'
import { type MessageRow, messageRows } from '#server/messages/rows.ts'
import { messagesOf } from '#server/messages/recipients.ts'
import { nodeNames } from '../definitions/flow-contents.ts'
import type { chained } from './history.ts'
import type { Evaluation } from '../values/form-facts.ts'

/** A task's row with its due time. */
type TaskRow = ReturnType<typeof taskRow> & { readonly due_at: Date | null }

/** The inputs of a task's due time. */
interface Terms {
  readonly flow: Flow
  readonly evaluation: { readonly calendar: WorkingCalendar }
}

/** The row of a task as derived from the history; `check:data` compares it with the stored one. */
export function taskRow(document: string, task: Task, names: ReadonlyMap<string, Label>) {
  const label = names.get(task.node) ?? { cn: task.node, en: task.node }
  return {
    id: task.id,
    document,
    node: task.node,
    node_cn: label.cn,
    node_en: label.en,
    round: task.round,
    assignee: task.person,
    owner: task.owner ?? null,
    held_for: absentOf(task),
    state: task.state,
    result: task.result ?? null,
    origin: task.origin,
    arrived_at: task.openedAt ? new Date(task.openedAt) : null,
    finished_at: task.finishedAt ? new Date(task.finishedAt) : null,
  }
}

/** The first absent person for whom a task is held. */
const absentOf = ({ heldFor: [absent] = [] }: Task): string | null => absent?.person ?? null

/** The rows of tasks that an action has created or changed. */
function changedTasks(process: DocumentState, before: DocumentState | undefined, { flow, evaluation: { calendar } }: Terms): TaskRow[] {
  const known = new Map(tasksOf(before).map((task) => [task.id, task]))
  const names = nodeNames(flow)
  // another version of the flow may have another time limit for an open task
  const isMoved = before !== undefined && before.flow !== process.flow
  return tasksOf(process).filter((task) => !isDeepStrictEqual(known.get(task.id), task) || (isMoved && task.state === 'running')).map((
    task,
  ) => ({
    ...taskRow(process.id, task, names),
    due_at: dueAt(task, flow, calendar),
  }))
}

/** Writes rows of tasks; extending the due time resets the reminders. */
const insertTasks = insertRows('task', { id: 'text', document: 'text', node: 'text', node_cn: 'text', node_en: 'text', round: 'int',
  assignee: 'text', owner: 'text', held_for: 'text', state: 'text', result: 'text', origin: 'text', arrived_at: 'timestamptz',
  finished_at: 'timestamptz', due_at: 'timestamptz' }, `
  on conflict (id) do update set assignee = excluded.assignee, owner = excluded.owner, held_for = excluded.held_for,
    state = excluded.state, result = excluded.result, origin = excluded.origin, arrived_at = excluded.arrived_at,
    due_at = excluded.due_at, finished_at = excluded.finished_at,
    overdue_told = case when task.due_at is distinct from excluded.due_at then 0 else task.overdue_told end,
    due_reminded = task.due_reminded and task.due_at is not distinct from excluded.due_at`)

/** The due time of a task; null for tasks of initiators. */
function dueAt({ openedAt, node, person }: Task, flow: Flow, calendar: WorkingCalendar): Date | null {
  const block = approvalNode(flow, node)
  const hours = block?.dueHours ?? flow.settings.overdueHours ?? 0
  return block && openedAt && hours > 0 && person !== system ? afterWorkingHours(new Date(openedAt), hours, calendar) : null
}

const tasksOf = (process: DocumentState | undefined): Task[] => process?.runs.flatMap(({ tasks }) => tasks) ?? []

/** The rows of an action in other tables than `document`. */
export interface ProjectionRows {
  readonly entries: ReturnType<typeof chained>['rows']
  readonly tasks: readonly TaskRow[]
  readonly messages: readonly MessageRow[]
  /** Messages that wait until a change of many documents is done. */
  readonly held: readonly HeldRow[]
  readonly copies: readonly CopyRow[]
  /** The values of the form's own list columns; empty where the action changed neither value nor round. */
  readonly columns: readonly ColumnSource[]
}

/** The inputs of the list columns. */
interface ColumnSource {
  readonly document: string
  readonly type: string
  readonly value: FormValue
  readonly startedAt: Date
}

type CopyRow = ReturnType<typeof copyRow>

/** The rows for a decision whose entries continue a history that ended at `seq`. */
export function projectionRows(
  change: { process: DocumentState; before: DocumentState | undefined; seq: number; columns: ProjectionRows['columns'] },
  outcome: ActionOutcome,
  entries: ProjectionRows['entries'],
): ProjectionRows {
  const { process, before, seq, columns } = change
  const { form, flow, number, events, at, bulk, evaluation: { directory } } = outcome
  const notifications = messagesOf({ events, before, after: process, directory })
  const messages = messageRows(notifications, { document: process.id, number, form, directory, nodes: () => nodeNames(flow), at }, seq)
  return {
    entries,
    columns,
    tasks: changedTasks(process, before, outcome),
    messages: bulk === undefined ? messages : [],
    held: bulk === undefined ? [] : heldRows(bulk, messages),
    copies: process.copies.slice(before?.copies.length ?? 0).map((copy) => copyRow(process.id, copy)),
  }
}

/**
 * SQL steps for these rows, as part of the statement that writes the document: all are written atomically, and without round trips that
 * would prolong the lock.
 */
export function projectionSteps(parameter: Parameter,
  { entries, tasks, messages, held, copies, columns }: ProjectionRows): readonly string[] {
  const step = (name: string, rows: readonly unknown[], insert: InsertRows) =>
    rows.length > 0 ? [`${name} as (${insert(parameter(JSON.stringify(rows)))})`] : []
  return [
    ...step('entries', entries, insertEntries),
    ...step('tasks', tasks, insertTasks),
    ...step('messages', messages, insertMessages),
    ...step('held', held, insertHeld),
    ...step('copies', copies, insertCopies),
    ...columns.map((column) => `columns as (${insertColumns(parameter, column)})`),
  ]
}

const insertEntries = insertRows('document_event', { document: 'text', seq: 'int', round: 'int', type: 'text', by: 'text',
  at: 'timestamptz', payload: 'jsonb', hash: 'text' })

/** Set only where the company has its own wording, since messages without blanks cost no trigger. */
const blanksOfOwnWording =
  `case when exists (select from message_wording own where own.kind = blanks::json->>'wording') then blanks::jsonb end`

const insertMessages = insertRows('message', { recipient: 'text', document: 'text', seq: 'int', kind: 'text', type: 'text',
  created_at: 'timestamptz', params: 'jsonb', title: 'text', en_title: 'text', content: 'text', en_content: 'text',
  blanks: { read: 'text', taken: blanksOfOwnWording } })

const insertHeld = insertRows('message_held', { bulk: 'text', recipient: 'text', kind: 'text', message: 'jsonb', held_at: 'timestamptz' })

const insertCopies = insertRows('cc', { document: 'text', person: 'text', node: 'text', source: 'text', added_at: 'timestamptz' },
  'on conflict (document, person) do nothing')

/** Inserts the columns that are registered for the type now, also for a document with an older form version. */
const insertColumns = (parameter: Parameter, { document, type, value, startedAt }: ColumnSource) => `
  insert into document_column (document, key, kind, value, text, number, moment, started_at)
  select ${parameter(document)}, own.*, ${parameter(startedAt)}::timestamptz
  from list_columns_of(${parameter(type)}, ${parameter(JSON.stringify(value))}::jsonb) own
  on conflict (document, key) do update set kind = excluded.kind, value = excluded.value, text = excluded.text, number = excluded.number,
    moment = excluded.moment, started_at = excluded.started_at
  where (document_column.kind, document_column.value, document_column.started_at)
    is distinct from (excluded.kind, excluded.value, excluded.started_at)`

const copyRow = (document: string, { person, source, node, at }: DocumentState['copies'][number]) => ({
  document,
  person,
  node: node ?? null,
  source: source === 'node' ? 'auto' as const : 'manual' as const,
  added_at: new Date(at),
})

/** The outcome of an action on a document. */
export interface ActionOutcome {
  readonly form: Form
  /** Hashes of the pinned versions. */
  readonly formHash: string | null
  readonly flow: Flow
  readonly flowHash: string
  readonly number: string
  readonly value: FormValue
  /** The subject of the value, by the form in force; undefined where the value is unchanged. */
  readonly subject: Label | undefined
  readonly events: readonly Event[]
  /** The people, and the working days. */
  readonly evaluation: Pick<Evaluation, 'directory' | 'calendar'>
  readonly at: Date
  /** The change of many documents that it belongs to. */
  readonly bulk?: string | undefined
}
