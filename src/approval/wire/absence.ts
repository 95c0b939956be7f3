/** The tasks that are open when an absence begins: they go to the substitute, or stay. */
export type OpenTasks = 'handOver' | 'keep'

const workingDay = 8 * 3_600_000

/** The choice that is proposed for an absence: tasks are handed over from one working day on. */
export const proposedForOpenTasks = (start: Date, end: Date): OpenTasks =>
  end.getTime() - start.getTime() >= workingDay ? 'handOver' : 'keep'
