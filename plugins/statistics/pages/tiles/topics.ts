import type { StatisticsTopic } from '#kernel/statistics.ts'

/** The frames of the first page of statistics, in their order. */
export const topics = ['spending', 'budget', 'work'] as const satisfies readonly StatisticsTopic[]
