import { type QueryCreator, sql } from 'kysely'
import type { DocumentState } from '#approval/types.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { messageRows } from '#server/messages/rows.ts'
import type { MessageRow } from '#server/messages/tables.ts'
import { messagesOf } from '#server/messages/recipients.ts'
import { nodeNames } from '../definitions/flow-nodes.ts'
import type { chained } from './history.ts'
import type { Outcome } from './outcome.ts'
import { changedTasks, type TaskRow, writingTasks } from './task-rows.ts'

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
  outcome: Outcome,
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
 * The start of a statement that writes these rows too: history, tasks, copies and messages go with the document's own
 * row, for each round trip keeps the next caller waiting for the lock, and none of them is ever there without the others.
 */
export function projectionStatement(db: Db, { entries, tasks, messages, copies, columns }: ProjectionRows): QueryCreator<Tables> {
  const steps: readonly [readonly unknown[], (writing: QueryCreator<Tables>) => unknown][] = [
    [entries, (writing) => writing.with('entries', (inside) => inside.insertInto('document_event').values(entries))],
    [tasks, (writing) => writing.with('tasks', (inside) => writingTasks(inside, tasks))],
    [messages, (writing) => writing.with('messages', (inside) => inside.insertInto('message').values(messages))],
    [copies,
      (writing) =>
        writing.with('copies', (inside) =>
          inside.insertInto('cc').values(copies).onConflict((conflict) => conflict.columns(['document', 'person']).doNothing()))],
    [columns,
      (writing) =>
        columns.reduce((current, column) => current.with('columns', () => writingColumns(column)) as QueryCreator<Tables>, writing)],
  ]
  // the names of steps do not matter later: the statement keeps the type that it began with
  return steps.reduce<QueryCreator<Tables>>(
    (writing, [rows, step]) => (rows.length > 0 ? (step(writing) as QueryCreator<Tables>) : writing),
    db,
  )
}

/** Writes the columns that the database knows of the type, so that a document whose form is an older version has those of today. */
const writingColumns = ({ document, type, value, startedAt }: ColumnSource) =>
  sql<object>`(
  insert into document_column (document, key, kind, value, text, number, moment, started_at)
  select ${document}, own.*, ${startedAt}::timestamptz from list_columns_of(${type}, ${JSON.stringify(value)}::jsonb) own
  on conflict (document, key) do update set kind = excluded.kind, value = excluded.value, text = excluded.text, number = excluded.number, moment = excluded.moment, started_at = excluded.started_at
    where (document_column.kind, document_column.value, document_column.started_at) is distinct from (excluded.kind, excluded.value, excluded.started_at))`

const copyRow = (document: string, { person, source, node, at }: DocumentState['copies'][number]) => ({
  document,
  person,
  node: node ?? null,
  source: source === 'node' ? 'auto' as const : 'manual' as const,
  added_at: new Date(at),
})
