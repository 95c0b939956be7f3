import { todayOf } from '#kernel/values/dates.ts'
import type { Age } from '#kernel/values/ages.ts'
import type { Text } from '../text.tsx'

/** Formats a waiting time: hours below a day, then days. */
export function waitingText(hours: number | null, { t }: Pick<Text, 't'>): string {
  if (hours === null) return '—'
  if (hours < 1) return t('duration.justNow')
  return hours < 24 ? t('duration.hours', { n: hours }) : t('duration.days', { n: Math.floor(hours / 24) })
}

/** Formats a range of waiting days. */
export const saidAge = ({ from, to }: Age,
  t: Text['t']): string => (to === undefined ? t('age.over', { n: from - 1 }) : t('age.days', { from, to }))

/** Formats a time in a list: month, day and minute in the current year, else the date. */
export function shortTime(time: string | null, year = todayOf(new Date()).slice(0, 4)): string {
  if (!time) return '—'
  return time.startsWith(`${year}-`) ? time.slice(5, 16) : time.slice(0, 10)
}
