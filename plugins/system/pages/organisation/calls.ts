import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { PageOf, UsageCount, UsageRecord, UnitDetail, UnitMember, UnitNode } from '#plugins/system/unit-wire.ts'

export const path = '/system/org'

/** The key of all reads of this page, so that a change reloads all of them. */
export const organisationKey = ['organisation'] as const

export interface TreeFilter {
  readonly keyword: string
  readonly isDisabledOnly: boolean
}

/** The units that match, with those above them. */
export const treeQuery = (http: Http, { keyword, isDisabledOnly }: TreeFilter) =>
  queryOptions({
    queryKey: [...organisationKey, 'tree', keyword, isDisabledOnly],
    queryFn: () =>
      http.get<readonly UnitNode[]>(path, { ...(keyword && { keyword }), ...(isDisabledOnly && { enable: 'false' }) }, { quiet: true }),
  })

/** One unit with its names, codes and officers. */
export const unitQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [...organisationKey, 'unit', id], queryFn: () => http.get<UnitDetail>(`${path}/${id}`, {}, { quiet: true }) })

/** A page of the people of a unit. */
export const membersQuery = (http: Http, id: string, query: { keyword: string; current: number; size: number }) =>
  queryOptions({ queryKey: [...organisationKey, 'members', id, query], queryFn: () =>
    http.query<PageOf<UnitMember>>(`${path}/${id}/people/page`, query, { quiet: true }) })

/** A unit with everything below it, or a person. */
export type UsageSubject = { readonly unit: string } | { readonly person: string }

const pathOf = (
  subject: UsageSubject,
) => ('unit' in subject ? `${path}/${subject.unit}/usages` : `${path}/people/${subject.person}/usages`)

/** The number of records that name a unit or person, for each kind of record. */
export const usagesQuery = (http: Http, subject: UsageSubject) =>
  queryOptions({ queryKey: [...organisationKey, 'usages', subject], queryFn: () =>
    http.get<readonly UsageCount[]>(pathOf(subject), {}, { quiet: true }) })

/** A page of the records of one kind that name a unit or person. */
export const usagesPage = (http: Http, subject: UsageSubject, query: { kind: string; current: number; size: number }) =>
  queryOptions({ queryKey: [...organisationKey, 'usages', subject, query], queryFn: () =>
    http.query<PageOf<UsageRecord>>(`${pathOf(subject)}/page`, query, { quiet: true }) })

/** The outcome of the hand-over of one document. */
export interface HandedOver {
  readonly document: string
  readonly tasks: number
  readonly reason: string | null
}
