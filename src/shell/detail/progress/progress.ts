import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Reason } from '#approval/types.ts'
import type { PathPerson } from '#shell/form/preview/path.ts'
import type { ProgressTextKey } from './text.ts'

/** One node of a document's round. */
export interface ProgressNode {
  readonly nodeId: string
  readonly nodeName: string
  readonly nodeNameEn: string
  /** 0 start, 1 approval, 3 CC, -1 end. */
  readonly nodeType: number
  readonly approvalTypeCode: number
  readonly state: 'done' | 'running' | 'coming' | 'skipped' | 'stopped'
  readonly userList: readonly (PathPerson & { readonly state: 'done' | 'running' | 'waiting' })[]
  readonly enteredTime: string | null
  readonly finishedTime: string | null
  /** The time that it took, or has taken so far. */
  readonly minutes: number | null
  readonly overdue: boolean
  readonly why: Reason | null
}

export interface MapCondition {
  /** In words; null for one that is more than a comparison of fields, or that the reader is not to know. */
  readonly text: Label | null
  readonly holds: boolean
}

export interface MapNode extends Label {
  readonly kind: 'node'
  readonly nodeId: string
  readonly nodeType: number
  /** The condition under which it is entered; null: always. */
  readonly condition: MapCondition | null
}

export interface MapBranch {
  readonly condition: MapCondition | null
  readonly taken: boolean
  readonly steps: readonly MapStep[]
}

export interface MapBranches {
  readonly kind: 'branches'
  readonly id: string
  readonly block: 'exclusive' | 'inclusive' | 'parallel'
  readonly branches: readonly MapBranch[]
}

export type MapStep = MapNode | MapBranches

/** The progress of a document, and the flow that it is bound to. */
export interface ProcessTimeline {
  readonly progress: readonly ProgressNode[]
  readonly map: readonly MapStep[]
}

export interface ProgressTarget {
  readonly procInstId: string
  readonly businessType: string
}

/** Asks for the timeline of a document's round; asked again whenever documents have changed. */
export const progressQuery = (http: Http, { procInstId, businessType }: ProgressTarget) =>
  queryOptions({
    queryKey: ['document', businessType, procInstId, 'progress'],
    queryFn: ({ signal }) =>
      http.query<ProcessTimeline>('/workflow/getProcessInstanceNodeInfo', { procInstId, businessType }, { signal, quiet: true }),
  })

const [hour, day] = [60, 1440]

/** A span in its two largest units: minutes up to an hour, hours up to a day, then days and hours. */
export function spanText(minutes: number, t: (key: ProgressTextKey, parameters?: Record<string, number>) => string): string {
  if (minutes < 1) return t('underMinute')
  if (minutes < hour) return t('minutes', { n: minutes })
  if (minutes < day) return t('hours', { n: Math.floor(minutes / hour) })
  const [days, hours] = [Math.floor(minutes / day), Math.floor((minutes % day) / hour)]
  return hours === 0 ? t('days', { n: days }) : t('daysHours', { n: days, m: hours })
}
