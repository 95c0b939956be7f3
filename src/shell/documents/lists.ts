import { type Form, listPath } from '#kernel/form.ts'
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

/** The open tab that the lists share. */
export const documentsTab = '/orders'

/** The documents of one type. */
export const typeList = (form: Form): DocumentListKind => ({ name: 'type', path: listPath(form), call: form.key, form, cn: `${form.cn}列表`,
  en: `${form.en} list` })

/** The key of a list in the cache. */
export const listId = ({ name, form }: DocumentListKind): string => form?.key ?? name

/** Calls of a list: its rows, what stands under them, and the address that its export lies below. */
export const listCall = ({ call, form }: DocumentListKind): string => (form ? `/oaserver/${call}/page` : `/workflow/tasks/${call}`)
export const figuresCall = (
  { call, form }: DocumentListKind,
): string => (form ? `/oaserver/${call}/statistics` : `/workflow/tasks/${call}/figures`)
export const exportBase = ({ call, form }: DocumentListKind): string => (form ? `/oaserver/${call}` : `/workflow/tasks/${call}`)

/** A row of any of the lists. Names are "中文/English". */
export interface DocumentRow {
  readonly id: string
  readonly taskId: string | null
  readonly procInstId: string
  readonly businessKey: string
  readonly businessNo: string
  readonly businessType: string
  readonly routeName: string
  readonly processName: string
  readonly processNameEn: string
  /** The short name of the process. */
  readonly shortName?: string
  readonly shortNameEn?: string
  readonly title: string
  readonly titleEn: string | null
  /** Its subject, where its form has one and the reader is shown it. */
  readonly subject?: string | null
  readonly subjectEn?: string | null
  readonly state: number
  /** Decimal text in RMB. */
  readonly amount: string | null
  readonly initiatorId: string
  readonly applyerUser: { readonly id: string; readonly name: string } | null
  readonly departmentName: string
  readonly nodeId: string | null
  readonly nodeName: string
  readonly nodeNameEn: string
  readonly createTime: string
  readonly endTime: string | null
  readonly assignees: readonly { readonly id: string; readonly name: string }[]
  readonly stayHours: number | null
  readonly dueTime: string | null
  readonly overdue: boolean
  readonly overdueHours: number | null
  readonly urgeCount: number
  /** Marks that modules declare. */
  readonly marks: readonly string[]
  /** The reader's task was added by countersign. */
  readonly countersign: boolean
  /** Of the to-do list: whether it may be passed with others, else what it asks for; null elsewhere. */
  readonly batchPass: true | { readonly reason: string } | null
  /** 1: read. */
  readonly readState: number
  /** Of the list of one type: values of its form's columns, and the currency of its amounts, by field. */
  readonly columns?: Readonly<Record<string, unknown>>
}

export interface DocumentPage {
  readonly records: readonly DocumentRow[]
}

/** The figures under a list; read beside its rows, since they count every row of every page. */
export interface DocumentFigures {
  readonly total: number
  /** Sum of the amounts of all pages. */
  readonly amount: string | null
  /** Rows with each remark and each mark, of the to-do list; without `batchPass` where too many wait to be judged. */
  readonly quick?: Readonly<Record<string, number>>
}

/** Quick filters of the shell; marks that modules declare are quick filters as well. */
export const quickFilters = ['overdue', 'urged', 'batchPass', 'initiatorGone'] as const

/** Returned for change: in approval, waiting at its initiator. */
export const isReturned = ({ state, nodeId }: Pick<DocumentRow, 'state' | 'nodeId'>): boolean => isReturnedAt({ state }, nodeId)
