import type { Task } from '#approval/types.ts'

/** The people whose rows the holder of a task fills in: their own, and those of the people they stand in for. */
export const rowHoldersOf = (
  task: Pick<Task, 'person' | 'owner'> | undefined,
): readonly string[] => (task ? [task.person, ...(task.owner === undefined ? [] : [task.owner])] : [])
