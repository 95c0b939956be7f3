import { useQuery } from '@tanstack/react-query'
import { useHttp } from '#shell/backend.ts'
import { spanText } from './progress.ts'
import { useProgressText } from './text.ts'

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

/** "usually 2 d" of a node; undefined where nobody can say. */
export function useUsualText(businessType: string): (node: string) => string | undefined {
  const { t } = useProgressText()
  const times = useUsualTimes(businessType)
  return (node) => {
    const minutes = times[node]
    return minutes ? t('usual', { time: spanText(roughly(minutes), t) }) : undefined
  }
}

const [hour, day] = [60, 1440]

/** Durations are shown in whole hours within a day, in whole days after it. */
export const roughly = (minutes: number): number => {
  const unit = minutes < hour ? 1 : minutes < day ? hour : day
  return Math.max(1, Math.round(minutes / unit)) * unit
}
