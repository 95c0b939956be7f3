import type { BaseRecord, CreateParams, CrudFilter, CrudSort, CustomParams, DataProvider, GetListParams, GetListResponse, GetManyParams,
  GetOneParams, MetaQuery, Pagination, UpdateParams } from '@refinedev/core'
import { pathOfCalls, type Resource } from '#kernel/resource.ts'
import type { Http, WritingHttp } from './http.ts'
import type { Parameters } from './http/request.ts'

/** A page of records. */
interface RecordPage<T> {
  readonly records: readonly T[]
  readonly total: number
  readonly current: number
  readonly size: number
}

/**
 * Builds the body of a page call from Refine's conditions. Each condition is a property named like its field: a value, a list for a set, or
 * `[from, to]` for a range with either side null; `gte` and `lte` on one field are merged to a range.
 *
 * @throws Error for an unsupported operator, or for two conditions on one field, because ignoring one would return wrong rows
 */
export function pageBody(pagination?: Pagination, filters: readonly CrudFilter[] = [], sorters: readonly CrudSort[] = []) {
  const orders = sorters.map(({ field, order }) => ({ column: field, asc: order === 'asc' }))
  return Object.assign(pageOf(pagination), orders.length > 0 && { orders }, conditionsOf(filters))
}

const largestPage = 200

const pageOf = ({ currentPage = 1, pageSize = 20, mode = 'server' }: Pagination = {}) =>
  mode === 'server' ? { current: currentPage, size: pageSize } : { current: 1, size: largestPage }

function conditionsOf(filters: readonly CrudFilter[]): Readonly<Record<string, unknown>> {
  const found = new Map<string, unknown>()
  for (const [field, condition] of filters.flatMap(conditionOf))
    found.set(field, found.has(field) ? both(field, found.get(field), condition) : condition)
  return Object.fromEntries(found)
}

function conditionOf(filter: CrudFilter): (readonly [field: string, condition: unknown])[] {
  if (filter.operator === 'and') return filter.value.flatMap(conditionOf)
  const { operator, value } = filter
  const write = conditions[operator]
  if (!write || !('field' in filter)) throw new Error(`The backend has no filter "${operator}"`)
  return isEmpty(value) ? [] : [[filter.field, write(value)]]
}

/** Merges two conditions on one field: equal ones, or the two ends of a range. */
function both(field: string, one: unknown, other: unknown): unknown {
  if (JSON.stringify(one) === JSON.stringify(other)) return one
  if (isRange(one) && isRange(other)) {
    const ends = one.map((end, side) => (end === null ? other[side] : other[side] === null ? end : undefined))
    if (!ends.includes(undefined)) return ends
  }
  throw new Error(`The backend takes one condition on "${field}"`)
}

const isRange = (condition: unknown): condition is readonly [unknown, unknown] => Array.isArray(condition) && condition.length === 2

const conditions: Partial<Record<CrudFilter['operator'], (value: unknown) => unknown>> = {
  eq: (value) => value,
  contains: (value) => value,
  in: (value) => value,
  between: (value) => value,
  gte: (value) => [value, null],
  lte: (value) => [null, value],
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

/**
 * Refine's data provider: simple-rest over our HTTP client, except for lists, which call `POST {resource}/page` with the backend's own
 * conditions (simple-rest would turn unknown filters into equality). A Refine resource is named by the path of its calls, e.g.
 * `budgetservice/costCenter`.
 */
export function createData(http: WritingHttp): DataProvider {
  const rest = async () => {
    const [{ default: simpleRest }, client] = await Promise.all([import('@refinedev/simple-rest'), clientOver(http)])
    return simpleRest('', client)
  }

  return {
    getApiUrl: () => '',
    async getList<TData extends BaseRecord>({ resource, pagination, filters, sorters }: GetListParams) {
      const page = await http.query<RecordPage<TData>>(`/${resource}/page`, pageBody(pagination, filters, sorters))
      return { ...page, data: [...page.records], total: page.total } satisfies GetListResponse<TData>
    },
    getOne: async (params) => (await rest()).getOne(params),
    /** `meta.quiet`: the caller shows failures itself; `meta.succeeded`: receives the message of a success. */
    async create<TData extends BaseRecord, TVariables>({ resource, variables, meta }: CreateParams<TVariables>) {
      return { data: await http.post<TData>(`/${resource}`, variables, { ...optionsOf(meta), adds: true }) }
    },
    /** The body has the id and version of the record. */
    async update<TData extends BaseRecord, TVariables>({ resource, id, variables, meta }: UpdateParams<TVariables>) {
      return { data: await http.put<TData>(`/${resource}`, { ...variables, id }, optionsOf(meta)) }
    },
    deleteOne: async (params) => (await rest()).deleteOne(params),
    /** Calls any path of the backend, with or without leading slash. `meta.reads`: a POST without side effects. */
    async custom<TData extends BaseRecord, TQuery, TPayload>({ url, method, payload, query, meta }: CustomParams<TQuery, TPayload>) {
      const options = optionsOf(meta)
      const ask = method === 'post' && meta?.['reads'] === true ? http.query : methods[method]?.(http)
      if (!ask) throw new Error(`The backend has no method "${method}"`)
      return { data: await ask<TData>(url.startsWith('/') ? url : `/${url}`, (payload ?? query) as Parameters, options) }
    },
  }
}

const methods: Partial<
  Record<CustomParams['method'], (http: WritingHttp) => <Answer>(path: string, body?: Parameters, options?: object) => Promise<Answer>>
> = {
  get: ({ get }) => get,
  post: ({ post }) => post,
  put: ({ put }) => put,
  delete: ({ delete: remove }) => remove,
}

const optionsOf = (meta: MetaQuery | undefined) => ({ quiet: meta?.['quiet'] === true,
  succeeded: meta?.['succeeded'] as ((message: string) => void) | undefined })

/** An axios instance for simple-rest that sends its requests through our client, which adds session, language and failure messages. */
async function clientOver(http: WritingHttp) {
  const { default: axios } = await import('axios')
  return axios.create({
    adapter: async (config) => {
      const send = methods[config.method as CustomParams['method']]?.(http)
      if (!send) throw new Error(`The backend has no method "${config.method}"`)
      const body = typeof config.data === 'string' ? (JSON.parse(config.data) as Parameters) : (config.params as Parameters)
      return { data: await send(config.url ?? '', body), status: 200, statusText: 'OK', headers: {}, config }
    },
  })
}

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

/**
 * Refine resources for the records that fields refer to: `person`, `department`, and the names under which modules offer records. Lists
 * contain the records that the user may choose, with `id`, `code` and `name`; a `contains` filter on any field is the keyword. Read-only.
 */
export function createReferences(http: Http): DataProvider {
  const find = <Row extends BaseRecord>(resource: string, ids: readonly unknown[]) =>
    http.query<Row[]>(`/system/reference/${resource}/find`, { ids: ids.map(String) })
  return {
    getApiUrl: () => '',
    async getList<Row extends BaseRecord>({ resource, pagination, filters }: GetListParams) {
      const page = await http.query<RecordPage<Row>>(`/system/reference/${resource}/page`, { ...pageBody(pagination),
        ...keywordOf(filters) })
      return { data: [...page.records], total: page.total }
    },
    /** @throws Error (404) if no record that the user may see has the id */
    async getOne<Row extends BaseRecord>({ resource, id }: GetOneParams) {
      const [data] = await find<Row>(resource, [id])
      if (!data) throw Object.assign(new Error(`No ${resource} has the id ${id}`), { statusCode: 404 })
      return { data }
    },
    getMany: async <Row extends BaseRecord>({ resource, ids }: GetManyParams) => ({ data: await find<Row>(resource, ids) }),
    create: readOnly,
    update: readOnly,
    deleteOne: readOnly,
  }
}

const readOnly = (): Promise<never> => Promise.reject(new Error('References are read only: change the records themselves'))

/** @throws Error for a filter that is not a keyword */
function keywordOf(filters: readonly CrudFilter[] = []): { readonly keyword?: string } {
  const given = filters.filter(({ value }) => value !== undefined && value !== null && value !== '')
  const other = given.find(({ operator }) => operator !== 'contains')
  if (other || given.length > 1) throw new Error(`References are found by one "contains" filter, not by "${(other ?? given[1])!.operator}"`)
  return given[0] ? { keyword: String(given[0].value) } : {}
}

/** Paths of a resource's calls, relative to the client's base. */
export const callsOf = (resource: Pick<Resource, 'base' | 'name' | 'calls'>) => {
  const root = pathOfCalls(resource)
  return {
    page: `${root}/page`,
    list: `${root}/list`,
    /** POST creates a record, PUT (with id and version in the body) updates it. */
    write: root,
    one: (id: string | number) => `${root}/${encodeURIComponent(id)}`,
    enable: (id: string | number) => `${root}/enable/${encodeURIComponent(id)}`,
  }
}
