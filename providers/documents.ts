import type { BaseRecord, DataProvider, GetListParams, GetOneParams } from '@refinedev/core'
import { createData } from './data.ts'
import { pageBody } from './filters.ts'
import type { WritingHttp } from './http.ts'

/** Call and body of a list of documents, passed as `meta` of `useList`. */
export interface DocumentListMeta {
  /** Path of the call, e.g. `/workflow/tasks/todoList`. */
  readonly call: string
  /** Page, order and conditions, in the format of the call. */
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Documents as a Refine resource. Lists contain the documents readable to the user, or those of the list in `meta`
 * ({@link DocumentListMeta}), whose totals are a separate call. A single document is read by its id and its form (`meta.businessType`).
 * Documents are changed by actions, not by updates.
 */
export function createDocuments(http: WritingHttp): DataProvider {
  return {
    ...createData(http),
    async getList<Row extends BaseRecord>({ pagination, filters, sorters, meta }: GetListParams) {
      const named = meta as Partial<DocumentListMeta> | undefined
      const body = named?.body ?? pageBody(pagination, filters, sorters)
      const { records, total } = await http.query<{ records: Row[]; total?: number }>(named?.call ?? all, body, { signal: signalOf(meta) })
      return { data: records, total: total ?? records.length }
    },
    async getOne<Row extends BaseRecord>({ id, meta }: GetOneParams) {
      const data = await http.get<Row>(`/oaserver/${String(meta?.['businessType'])}/detail`, { procInstId: id }, { signal: signalOf(meta),
        quiet: true })
      return { data }
    },
    create: onlyByAction,
    update: onlyByAction,
    deleteOne: onlyByAction,
  }
}

const all = '/workflow/tasks/all'

const onlyByAction = (): Promise<never> => Promise.reject(new Error('A document is changed by an action, see its page'))

/** The query's abort signal. Reading it tells Refine that the query supports cancellation. */
const signalOf = (meta: { readonly queryContext?: { readonly signal?: AbortSignal } } | undefined): AbortSignal | undefined =>
  meta?.queryContext?.signal
