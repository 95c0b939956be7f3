import type { BaseRecord, CrudFilter, DataProvider, GetListParams, GetManyParams, GetOneParams } from '@refinedev/core'
import { pageBody, type RecordPage } from './filters.ts'
import type { Http } from './http.ts'

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
