import { isDeepStrictEqual } from 'node:util'
import { system } from '#approval/event.ts'
import type { DocumentState, Task } from '#approval/types.ts'
import type { Flow } from '#kernel/flow.ts'
import { approvalNode } from '#kernel/flow/flow-nodes.ts'
import type { Label } from '#kernel/wording/label.ts'
import { afterWorkingHours, type WorkingCalendar } from '#kernel/values/working-time.ts'
import { insertRows } from '#server/database/statements/text-statements.ts'
import { nodeNames } from '../definitions/flow-nodes.ts'

/** A task's row with its due time. */
export type TaskRow = ReturnType<typeof taskRow> & { readonly due_at: Date | null }

/** The inputs of a task's due time. */
export interface Terms {
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
    state: task.state,
    result: task.result ?? null,
    origin: task.origin,
    arrived_at: task.openedAt ? new Date(task.openedAt) : null,
    finished_at: task.finishedAt ? new Date(task.finishedAt) : null,
  }
}

/** The rows of tasks that an action has created or changed. */
export function changedTasks(process: DocumentState, before: DocumentState | undefined,
  { flow, evaluation: { calendar } }: Terms): TaskRow[] {
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
export const insertTasks = insertRows('task', { id: 'text', document: 'text', node: 'text', node_cn: 'text', node_en: 'text', round: 'int',
  assignee: 'text', owner: 'text', state: 'text', result: 'text', origin: 'text', arrived_at: 'timestamptz', finished_at: 'timestamptz',
  due_at: 'timestamptz' }, `
  on conflict (id) do update set assignee = excluded.assignee, owner = excluded.owner, state = excluded.state, result = excluded.result,
    origin = excluded.origin, arrived_at = excluded.arrived_at, due_at = excluded.due_at, finished_at = excluded.finished_at,
    overdue_told = case when task.due_at is distinct from excluded.due_at then 0 else task.overdue_told end`)

/** The due time of a task; null for tasks of initiators. */
function dueAt({ openedAt, node, person }: Task, flow: Flow, calendar: WorkingCalendar): Date | null {
  const block = approvalNode(flow, node)
  const hours = block?.dueHours ?? flow.settings.overdueHours ?? 0
  return block && openedAt && hours > 0 && person !== system ? afterWorkingHours(new Date(openedAt), hours, calendar) : null
}

const tasksOf = (process: DocumentState | undefined): Task[] => process?.runs.flatMap(({ tasks }) => tasks) ?? []
