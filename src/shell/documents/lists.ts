import { queryOptions } from '@tanstack/react-query'
import { type Form, listName, listPath } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { isDate } from '#kernel/values/dates.ts'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Http } from '#providers/http.ts'
import { isReturnedAt } from './states.ts'
import type { ListQuery } from '../list/query.ts'

/** A list of documents; all lists share one page and one open tab. */
export interface DocumentListKind extends Label {
  readonly name: 'todo' | 'handled' | 'initiated' | 'cc' | 'all' | 'type'
  readonly path: string
  /** Last path segment of its call, below `/workflow/tasks/`; for the list of one form, below `/oaserver/`. */
  readonly call: string
  /** Title of the page. @default the list's name */
  readonly title?: Label
  /** List of one form: the form, whose columns are added to the common ones. */
  readonly form?: Form
}

export const documentLists: readonly DocumentListKind[] = [
  { name: 'todo', path: '/todo', call: 'todoList', cn: '待办', en: 'To do' },
  { name: 'handled', path: '/handled', call: 'doneList', cn: '我已办', en: 'Handled' },
  { name: 'initiated', path: '/initiated', call: 'myApply', cn: '我发起', en: 'Initiated' },
  { name: 'cc', path: '/cc', call: 'myGotIt', cn: '抄送', en: 'CC' },
  { name: 'all', path: '/orders', call: 'all', cn: '全部', en: 'All', title: { cn: '单据列表', en: 'Documents' } },
]

/** Query parameters that filter a list of documents; those of a form's own columns begin with `columns.`. */
export const documentFilters: readonly string[] = ['keyword', 'businessNo', 'title', 'type', 'state', 'initiator', 'departments', 'node',
  'waited', 'dates', 'quick', 'columns.']

/** Key of the open tab that the lists share. */
export const documentsTab = '/orders'

/** The list of one form's documents. */
export const typeList = (form: Form): DocumentListKind => ({ name: 'type', path: listPath(form), call: form.key, form, ...listName(form) })

/** Cache key of a list. */
export const listId = ({ name, form }: DocumentListKind): string => form?.key ?? name

/** Path of the call for the rows of a list. */
export const listCall = ({ call, form }: DocumentListKind): string => (form ? `/oaserver/${call}/page` : `/workflow/tasks/${call}`)
/** Path of the call for the totals of a list: counts, and sums of amounts. */
export const figuresCall = (
  { call, form }: DocumentListKind,
): string => (form ? `/oaserver/${call}/statistics` : `/workflow/tasks/${call}/figures`)
/** Base path of a list's export. */
export const exportBase = ({ call, form }: DocumentListKind): string => (form ? `/oaserver/${call}` : `/workflow/tasks/${call}`)

export interface DocumentPage {
  readonly records: readonly DocumentRow[]
}

/** Quick filters of the shell; document marks are quick filters as well. */
export const quickFilters = ['overdue', 'urged', 'batchPass', 'initiatorGone'] as const

/** Returns whether a document was returned for changes: in approval, waiting at its initiator. */
export const isReturned = ({ state, nodeId }: Pick<DocumentRow, 'state' | 'nodeId'>): boolean => isReturnedAt({ state }, nodeId)

/** Converts a list's address to the body of its call. */
export function bodyOf({ filters, current, size, sort }: ListQuery): Readonly<Record<string, unknown>> {
  const own = Object.entries(filters).filter(([name]) => name.startsWith(ownPrefix))
  const common = Object.fromEntries(Object.entries(filters).filter(([name]) => !name.startsWith(ownPrefix)))
  return {
    current,
    size,
    ...(sort && { orders: [{ column: sort.column, asc: sort.asc }] }),
    ...conditionsOf({ filters: common }),
    ...(own.length > 0 && { columns: Object.fromEntries(own.map(([name, text]) => [name.slice(ownPrefix.length), text])) }),
  }
}

/** The body for the rows only; totals are a separate call. */
export const rowsBody = (body: ReturnType<typeof bodyOf>): Readonly<Record<string, unknown>> => ({ ...body, figures: false })

/** The body for the filters only, without page and order. */
export const filterBody = (filters: ListQuery['filters']): Readonly<Record<string, unknown>> => conditionsOf({ filters })

/** The query of the list's export. */
export function exportQuery(query: ListQuery): Readonly<Record<string, unknown>> {
  return { ...conditionsOf(query), ...(query.sort && { order: [query.sort.column, query.sort.asc ? 'asc' : 'desc'] }) }
}

/** Prefix of a form's own columns, in addresses, filters and orders. */
export const ownPrefix = 'columns.'

const conditionsOf = ({ filters }: Pick<ListQuery, 'filters'>): Readonly<Record<string, unknown>> =>
  Object.assign({}, ...Object.entries(filters).map(([name, text]) => meanings[name]?.(text) ?? { [name]: text }))

/** Filters that are not passed as plain text. */
const meanings: Readonly<Record<string, (text: string) => Readonly<Record<string, unknown>>>> = {
  type: (text) => ({ businessType: text.split(',') }),
  departments: (text) => ({ departments: text.split(',') }),
  // an invalid value in the address is ignored
  state: (text) => (/^\d+$/.test(text) ? { state: Number(text) } : {}),
  dates: (text) => (text.split(',').filter(isDate).length === 2 ? { dateRange: text.split(',') } : {}),
  quick: (text) => {
    const chosen = text.split(',').filter(Boolean)
    const marks = chosen.filter((name) => !isQuickFilter(name))
    return { ...Object.fromEntries(chosen.filter(isQuickFilter).map((name) => [name, true])), ...(marks.length > 0 && { marks }) }
  },
}

const isQuickFilter = (name: string): boolean => quickFilters.some((known) => known === name)

/** The query for the user's latest requests, of all forms or of one. */
export const latestQuery = (http: Http, { type, size = 5 }: { readonly type?: string; readonly size?: number } = {}) =>
  queryOptions({
    queryKey: ['documents', 'initiated', 'latest', type, size],
    queryFn: ({ signal }) =>
      http.query<DocumentPage>('/workflow/tasks/myApply', { ...(type === undefined ? {} : { businessType: [type] }), current: 1, size,
        figures: false }, { signal, quiet: true }),
  })
