import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { DocumentProgress } from '#approval/wire/path.ts'
import type { ProgressTextKey } from './texts.ts'

export interface ProgressTarget {
  readonly procInstId: string
  readonly businessType: string
}

/** The query for a document's progress; invalidated with all document queries. */
export const progressQuery = (http: Http, { procInstId, businessType }: ProgressTarget) =>
  queryOptions({
    queryKey: ['document', businessType, procInstId, 'progress'],
    queryFn: ({ signal }) =>
      http.query<DocumentProgress>('/workflow/getProcessInstanceNodeInfo', { procInstId, businessType }, { signal, quiet: true }),
  })

const [hour, day] = [60, 1440]

/** Formats a duration in its two largest units: minutes below an hour, hours below a day, then days and hours. */
export function spanText(minutes: number, t: (key: ProgressTextKey, parameters?: Record<string, number>) => string): string {
  if (minutes < 1) return t('underMinute')
  if (minutes < hour) return t('minutes', { n: minutes })
  if (minutes < day) return t('hours', { n: Math.floor(minutes / hour) })
  const [days, hours] = [Math.floor(minutes / day), Math.floor((minutes % day) / hour)]
  return hours === 0 ? t('days', { n: days }) : t('daysHours', { n: days, m: hours })
}
