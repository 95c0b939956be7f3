import type { DocumentRow } from '#approval/wire/document-row.ts'
import { type Form, listName, listPath } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { isReturnedAt } from './states.ts'

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
