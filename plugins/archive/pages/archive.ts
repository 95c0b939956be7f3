import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { ListQuery } from '#shell/list/query.ts'
import type { ArchiveCompany, ArchiveDownload, ArchivePackage } from '../wire.ts'

export const path = '/oaserver/archive'
export const archiveKey = 'archive'
const quiet = { quiet: true } as const
/** Milliseconds between two questions how far packages are. */
const pace = 2_500

/** Returns whether a package is still to be made, or being made. */
export const isUnderWay = ({ state }: Pick<ArchivePackage, 'state'>): boolean => state === 'waiting' || state === 'building'

/** A page of packages; while one of them is under way it is asked for again every 2.5 s. */
export const packagesQuery = (http: Http, { filters, current, size }: ListQuery) =>
  queryOptions({
    queryKey: [archiveKey, 'page', filters, current, size],
    queryFn: () => http.query<{ records: readonly ArchivePackage[]; total: number }>(`${path}/page`, { ...filters, current, size }, quiet),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.records.some(isUnderWay) ? pace : false),
  })

/** The companies whose books the person may archive. */
export const companiesQuery = (http: Http) =>
  queryOptions({ queryKey: [archiveKey, 'companies'], queryFn: () => http.get<readonly ArchiveCompany[]>(`${path}/companies`, {}, quiet) })

/** The downloads of one package: who fetched it, and when. */
export const downloadsQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [archiveKey, 'downloads', id], queryFn: () =>
    http.get<readonly ArchiveDownload[]>(`${path}/${id}/downloads`, {}, quiet) })
