import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { ListQuery } from '#shell/list/query.ts'
import type { ArchiveCompany, ArchiveDownload, ArchivePackage } from '../wire.ts'

export const path = '/oaserver/archive'
export const archiveKey = 'archive'
const quiet = { quiet: true } as const
/** Milliseconds between two questions how far packages are. */
const pace = 2_500

export const isUnderWay = ({ state }: Pick<ArchivePackage, 'state'>): boolean => state === 'waiting' || state === 'building'

export const packagesQuery = (http: Http, { filters, current, size }: ListQuery) =>
  queryOptions({
    queryKey: [archiveKey, 'page', filters, current, size],
    queryFn: () => http.query<{ records: readonly ArchivePackage[]; total: number }>(`${path}/page`, { ...filters, current, size }, quiet),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.records.some(isUnderWay) ? pace : false),
  })

export const companiesQuery = (http: Http) =>
  queryOptions({ queryKey: [archiveKey, 'companies'], queryFn: () => http.get<readonly ArchiveCompany[]>(`${path}/companies`, {}, quiet) })

export const downloadsQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [archiveKey, 'downloads', id], queryFn: () =>
    http.get<readonly ArchiveDownload[]>(`${path}/${id}/downloads`, {}, quiet) })
