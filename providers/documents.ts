import type { BaseRecord, DataProvider, GetListParams, GetOneParams } from '@refinedev/core'
import { createData } from './data.ts'
import { pageBody } from './filters.ts'
import type { WritingHttp } from './http.ts'

/** The call and body of a list of documents, as `meta` of `useList`. */
export interface DocumentListMeta {
  /** Path of the list's call, e.g. `/workflow/tasks/todoList`. */
  readonly call: string
  /** Page, order and conditions, as the call takes them. */
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Documents as a resource of Refine: those that the reader may see, or one of the lists named in `meta`
 * ({@link DocumentListMeta}), whose figures are asked for beside its rows. One document is read by its process and its
 * type (`meta.businessType`). Documents are changed by actions, never by a plain update.
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

/** Refine hands the signal of the query over where it is first read. */
const signalOf = (meta: { readonly queryContext?: { readonly signal?: AbortSignal } } | undefined): AbortSignal | undefined =>
  meta?.queryContext?.signal
