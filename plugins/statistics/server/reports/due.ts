import dayjs from 'dayjs'
import type { ReportFrequency } from '../../wire.ts'

/** The last day, up to today, on which a report goes out: each day, on Mondays, on the first of the month. */
export function dueDay(frequency: ReportFrequency, today: string): string {
  const at = dayjs(today)
  if (frequency === 'daily') return today
  return (frequency === 'weekly' ? at.subtract((at.day() + 6) % 7, 'day') : at.startOf('month')).format('YYYY-MM-DD')
}
