import type { DroppedField } from '#kernel/fields/dropped-fields.ts'
import type { StepTerminal } from '#kernel/flow.ts'
import type { NextDocument } from '#kernel/form.ts'
import type { PostingState } from '#kernel/postings.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FormDescription } from '#kernel/wording/describe.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Action } from '../types.ts'
import type { Confirmation } from './intervention.ts'
import type { PathNode } from './path.ts'
import type { NamedPerson } from './person.ts'
import type { TimelineProposal, TimelineRecord } from './timeline.ts'

/** A filed document, with all data of its page. */
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
  /** Subject; null if the form has none or it is hidden from the reader. */
  readonly subject: string | null
  readonly subjectEn: string | null
  readonly startUserId: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly createTime: string
  readonly endTime: string | null
  readonly currentTask: CurrentTask | null
  readonly taskId: string | null
  readonly nodeId: string | null
  /** Id of the reader's task that is suspended for people they added by countersign. */
  readonly suspendedTaskId: string | null
  /** Terminals on which the reader's task is decided, where this one is not among them. */
  readonly decidedOn: readonly StepTerminal[] | null
  /** Ids of people who may not hold a task at the reader's node, because of a personal interest. */
  readonly excludedAssignees: readonly string[]
  /** The follow-up that is open for the reader. */
  readonly followUp: FollowUp | null
  /** The follow-ups that the reader may still fill in. */
  readonly followUps: readonly FollowUp[]
  /** Targets of the module actions that the reader may take, by action id. */
  readonly moduleActions: Readonly<Record<string, object>>
  /** The next document that the reader may file for this completed one. */
  readonly onward: Pick<NextDocument, 'form' | 'link' | 'cn' | 'en'> | null
  readonly business: FormValue
  /** The form version that it was filed with; null if that is the current one. */
  readonly definition: FormDescription | null
  /** Fields whose values would be dropped on filing again, because the form has changed. */
  readonly dropped: readonly DroppedField[]
  /** Whether the reader may see and print full account numbers. */
  readonly printsAccounts: boolean
  /** Paths hidden from the reader: `cost`, `items.cost`. */
  readonly withheld: readonly string[]
  readonly actions: readonly Action[]
  /** Ids of the people whose rows the reader fills in. */
  readonly actsFor: readonly string[]
  /** Paths that the reader may write now: `paperReceived`, `items.approvedAmount`. */
  readonly editable: readonly string[]
  readonly references: Partial<Record<RecordKind, Readonly<Record<string, NamedRecord>>>>
  /** History of all rounds, oldest first; currently waiting nodes come last. */
  readonly processRecord: readonly TimelineRecord[]
  /** Skipped nodes, with reasons. */
  readonly skippedNodes: readonly TimelineRecord[]
  /** Interventions that were proposed but not carried out, oldest first. */
  readonly proposals: readonly TimelineProposal[]
  /** The path ahead; empty for a document that has ended. */
  readonly nodeList: readonly PathNode[]
  readonly checkList: readonly NodeChecks[]
  /** Its exceptions, most severe first. */
  readonly exceptions: readonly ExceptionOnPage[]
  /** The service task at the current node. */
  readonly serviceTask: ServiceTaskStatus | null
  /** Its postings to other systems, refused ones first. */
  readonly postings: DocumentPostings
  /** Files that another system named and that could not be fetched yet. */
  readonly lackedFiles: readonly LackedFile[]
  /** For workflow administrators only. */
  readonly runningTasks: readonly RunningTask[]
  /** People who can confirm the reader's interventions; null if these take effect at once, or the reader may not intervene. */
  readonly confirmation: Confirmation | null
}

/** The node at which a document waits, with the reader's own task if they have one. */
export interface CurrentTask {
  readonly id: string | null
  readonly name: string
  readonly nodeId: string
  readonly assigneeList: readonly string[]
}

/** A record that a reference field offers or holds. */
export interface NamedRecord {
  readonly id: string
  /** "中文/English" */
  readonly name: string
  readonly enabled: boolean
  /** `optionFields` of its resource, for conditions such as `option.hasBudgetDept`. */
  readonly [attribute: string]: unknown
}

export type CheckResult = 'pass' | 'fail' | 'na'

/** A check list item, with its result once it is answered. */
export interface CheckItem extends Label {
  readonly id: string
  readonly result: CheckResult | null
  readonly remark: string | null
  readonly checkedBy: NamedPerson | null
  /** yyyy-MM-dd HH:mm:ss */
  readonly checkedAt: string | null
}

/** The check list of a node. */
export interface NodeChecks {
  readonly nodeId: string
  readonly nodeName: string
  readonly nodeNameEn: string
  /** Whether the reader has to answer every item to pass. */
  readonly required: boolean
  /** Whether the reader may answer it now. */
  readonly active: boolean
  readonly items: readonly CheckItem[]
}

/** An anomaly in a document; a pass has to acknowledge each by its key. */
export interface ExceptionOnPage {
  readonly key: string
  /** Short text. */
  readonly text: Label
  /** Full sentence; null if `text` is complete. */
  readonly detail: Label | null
  /** Path of the value concerned, e.g. `items.invoiceNo`. */
  readonly field: string
  readonly row: { readonly id: string | null; readonly place: number } | null
  /** The applicant's explanation. */
  readonly explanation: string | null
}

/** An open task, for workflow administrators. */
export interface RunningTask {
  readonly taskId: string
  readonly nodeId: string
  readonly nodeName: string
  readonly nodeNameEn: string
  readonly person: NamedPerson
  readonly dueTime: string | null
  /** Ids of people who may not get it, because of a personal interest. */
  readonly excludedAssignees: readonly string[]
}

/** Fields that may be filled in after completion. */
export interface FollowUp extends Label {
  readonly id: string
  /** Paths that become editable. */
  readonly editable: readonly string[]
}

/** State of a service task: not started (waiting), in progress (working), no answer (unknown), refused (failed), finished (done). */
export type ServiceTaskState = 'waiting' | 'working' | 'unknown' | 'failed' | 'done'

/** A service task on a document's page. */
export interface ServiceTaskStatus {
  readonly state: ServiceTaskState
  /** The other system's refusal in the reader's language; empty if there is none. */
  readonly text: string
  readonly mayRetry: boolean
}

/** The posted lines of a document, without those handled manually. */
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
  /** Number of the other system's document. */
  readonly number: string | null
  /** Message of the other system; null if no answer arrived. */
  readonly message: string | null
  /** Explanation of the refusal. */
  readonly means: string | null
  readonly reverses: boolean
  /** Places that a refusal is about, each once. */
  readonly places: readonly PostingPlaceOnPage[]
}

/** A place in a document that another system refused: a row, a field, or a field in a row. */
export interface PostingPlaceOnPage {
  readonly table: string | null
  /** From 1. */
  readonly row: number | null
  /** Name of the field, "中文/English". */
  readonly label: string | null
}

/** A file that another system named by its address. */
export interface LackedFile {
  readonly id: string
  readonly name: string
  /** It is tried no more until somebody asks for it. */
  readonly isGivenUp: boolean
}
