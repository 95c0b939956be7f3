import dayjs from 'dayjs'
import { startOfDay, todayOf } from '#kernel/values/dates.ts'
import type { Host } from '#server/host.ts'

/** The day up to which documents are counted, yesterday, and the instant at which it ended. */
export function dataUpTo(host: Pick<Host, 'clock'>): { readonly dataDate: string; readonly before: Date } {
  const before = startOfDay(todayOf(host.clock.now()))
  return { dataDate: lastDayBefore(before), before }
}

/** The last full day before an instant. */
export const lastDayBefore = (before: Date): string => dayjs(todayOf(before)).subtract(1, 'day').format('YYYY-MM-DD')
