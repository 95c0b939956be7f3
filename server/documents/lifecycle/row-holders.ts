import type { Task } from '#approval/types.ts'

/** Whose rows the holder of a task fills in: their own, and those of whom they stand in for. */
export const rowHoldersOf = (task: Pick<Task, 'person' | 'owner'> | undefined): readonly string[] => (task ? [task.person, ...(task.owner === undefined ? [] : [task.owner])] : [])
