import type { ReportsAnswer } from '../../wire.ts'

export type Report = ReportsAnswer[number]

/** The calls of a person's own reports. */
export const reportsPath = '/oaserver/statistics/reports'
