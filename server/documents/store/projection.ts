import type { QueryCreator } from 'kysely'
import type { DocumentState } from '#approval/types.ts'
import type { Db, Tables } from '#server/database/tables.ts'
import { messageRows } from '#server/messages/rows.ts'
import type { MessageRow } from '#server/messages/tables.ts'
import { messagesOf } from '#server/messages/recipients.ts'
import { nodeNames } from '../definitions/flow-nodes.ts'
import type { chained } from './history.ts'
import type { Outcome } from './outcome.ts'
import { changedTasks, type TaskRow, writingTasks } from './task-rows.ts'

/** What an action leaves behind beside the document's own row. */
export interface ProjectionRows {
  readonly entries: ReturnType<typeof chained>['rows']
  readonly tasks: readonly TaskRow[]
  readonly messages: readonly MessageRow[]
  readonly copies: readonly CopyRow[]
}

type CopyRow = ReturnType<typeof copyRow>

/** What follows from a decision whose entries continue a history that ended at `seq`. */
export function projectionRows(change: { process: DocumentState; before: DocumentState | undefined; seq: number }, outcome: Outcome, entries: ProjectionRows['entries']): ProjectionRows {
  const { process, before, seq } = change
  const { form, flow, number, events, at, evaluation: { directory } } = outcome
  const told = messagesOf({ events, before, after: process, directory })
  return {
    entries,
    tasks: changedTasks(process, before, outcome),
    messages: messageRows(told, { document: process.id, number, form, directory, nodes: () => nodeNames(flow), at }, seq),
    copies: process.copies.slice(before?.copies.length ?? 0).map((copy) => copyRow(process.id, copy)),
  }
}

/**
 * The start of a statement that writes these rows too: history, tasks, copies and messages go with the document's own
 * row, for each round trip keeps the next caller waiting for the lock, and none of them is ever there without the others.
 */
export function projectionStatement(db: Db, { entries, tasks, messages, copies }: ProjectionRows): QueryCreator<Tables> {
  const steps: readonly [readonly unknown[], (writing: QueryCreator<Tables>) => unknown][] = [
    [entries, (writing) => writing.with('entries', (inside) => inside.insertInto('document_event').values(entries))],
    [tasks, (writing) => writing.with('tasks', (inside) => writingTasks(inside, tasks))],
    [messages, (writing) => writing.with('messages', (inside) => inside.insertInto('message').values(messages))],
    [copies, (writing) => writing.with('copies', (inside) => inside.insertInto('cc').values(copies).onConflict((conflict) => conflict.columns(['document', 'person']).doNothing()))],
  ]
  // what a step is called is nobody's business after it: the statement keeps the type that it began with
  return steps.reduce<QueryCreator<Tables>>((writing, [rows, step]) => (rows.length > 0 ? (step(writing) as QueryCreator<Tables>) : writing), db)
}

const copyRow = (document: string, { person, source, node, at }: DocumentState['copies'][number]) => ({
  document, person, node: node ?? null, source: source === 'node' ? 'auto' as const : 'manual' as const, added_at: new Date(at),
})
