import type { BaseRecord, CreateParams, CustomParams, DataProvider, GetListParams, GetListResponse, MetaQuery,
  UpdateParams } from '@refinedev/core'
import { pageBody, type RecordPage } from './filters.ts'
import type { WritingHttp } from './http.ts'
import type { Parameters } from './http/request.ts'

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
