import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import { useHttp } from '#shell/backend.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { type DesignProblem, type FormContent, type FormDesign, type FormDesignRow, formDesignPath, type FormPublication, type SampleFiling,
  type ReadyDesign } from '../wire.ts'

const quiet = { quiet: true } as const

/** Query key of all reads about designs; changing a design invalidates all of them. */
export const designsKey = 'form-designs'

/** A page of the designs. */
export const pageQuery = (http: Http, { filters, current, size }: ListQuery) =>
  queryOptions({
    queryKey: [designsKey, 'page', filters, current, size],
    queryFn: () =>
      http.get<{ records: readonly FormDesignRow[]; total: number }>(`${formDesignPath}/page`, { ...filters, current, size }, quiet),
    placeholderData: keepPreviousData,
  })

/** A design with its draft; not refetched while its editor is open. */
export const designQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [designsKey, 'one', id], staleTime: Infinity, queryFn: ({ signal }) =>
    http.get<FormDesign>(`${formDesignPath}/${id}`, {}, { ...quiet, signal }) })

/** The server's check of a content, which need not be stored. */
export const checkQuery = (http: Http, content: FormContent) =>
  queryOptions({ queryKey: [designsKey, 'check', content], staleTime: 60_000, retry: false, queryFn: ({ signal }) =>
    http.query<readonly DesignProblem[]>(`${formDesignPath}/check`, content, { ...quiet, signal }) })

/** Sample documents of the stored draft, judged as filing would. */
export const sampleFilingsQuery = (http: Http, { id, revision }: Pick<FormDesign, 'id' | 'revision'>) =>
  queryOptions({ queryKey: [designsKey, 'samples', id, revision], staleTime: 0, retry: false, queryFn: ({ signal }) =>
    http.get<readonly SampleFiling[]>(`${formDesignPath}/${id}/samples`, {}, { ...quiet, signal }) })

/** The publications of a design. */
export const historyQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [designsKey, 'history', id], queryFn: ({ signal }) =>
    http.get<readonly FormPublication[]>(`${formDesignPath}/${id}/history`, {}, { ...quiet, signal }) })

/** A published version; it never changes. */
export const versionQuery = (http: Http, id: string, version: number) =>
  queryOptions({ queryKey: [designsKey, 'version', id, version], staleTime: Infinity, queryFn: ({ signal }) =>
    http.get<FormContent>(`${formDesignPath}/${id}/version/${version}`, {}, { ...quiet, signal }) })

/** Ready designs to begin from. */
export function useLibrary(): readonly ReadyDesign[] {
  const http = useHttp()
  return useQuery({ queryKey: [designsKey, 'library'], staleTime: Infinity, queryFn: () =>
    http.get<readonly ReadyDesign[]>(`${formDesignPath}/library`, {}, quiet) }).data ?? []
}

interface GroupOption {
  readonly id: string
  readonly name: string
  readonly nameEn: string
}

/** The groups of forms on the start page. */
export function useGroups(): readonly GroupOption[] {
  const http = useHttp()
  return useQuery({ queryKey: [designsKey, 'groups'], staleTime: Infinity, queryFn: () =>
    http.get<readonly GroupOption[]>('/workflow/process/group/list', {}, quiet) }).data ?? []
}

interface RoleOption {
  readonly key: string
  /** "中文/English" */
  readonly name: string
}

/** The roles of the company; none where the reader may not list them. */
export function useRoles(): readonly RoleOption[] {
  const http = useHttp()
  return useQuery({ queryKey: [designsKey, 'roles'], staleTime: 60_000, retry: false, queryFn: () =>
    http.get<readonly RoleOption[]>('/system/role/list', {}, quiet) }).data ?? []
}
