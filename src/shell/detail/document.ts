import { queryOptions } from '@tanstack/react-query'
import type { Http } from '#providers/http.ts'
import type { ReferenceBook } from '#fields/references/book.ts'
import type { Candidate } from '#fields/types.ts'
import type { Action } from '#approval/types.ts'
import { type FormDescription, formOfDescription } from '#kernel/wording/describe.ts'
import type { DroppedField } from '#kernel/fields/dropped.ts'
import type { Form } from '#kernel/form.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isReturnedAt } from '#shell/documents/states.ts'
import { documentCall } from './document-call.ts'
import type { PathNode, PathPerson } from '../form/preview/path.ts'
import type { TimelineRecord } from './rail/record.ts'

export type CheckResult = 'pass' | 'fail' | 'na'

/** An item of a node's check list, with its result once it was checked. */
export interface CheckItem extends Label {
  readonly id: string
  readonly result: CheckResult | null
  readonly remark: string | null
  readonly checkedBy: PathPerson | null
  /** yyyy-MM-dd HH:mm:ss */
  readonly checkedAt: string | null
}

/** The check list of a node. */
export interface NodeChecks {
  readonly nodeId: string
  readonly nodeName: string
  readonly nodeNameEn: string
  readonly required: boolean
  /** The reader may answer it now. */
  readonly active: boolean
  readonly items: readonly CheckItem[]
}

/** An open task, as workflow administrators see it. */
export interface RunningTask {
  readonly taskId: string
  readonly nodeId: string
  readonly nodeName: string
  readonly nodeNameEn: string
  readonly person: PathPerson
  readonly dueTime: string | null
  /** People who may not be given it: the document is their own. */
  readonly excludedAssignees?: readonly string[]
}

/** A follow-up: fields that may still be written into a completed document. */
export interface FollowUp extends Label {
  readonly id: string
  /** Paths that it opens. */
  readonly editable: readonly string[]
}

/** A filed document with everything that its screen shows. */
export interface FiledDocument {
  readonly businessKey: string
  readonly procInstId: string
  readonly businessNo: string
  readonly businessType: string
  readonly procDefId: string
  readonly revision: number
  readonly round: number
  readonly state: number
  readonly title: string | null
  readonly titleEn: string | null
  /** Its subject, where its form has one and the reader is shown it. */
  readonly subject?: string | null
  readonly subjectEn?: string | null
  readonly startUserId: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly createTime: string
  readonly endTime: string | null
  readonly currentTask: { readonly id: string | null; readonly name: string; readonly nodeId: string;
    readonly assigneeList: readonly string[] } | null
  readonly taskId: string | null
  readonly nodeId: string | null
  /** The reader's own task that waits for the people they added by countersign. */
  readonly suspendedTaskId: string | null
  /** People who may hold no task at the reader's node: the document is their own. */
  readonly excludedAssignees?: readonly string[]
  /** The follow-up that the reader fills in now, with the paths that it opens. */
  readonly followUp?: FollowUp | null
  /** The follow-ups that the reader may still write into it. */
  readonly followUps?: readonly FollowUp[]
  /** The targets of the modules' own actions that the reader may do now, by the ids of the actions. */
  readonly moduleActions?: Readonly<Record<string, object>>
  /** The claim of this completed document, which the reader may file. */
  readonly onward?: (Label & { readonly form: string; readonly link: string }) | null
  readonly business: FormValue
  /** The form that it was filed with, where that is no longer the one in force. */
  readonly definition?: FormDescription | null
  /** Fields that filing it again would leave behind, since the form has changed. */
  readonly dropped?: readonly DroppedField[]
  /** The reader may see account numbers in full, and print them so. */
  readonly printsAccounts?: boolean
  /** Paths that the reader is not shown: `cost`, `items.cost`. */
  readonly withheld?: readonly string[]
  readonly actions: readonly Action[]
  /** The people whose rows they fill in, where everybody has their own. */
  readonly actsFor?: readonly string[]
  /** Paths that may be written by the caller now: `paperReceived`, `items.approvedAmount`. */
  readonly editable: readonly string[]
  readonly references: Partial<Record<RecordKind, Readonly<Record<string, Candidate>>>>
  readonly processRecord: readonly TimelineRecord[]
  /** Nodes that were left out, with why. */
  readonly skippedNodes: readonly TimelineRecord[]
  readonly nodeList: readonly PathNode[]
  readonly checkList: readonly NodeChecks[]
  /** The service task at the node where the document waits. */
  readonly serviceTask?: { readonly state: 'waiting' | 'working' | 'unknown' | 'failed' | 'done'; readonly text: string;
    readonly mayRetry: boolean } | null
  /** Its postings to other systems, refused ones first. */
  readonly postings?: DocumentPostings
  /** For workflow administrators only. */
  readonly runningTasks?: readonly RunningTask[]
}

/** Asks for a document; the answer is kept under its id. */
export const documentQuery = (http: Http, businessType: string, procInstId: string) =>
  queryOptions({
    queryKey: ['document', businessType, procInstId],
    queryFn: ({ signal }) => http.get<FiledDocument>(...documentCall(businessType, procInstId), { signal, quiet: true }),
  })

const filedForms = new WeakMap<FormDescription, Form>()

/** The form that a document was filed with; the same object for the same answer, since what is compiled hangs on it. */
export function formOfDocument(current: Form, definition: FormDescription | null | undefined): Form {
  if (!definition) return current
  let form = filedForms.get(definition)
  if (!form) filedForms.set(definition, form = formOfDescription(definition))
  return form
}

/** Takes over the names of everything that the document names. */
export function learnReferences(book: ReferenceBook, { references }: FiledDocument): void {
  for (const [kind, records] of Object.entries(references)) book.learn(kind, Object.values(records ?? {}))
}

/** Returned for change: in approval, waiting at its initiator. */
export const isReturned = ({ state, currentTask }: Pick<FiledDocument, 'state' | 'currentTask'>): boolean =>
  isReturnedAt({ state }, currentTask?.nodeId)

/** The postings of a document, line by line. */
export interface DocumentPostings {
  readonly lines: readonly DocumentPosting[]
  readonly mayRetry: boolean
  readonly mayHandle: boolean
}

export interface DocumentPosting {
  readonly id: string
  readonly what: string
  readonly system: string
  readonly state: 'waiting' | 'sent' | 'posted' | 'refused'
  /** Of the other system's document. */
  readonly number: string | null
  /** Null where no answer arrived. */
  readonly message: string | null
  /** The meaning of a refusal, in words of this product. */
  readonly means: string | null
  readonly reverses: boolean
}
