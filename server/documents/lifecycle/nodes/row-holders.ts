import type { Task } from '#approval/types.ts'

/** The people whose rows the assignee fills in: their own and those of the person they substitute for. */
export const rowHoldersOf = (
  task: Pick<Task, 'person' | 'owner'> | undefined,
): readonly string[] => (task ? [task.person, ...(task.owner === undefined ? [] : [task.owner])] : [])
