import type { NamedPerson } from './person.ts'

/** A row of a list of documents. Names are "中文/English". */
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
  /** Short name of the form. */
  readonly shortName: string
  readonly shortNameEn: string
  readonly title: string
  readonly titleEn: string | null
  /** Subject; null if the form has none or it is hidden from the reader. */
  readonly subject: string | null
  readonly subjectEn: string | null
  readonly state: number
  /** Amount in RMB, decimal text. */
  readonly amount: string | null
  readonly initiatorId: string
  readonly applyerUser: Pick<NamedPerson, 'id' | 'name'> | null
  readonly departmentName: string
  readonly nodeId: string | null
  readonly nodeName: string
  readonly nodeNameEn: string
  readonly createTime: string
  readonly endTime: string | null
  readonly assignees: readonly Pick<NamedPerson, 'id' | 'name'>[]
  readonly stayHours: number | null
  readonly dueTime: string | null
  readonly overdue: boolean
  readonly overdueHours: number | null
  readonly urgeCount: number
  /** List of all documents: number of the version of the flow that it follows; null in other lists. */
  readonly flowVersion: number | null
  /** Names of document marks. */
  readonly marks: readonly string[]
  /** Whether the reader's task was added by countersign. */
  readonly countersign: boolean
  /** To-do list: whether it can be passed in a batch, or the reason why not; null in other lists. */
  readonly batchPass: BatchPass | null
  /** 1: read. */
  readonly readState: number
  /** List of one form: values of the form's columns, and the currency of its amounts, by field key. */
  readonly columns?: Readonly<Record<string, unknown>>
}

/** `true`, or the reason why a task cannot be passed without opening its document; `exceptions` is their number, if any. */
export type BatchPass = true | { readonly reason: string; readonly exceptions?: number }

/** Totals of a list, over all pages. */
export interface DocumentFigures {
  readonly total: number
  /** Sum of the amounts in RMB, decimal text. */
  readonly amount: string | null
  /** To-do list: number of rows per remark and document mark. Without `batchPass` if there are too many to evaluate. */
  readonly quick?: Readonly<Record<string, number>>
}
