import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { type ProgressTextKey, useProgressText } from './texts.ts'

/** Minutes by node id. */
export type UsualTimes = Readonly<Record<string, number>>

const none: UsualTimes = {}

/** The usual durations of a form's nodes, from recent documents; nodes with too few cases are missing. */
export function useUsualTimes(businessType: string): UsualTimes {
  const http = useHttp()
  const { data } = useQuery({
    queryKey: ['usualTimes', businessType],
    queryFn: ({ signal }) => http.get<UsualTimes>(`/workflow/usualTimes/${businessType}`, {}, { signal, quiet: true }),
    staleTime: 3_600_000,
    retry: false,
  })
  return data ?? none
}

/** Returns the text "usually 2 days" for a node; undefined if its usual duration is unknown. */
export function useUsualText(businessType: string): (node: string) => string | undefined {
  const { t } = useProgressText()
  const times = useUsualTimes(businessType)
  return (node) => {
    const minutes = times[node]
    return minutes ? t('usual', { time: usualSpan(roughly(minutes), t) }) : undefined
  }
}

const [hour, day] = [60, 1440]

/** Formats the result of {@link roughly} in minutes, hours or days. */
export function usualSpan(minutes: number, t: (key: ProgressTextKey, parameters: { count: number }) => string): string {
  if (minutes < hour) return t('usualMinutes', { count: minutes })
  return minutes < day ? t('usualHours', { count: minutes / hour }) : t('usualDays', { count: minutes / day })
}

/** Rounds a duration to whole minutes, hours or days, depending on its size; at least 1. */
export const roughly = (minutes: number): number => {
  const unit = minutes < hour ? 1 : minutes < day ? hour : day
  return Math.max(1, Math.round(minutes / unit)) * unit
}
