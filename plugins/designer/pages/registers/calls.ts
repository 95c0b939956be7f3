import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { ListQuery } from '#shell/list/query.ts'
import type { DesignProblem } from '../../wire.ts'
import { type DryRun, type RecordChange, type RecordUse, registerDesignPath, type RegisterContent, type RegisterDesign,
  type RegisterDesignRow, type RegisterPublication } from '../../registers/wire.ts'

const quiet = { quiet: true } as const

/** Query key of all reads about registers; changing a register invalidates all of them. */
export const registersKey = 'register-designs'

/** A page of the registers. */
export const pageQuery = (http: Http, { filters, current, size }: ListQuery) =>
  queryOptions({
    queryKey: [registersKey, 'page', filters, current, size],
    queryFn: () =>
      http.get<{ records: readonly RegisterDesignRow[]; total: number }>(`${registerDesignPath}/page`, { ...filters, current, size },
        quiet),
    placeholderData: keepPreviousData,
  })

/** A register with its draft; not refetched while its editor is open. */
export const registerQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [registersKey, 'one', id], staleTime: Infinity, queryFn: ({ signal }) =>
    http.get<RegisterDesign>(`${registerDesignPath}/${id}`, {}, { ...quiet, signal }) })

/** The server's check of a content, which need not be stored. */
export const checkQuery = (http: Http, content: RegisterContent) =>
  queryOptions({ queryKey: [registersKey, 'check', content], staleTime: 60_000, retry: false, queryFn: ({ signal }) =>
    http.query<readonly DesignProblem[]>(`${registerDesignPath}/check`, content, { ...quiet, signal }) })

/** The effect on the records of publishing the draft, or of rolling back to a version; null where the content has problems. */
export const dryRunQuery = (http: Http, { id, revision }: Pick<RegisterDesign, 'id' | 'revision'>, version?: number) =>
  queryOptions({ queryKey: [registersKey, 'dry-run', id, revision, version], gcTime: 0, queryFn: ({ signal }) =>
    http.get<DryRun | null>(`${registerDesignPath}/${id}/dry-run`, version === undefined ? {} : { version }, { ...quiet, signal }) })

/** The publications of a register. */
export const historyQuery = (http: Http, id: string) =>
  queryOptions({ queryKey: [registersKey, 'history', id], queryFn: ({ signal }) =>
    http.get<readonly RegisterPublication[]>(`${registerDesignPath}/${id}/history`, {}, { ...quiet, signal }) })

/** A record of a register. */
export const recordQuery = (http: Http, calls: string, id: string) =>
  queryOptions({ queryKey: [registersKey, 'record', calls, id], queryFn: ({ signal }) =>
    http.get<Readonly<Record<string, unknown>> & { readonly id: string }>(`${calls}/${id}`, {}, { ...quiet, signal }) })

/** A page of the changes of a record, the newest first. */
export const changesQuery = (http: Http, calls: string, { id, current }: { readonly id: string; readonly current: number }) =>
  queryOptions({ queryKey: [registersKey, 'changes', calls, id, current], placeholderData: keepPreviousData, queryFn: ({ signal }) =>
    http.get<{ records: readonly RecordChange[]; total: number }>(`${calls}/${id}/history`, { current, size: 20 }, { ...quiet, signal }) })

/** Documents and records that refer to a record. */
export const usesQuery = (http: Http, calls: string, id: string) =>
  queryOptions({ queryKey: [registersKey, 'uses', calls, id], queryFn: ({ signal }) =>
    http.get<readonly RecordUse[]>(`${calls}/${id}/uses`, {}, { ...quiet, signal }) })
