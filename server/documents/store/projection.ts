import type { DocumentState } from '#approval/types.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type InsertRows, insertRows, type Parameter } from '#server/database/statements/text-statements.ts'
import { messageRows } from '#server/messages/rows.ts'
import type { MessageRow } from '#server/messages/tables.ts'
import { messagesOf } from '#server/messages/recipients.ts'
import { nodeNames } from '../definitions/flow-nodes.ts'
import type { chained } from './history.ts'
import type { ActionOutcome } from './outcome.ts'
import { changedTasks, insertTasks, type TaskRow } from './task-rows.ts'

/** The rows that an action writes beside the document's own. */
export interface ProjectionRows {
  readonly entries: ReturnType<typeof chained>['rows']
  readonly tasks: readonly TaskRow[]
  readonly messages: readonly MessageRow[]
  readonly copies: readonly CopyRow[]
  /** The values of the columns of the type's own list; empty where the action leaves value and round as they were. */
  readonly columns: readonly ColumnSource[]
}

/** The facts that the columns follow from. */
interface ColumnSource {
  readonly document: string
  readonly type: string
  readonly value: FormValue
  readonly startedAt: Date
}

type CopyRow = ReturnType<typeof copyRow>

/** The rows that follow from a decision whose entries continue a history that ended at `seq`. */
export function projectionRows(
  change: { process: DocumentState; before: DocumentState | undefined; seq: number; columns: ProjectionRows['columns'] },
  outcome: ActionOutcome,
  entries: ProjectionRows['entries'],
): ProjectionRows {
  const { process, before, seq, columns } = change
  const { form, flow, number, events, at, evaluation: { directory } } = outcome
  const notifications = messagesOf({ events, before, after: process, directory })
  return {
    entries,
    columns,
    tasks: changedTasks(process, before, outcome),
    messages: messageRows(notifications, { document: process.id, number, form, directory, nodes: () => nodeNames(flow), at }, seq),
    copies: process.copies.slice(before?.copies.length ?? 0).map((copy) => copyRow(process.id, copy)),
  }
}

/**
 * The steps of a statement that write these rows too: history, tasks, copies and messages go with the document's own
 * row, for each round trip keeps the next caller waiting for the lock, and none of them is ever there without the others.
 */
export function projectionSteps(parameter: Parameter, { entries, tasks, messages, copies, columns }: ProjectionRows): readonly string[] {
  const step = (name: string, rows: readonly unknown[], insert: InsertRows) =>
    rows.length > 0 ? [`${name} as (${insert(parameter(JSON.stringify(rows)))})`] : []
  return [
    ...step('entries', entries, insertEntries),
    ...step('tasks', tasks, insertTasks),
    ...step('messages', messages, insertMessages),
    ...step('copies', copies, insertCopies),
    ...columns.map((column) => `columns as (${insertColumns(parameter, column)})`),
  ]
}

const insertEntries = insertRows('document_event', { document: 'text', seq: 'int', round: 'int', type: 'text', by: 'text',
  at: 'timestamptz', payload: 'jsonb', hash: 'text' })

/** Only where the company has own words for the wording: a message without blanks costs no trigger. */
const blanksOfOwnWording =
  `case when exists (select from message_wording own where own.kind = blanks::json->>'wording') then blanks::jsonb end`

const insertMessages = insertRows('message', { recipient: 'text', document: 'text', seq: 'int', kind: 'text', type: 'text',
  created_at: 'timestamptz', params: 'jsonb', title: 'text', en_title: 'text', content: 'text', en_content: 'text',
  blanks: { read: 'text', taken: blanksOfOwnWording } })

const insertCopies = insertRows('cc', { document: 'text', person: 'text', node: 'text', source: 'text', added_at: 'timestamptz' },
  'on conflict (document, person) do nothing')

/** Writes the columns that the database knows of the type, so that a document whose form is an older version has those of today. */
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
