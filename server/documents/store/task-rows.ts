import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { system } from '#approval/event.ts'
import type { DocumentState, Task } from '#approval/types.ts'
import type { Flow } from '#kernel/flow.ts'
import { approvalNode } from '#kernel/flow-nodes.ts'
import type { Label } from '#kernel/wording/label.ts'
import { afterWorkingHours, type WorkingCalendar } from '#kernel/values/working-time.ts'
import type { Db } from '#server/database/tables.ts'
import { nodeNames } from '../definitions/flow-nodes.ts'

/** A task's row with the time until which it is to be handled. */
export type TaskRow = ReturnType<typeof taskRow> & { readonly due_at: Date | null }

/** The facts that tell when a task falls due. */
export interface Terms {
  readonly flow: Flow
  readonly evaluation: { readonly calendar: WorkingCalendar }
}

/** The task's row as it follows from the history; also what `check:data` expects to find. */
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
    state: task.state,
    result: task.result ?? null,
    origin: task.origin,
    arrived_at: task.openedAt ? new Date(task.openedAt) : null,
    finished_at: task.finishedAt ? new Date(task.finishedAt) : null,
  }
}

/** The rows of the tasks that an action has made or changed. */
export function changedTasks(process: DocumentState, before: DocumentState | undefined,
  { flow, evaluation: { calendar } }: Terms): TaskRow[] {
  const known = new Map(tasksOf(before).map((task) => [task.id, task]))
  const names = nodeNames(flow)
  return tasksOf(process).filter((task) => !isDeepStrictEqual(known.get(task.id), task)).map((task) => ({
    ...taskRow(process.id, task, names),
    due_at: dueAt(task, flow, calendar),
  }))
}

/** The statement that writes them; there must be some. */
export const writingTasks = (db: Pick<Db, 'insertInto'>, rows: readonly TaskRow[]) =>
  db.insertInto('task').values(rows).onConflict((conflict) =>
    conflict.column('id').doUpdateSet(({ ref }) => ({
      assignee: ref('excluded.assignee'),
      owner: ref('excluded.owner'),
      state: ref('excluded.state'),
      result: ref('excluded.result'),
      origin: ref('excluded.origin'),
      arrived_at: ref('excluded.arrived_at'),
      due_at: ref('excluded.due_at'),
      finished_at: ref('excluded.finished_at'),
      // a holder who gets more time is reminded anew when that is over
      overdue_told: sql<number>`case when task.due_at is distinct from excluded.due_at then 0 else task.overdue_told end`,
    }))
  )

/** A task of an initiator never falls due: it is their own matter. */
function dueAt({ openedAt, node, person }: Task, flow: Flow, calendar: WorkingCalendar): Date | null {
  const block = approvalNode(flow, node)
  const hours = block?.dueHours ?? flow.settings.overdueHours ?? 0
  return block && openedAt && hours > 0 && person !== system ? afterWorkingHours(new Date(openedAt), hours, calendar) : null
}

const tasksOf = (process: DocumentState | undefined): Task[] => process?.runs.flatMap(({ tasks }) => tasks) ?? []
