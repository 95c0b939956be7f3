import dayjs from 'dayjs'
import { instantOf, todayOf } from '#kernel/values/dates.ts'
import type { Host } from '#server/host.ts'

/** The day up to whose end documents are counted, and the instant at which it ended. */
export function dataUpTo(host: Pick<Host, 'clock'>): { readonly dataDate: string; readonly before: Date } {
  const today = todayOf(host.clock.now())
  return { dataDate: dayjs(today).subtract(1, 'day').format('YYYY-MM-DD'), before: instantOf(`${today} 00:00:00`)! }
}
