import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '../../../providers/http.ts'
import type { FieldDefinition } from '../../kernel/fields.ts'
import type { Candidate } from '../types.ts'

/** A document that may be linked, as the picker's call answers it. */
export interface Linkable extends Candidate {
  readonly parentId: string
  /** "中文/English" */
  readonly label: string
  readonly description: string
  readonly businessType: string
  readonly state: number
  readonly starter: string
  readonly starterName: string | null
  readonly period: readonly [string, string] | null
  /** Decimal texts in RMB. */
  readonly amount: string | null
  readonly remainingAmount: string | null
  /** Number of a live document that claims it. */
  readonly claimedBy: string | null
}

interface LinkablePage {
  readonly records: readonly Linkable[]
  readonly total: number
}

export const pageSize = 10

/** A page of what a link field accepts, of those that the person may read; latest first. */
export const linkableQuery = (http: Http, { links = [], linkStates = ['completed'], own }: FieldDefinition, { label, current }: { label: string; current: number }) =>
  queryOptions({
    queryKey: ['linkable', links, linkStates, own, label, current],
    queryFn: () => http.query<LinkablePage>('/workflow/getProcess', { current, size: pageSize, label, links, linkStates, own: own === true }, { quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
