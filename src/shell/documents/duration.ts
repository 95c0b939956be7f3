import { todayOf } from '#kernel/values/dates.ts'
import type { Age } from '#kernel/values/ages.ts'
import type { Text } from '../text.tsx'

/** The time that something waits: hours up to a day, then days. */
export function waitingText(hours: number | null, { t }: Pick<Text, 't'>): string {
  if (hours === null) return '—'
  if (hours < 1) return t('duration.justNow')
  return hours < 24 ? t('duration.hours', { n: hours }) : t('duration.days', { n: Math.floor(hours / 24) })
}

/** A range of days that something has waited. */
export const saidAge = ({ from, to }: Age,
  t: Text['t']): string => (to === undefined ? t('age.over', { n: from - 1 }) : t('age.days', { from, to }))

/** A moment in a list: month, day and minute of this year's, the whole date of another year's. */
export function shortTime(time: string | null, year = todayOf(new Date()).slice(0, 4)): string {
  if (!time) return '—'
  return time.startsWith(`${year}-`) ? time.slice(5, 16) : time.slice(0, 10)
}
