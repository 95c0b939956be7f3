import type { NamedPerson } from './person.ts'

/** A row of any list of documents. Names are "中文/English". */
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
  readonly shortName: string
  readonly shortNameEn: string
  readonly title: string
  readonly titleEn: string | null
  /** Its subject, where its form has one and the reader is shown it. */
  readonly subject: string | null
  readonly subjectEn: string | null
  readonly state: number
  /** Decimal text in RMB. */
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
  /** Marks that modules declare. */
  readonly marks: readonly string[]
  /** The reader's task was added by countersign. */
  readonly countersign: boolean
  /** Of the to-do list: whether it may be passed with others, else its demand; null elsewhere. */
  readonly batchPass: BatchPass | null
  /** 1: read. */
  readonly readState: number
  /** Of the list of one type: values of its form's columns, and the currency of its amounts, by field. */
  readonly columns?: Readonly<Record<string, unknown>>
}

/** Whether a task may be passed without opening its document, else why not; `exceptions` is their number, where it has any. */
export type BatchPass = true | { readonly reason: string; readonly exceptions?: number }

/** The figures under a list; they count every row of every page. */
export interface DocumentFigures {
  readonly total: number
  /** Sum of the amounts of all pages, decimal text in RMB. */
  readonly amount: string | null
  /** Rows with each remark and each declared mark, of the to-do list; without `batchPass` where too many wait to be judged. */
  readonly quick?: Readonly<Record<string, number>>
}
