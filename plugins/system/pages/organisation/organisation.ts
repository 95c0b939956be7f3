import { queryOptions } from '@tanstack/react-query'
import { definePartText } from '#fields/text.ts'
import type { Http } from '#providers/http.ts'
import type { PageOf, UnitDetail, UnitMember, UnitNode, UsageCount, UsageRecord } from '#plugins/system/organisation-wire.ts'
import { cn, en } from './texts.ts'

export const path = '/system/org'

/** Prefix of the keys of this page's queries, so that a change invalidates all of them. */
export const organisationKey = ['organisation'] as const

interface TreeFilter {
  readonly keyword: string
  readonly isDisabledOnly: boolean
}

/** Query for the matching units with their ancestors. */
export const treeQuery = (http: Http, { keyword, isDisabledOnly }: TreeFilter) =>
  queryOptions({
    queryKey: [...organisationKey, 'tree', keyword, isDisabledOnly],
    queryFn: () =>
      http.get<readonly UnitNode[]>(path, { ...(keyword && { keyword }), ...(isDisabledOnly && { enable: 'false' }) }, { quiet: true }),
  })

/** Query for a unit with names, codes and leaders. */
export const unitQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [...organisationKey, 'unit', id], queryFn: () => http.get<UnitDetail>(`${path}/${id}`, {}, { quiet: true }) })

/** Query for a page of a unit's members. */
export const membersQuery = (http: Http, id: string, query: { keyword: string; current: number; size: number }) =>
  queryOptions({ queryKey: [...organisationKey, 'members', id, query], queryFn: () =>
    http.query<PageOf<UnitMember>>(`${path}/${id}/people/page`, query, { quiet: true }) })

/** Subject of usages: a unit with everything below it, or a person. */
export type UsageSubject = { readonly unit: string } | { readonly person: string }

const pathOf = (
  subject: UsageSubject,
) => ('unit' in subject ? `${path}/${subject.unit}/usages` : `${path}/people/${subject.person}/usages`)

/** Query for the number of usages of a unit or person per kind of record. */
export const usagesQuery = (http: Http, subject: UsageSubject) =>
  queryOptions({ queryKey: [...organisationKey, 'usages', subject], queryFn: () =>
    http.get<readonly UsageCount[]>(pathOf(subject), {}, { quiet: true }) })

/** Query for a page of the usages of one kind. */
export const usagesPage = (http: Http, subject: UsageSubject, query: { kind: string; current: number; size: number }) =>
  queryOptions({ queryKey: [...organisationKey, 'usages', subject, query], queryFn: () =>
    http.query<PageOf<UsageRecord>>(`${pathOf(subject)}/page`, query, { quiet: true }) })

/** Result of handing over one document. */
export interface HandedOver {
  readonly document: string
  readonly tasks: number
  readonly reason: string | null
}

/** Query keys that a change of the organisation invalidates. */
export const unitQueries = [organisationKey, ['read', 'departments']] as const

export const useOrganisationText = definePartText<keyof typeof cn>({ cn, en })
