import type { DroppedField } from '#kernel/fields/dropped-fields.ts'
import type { NextDocument } from '#kernel/form.ts'
import type { PostingState } from '#kernel/posting-state.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FormDescription } from '#kernel/wording/describe.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Action } from '../types.ts'
import type { Confirmation } from './intervention.ts'
import type { PathNode } from './path.ts'
import type { NamedPerson } from './person.ts'
import type { TimelineRecord } from './timeline.ts'

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
  readonly subject: string | null
  readonly subjectEn: string | null
  readonly startUserId: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly createTime: string
  readonly endTime: string | null
  readonly currentTask: CurrentTask | null
  readonly taskId: string | null
  readonly nodeId: string | null
  /** The reader's own task that waits for the people they added by countersign. */
  readonly suspendedTaskId: string | null
  /** People who may hold no task at the reader's node: the document is their own. */
  readonly excludedAssignees: readonly string[]
  /** The follow-up that the reader fills in now. */
  readonly followUp: FollowUp | null
  /** The follow-ups that they may still write into it. */
  readonly followUps: readonly FollowUp[]
  /** The targets of the modules' own actions that the reader may do now, by the ids of the actions. */
  readonly moduleActions: Readonly<Record<string, object>>
  /** The claim of this completed document, which the reader may file. */
  readonly onward: Pick<NextDocument, 'form' | 'link' | 'cn' | 'en'> | null
  readonly business: FormValue
  /** The form that it was filed with, where that is no longer the one in force. */
  readonly definition: FormDescription | null
  /** Fields that filing it again would leave behind, since the form has changed. */
  readonly dropped: readonly DroppedField[]
  /** The reader may see account numbers in full, and print them so. */
  readonly printsAccounts: boolean
  /** Paths that the reader is not shown: `cost`, `items.cost`. */
  readonly withheld: readonly string[]
  readonly actions: readonly Action[]
  /** The people whose rows they fill in, where everybody has their own. */
  readonly actsFor: readonly string[]
  /** Paths that may be written by the caller now: `paperReceived`, `items.approvedAmount`. */
  readonly editable: readonly string[]
  readonly references: Partial<Record<RecordKind, Readonly<Record<string, NamedRecord>>>>
  /** Every round, oldest first; the nodes that wait now come last. */
  readonly processRecord: readonly TimelineRecord[]
  /** Nodes that were left out, with why. */
  readonly skippedNodes: readonly TimelineRecord[]
  /** The way ahead from where it stands, up to its end; nothing of a document that has ended. */
  readonly nodeList: readonly PathNode[]
  readonly checkList: readonly NodeChecks[]
  /** Its exceptions, the gravest first. */
  readonly exceptions: readonly ExceptionOnPage[]
  /** The service task at the node where the document waits. */
  readonly serviceTask: ServiceTaskStatus | null
  /** Its postings to other systems, refused ones first. */
  readonly postings: DocumentPostings
  /** For workflow administrators only. */
  readonly runningTasks: readonly RunningTask[]
  /** The second person whom the reader's interventions need; null where they act at once, and for people who administer nothing. */
  readonly confirmation: Confirmation | null
}

/** The node where a document waits; with the reader's own task, where they have one. */
export interface CurrentTask {
  readonly id: string | null
  readonly name: string
  readonly nodeId: string
  readonly assigneeList: readonly string[]
}

/** A record that a reference field offers or points at. */
export interface NamedRecord {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  readonly enabled: boolean
  /** Option fields of its resource, for conditions such as `option.hasBudgetDept`. */
  readonly [attribute: string]: unknown
}

export type CheckResult = 'pass' | 'fail' | 'na'

/** An item of a node's check list, with its result once it was checked. */
export interface CheckItem extends Label {
  readonly id: string
  readonly result: CheckResult | null
  readonly remark: string | null
  readonly checkedBy: NamedPerson | null
  /** yyyy-MM-dd HH:mm:ss */
  readonly checkedAt: string | null
}

/** The check list of a node, as far as it has been checked. */
export interface NodeChecks {
  readonly nodeId: string
  readonly nodeName: string
  readonly nodeNameEn: string
  /** The reader passes it only with every item answered. */
  readonly required: boolean
  /** The reader may answer it now. */
  readonly active: boolean
  readonly items: readonly CheckItem[]
}

/** Something unusual in a document: who passes it names each exception by its key. */
export interface ExceptionOnPage {
  readonly key: string
  /** A few words that say what it is. */
  readonly text: Label
  /** The whole sentence; null where `text` says all. */
  readonly detail: Label | null
  /** Path of the value concerned: `items.invoiceNo`. */
  readonly field: string
  readonly row: { readonly id: string | null; readonly place: number } | null
  /** The reason for it in the applicant's words. */
  readonly explanation: string | null
}

/** An open task, as workflow administrators see it. */
export interface RunningTask {
  readonly taskId: string
  readonly nodeId: string
  readonly nodeName: string
  readonly nodeNameEn: string
  readonly person: NamedPerson
  readonly dueTime: string | null
  /** People who may not be given it: the document is their own. */
  readonly excludedAssignees: readonly string[]
}

/** A follow-up: fields that may still be written into a completed document. */
export interface FollowUp extends Label {
  readonly id: string
  /** Paths that it opens. */
  readonly editable: readonly string[]
}

/** The state of a service task: waiting, out (working), without an answer (unknown), refused (failed), or over. */
export type ServiceTaskState = 'waiting' | 'working' | 'unknown' | 'failed' | 'done'

/** The service task on a document's page. */
export interface ServiceTaskStatus {
  readonly state: ServiceTaskState
  /** The refusal of another system, in the reader's language; empty where it has none. */
  readonly text: string
  readonly mayRetry: boolean
}

/** The postings of a document, line by line; those that were done by hand are left out. */
export interface DocumentPostings {
  readonly lines: readonly DocumentPosting[]
  readonly mayRetry: boolean
  readonly mayHandle: boolean
}

export interface DocumentPosting {
  readonly id: string
  readonly what: string
  readonly system: string
  readonly state: Exclude<PostingState, 'handled'>
  /** Of the other system's document. */
  readonly number: string | null
  /** Null where no answer arrived. */
  readonly message: string | null
  /** The meaning of a refusal, in words of this product. */
  readonly means: string | null
  readonly reverses: boolean
}
