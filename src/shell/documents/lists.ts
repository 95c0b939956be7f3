import type { DocumentRow } from '#approval/wire/document-row.ts'
import { type Form, listName, listPath } from '#kernel/form.ts'
import type { Label } from '#kernel/wording/label.ts'
import { isReturnedAt } from './states.ts'

/** One of the lists of documents; they share one page and one open tab. */
export interface DocumentListKind extends Label {
  readonly name: 'todo' | 'handled' | 'initiated' | 'cc' | 'all' | 'type'
  readonly path: string
  /** Last part of its call, below `/workflow/tasks/`; of the list of one type, below `/oaserver/`. */
  readonly call: string
  /** The title of its page, where that is not the list's own name. */
  readonly title?: Label
  /** Of the list of one type: its form, whose columns are shown beside the common ones. */
  readonly form?: Form
}

export const documentLists: readonly DocumentListKind[] = [
  { name: 'todo', path: '/todo', call: 'todoList', cn: '待办', en: 'To do' },
  { name: 'handled', path: '/handled', call: 'doneList', cn: '我已办', en: 'Handled' },
  { name: 'initiated', path: '/initiated', call: 'myApply', cn: '我发起', en: 'Initiated' },
  { name: 'cc', path: '/cc', call: 'myGotIt', cn: '抄送', en: 'CC' },
  { name: 'all', path: '/orders', call: 'all', cn: '全部', en: 'All', title: { cn: '单据列表', en: 'Documents' } },
]

/** Parameters of an address that narrow a list of documents; those of a form's own columns begin with `columns.`. */
export const documentFilters: readonly string[] = ['keyword', 'businessNo', 'title', 'type', 'state', 'initiator', 'departments', 'node',
  'waited', 'dates', 'quick', 'columns.']

/** The open tab that the lists share. */
export const documentsTab = '/orders'

/** The documents of one type. */
export const typeList = (form: Form): DocumentListKind => ({ name: 'type', path: listPath(form), call: form.key, form, ...listName(form) })

/** The key of a list in the cache. */
export const listId = ({ name, form }: DocumentListKind): string => form?.key ?? name

/** The call for the rows of a list. */
export const listCall = ({ call, form }: DocumentListKind): string => (form ? `/oaserver/${call}/page` : `/workflow/tasks/${call}`)
/** The call for the figures of a list: the numbers of its documents, and sums where a type has some. */
export const figuresCall = (
  { call, form }: DocumentListKind,
): string => (form ? `/oaserver/${call}/statistics` : `/workflow/tasks/${call}/figures`)
/** The address below which a list is exported. */
export const exportBase = ({ call, form }: DocumentListKind): string => (form ? `/oaserver/${call}` : `/workflow/tasks/${call}`)

export interface DocumentPage {
  readonly records: readonly DocumentRow[]
}

/** Quick filters of the shell; marks that modules declare are quick filters as well. */
export const quickFilters = ['overdue', 'urged', 'batchPass', 'initiatorGone'] as const

/** Returned for change: in approval, waiting at its initiator. */
export const isReturned = ({ state, nodeId }: Pick<DocumentRow, 'state' | 'nodeId'>): boolean => isReturnedAt({ state }, nodeId)
