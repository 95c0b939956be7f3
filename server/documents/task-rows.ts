import { isDeepStrictEqual } from 'node:util'
import type { DocumentState, Task } from '../../src/approval/types.ts'
import type { Flow } from '../../src/kernel/flow.ts'
import type { Label } from '../../src/kernel/label.ts'
import type { Db } from '../database/tables.ts'
import { nodeNames } from './flow-nodes.ts'

export type TaskRow = ReturnType<typeof taskRow>

/** The row of a task; also what `check:data` expects to find. */
export function taskRow(document: string, task: Task, names: ReadonlyMap<string, Label>) {
  const label = names.get(task.node) ?? { cn: task.node, en: task.node }
  return {
    id: task.id, document, node: task.node, node_cn: label.cn, node_en: label.en, round: task.round, assignee: task.person,
    state: task.state, result: task.result ?? null, origin: task.origin,
    arrived_at: task.openedAt ? new Date(task.openedAt) : null, due_at: null as Date | null, finished_at: task.finishedAt ? new Date(task.finishedAt) : null,
  }
}

/** The rows of the tasks that an action has made or changed. */
export function changedTasks(process: DocumentState, before: DocumentState | undefined, flow: Flow): TaskRow[] {
  const known = new Map(tasksOf(before).map((task) => [task.id, task]))
  const names = nodeNames(flow)
  return tasksOf(process).filter((task) => !isDeepStrictEqual(known.get(task.id), task)).map((task) => taskRow(process.id, task, names))
}

/** The statement that writes them; there must be some. */
export const writingTasks = (db: Pick<Db, 'insertInto'>, rows: readonly TaskRow[]) =>
  db.insertInto('task').values(rows).onConflict((conflict) =>
    conflict.column('id').doUpdateSet(({ ref }) => ({
      assignee: ref('excluded.assignee'), state: ref('excluded.state'), result: ref('excluded.result'), origin: ref('excluded.origin'),
      arrived_at: ref('excluded.arrived_at'), due_at: ref('excluded.due_at'), finished_at: ref('excluded.finished_at'),
    })),
  )

const tasksOf = (process: DocumentState | undefined): Task[] => process?.runs.flatMap(({ tasks }) => tasks) ?? []
