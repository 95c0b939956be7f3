import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { type ProgressTextKey, useProgressText } from './text.ts'

/** Minutes by node. */
export type UsualTimes = Readonly<Record<string, number>>

const none: UsualTimes = {}

/** The usual time of the nodes of a process, as its latest documents tell; a node with few cases is not in it. */
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

/** "usually 2 days" of a node; undefined where nobody can say. */
export function useUsualText(businessType: string): (node: string) => string | undefined {
  const { t } = useProgressText()
  const times = useUsualTimes(businessType)
  return (node) => {
    const minutes = times[node]
    return minutes ? t('usual', { time: usualSpan(roughly(minutes), t) }) : undefined
  }
}

const [hour, day] = [60, 1440]

/** Whole minutes, hours or days of {@link roughly}, in words. */
export function usualSpan(minutes: number, t: (key: ProgressTextKey, parameters: { count: number }) => string): string {
  if (minutes < hour) return t('usualMinutes', { count: minutes })
  return minutes < day ? t('usualHours', { count: minutes / hour }) : t('usualDays', { count: minutes / day })
}

/** Durations are shown in whole hours within a day, in whole days after it. */
export const roughly = (minutes: number): number => {
  const unit = minutes < hour ? 1 : minutes < day ? hour : day
  return Math.max(1, Math.round(minutes / unit)) * unit
}
