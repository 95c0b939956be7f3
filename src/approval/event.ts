import type { ApprovalMode, FlowSettings } from '#kernel/flow.ts'
import type { Check } from './command.ts'
import type { AbsentHolder, BlockPath, ApproverChoice, CountersignOrder, DocumentStatus, Explanation, Reason, Task,
  TaskOrigin } from './types.ts'

interface EventBase {
  /** ISO-8601 instant of the command. */
  readonly at: string
  /** Id of the acting person, or `system`. */
  readonly by: string
}

interface Opinion {
  readonly comment?: string
  readonly attachments?: readonly string[]
}

/** Proof of the view on which a person decided. The host keeps it with the decision; it has no effect on the approval. */
export interface DecidedView {
  /** Hash of the canonical body of the form: its fields, labels and layout. */
  readonly form: string
  /** Paths of the fields that were not shown in full. */
  readonly withheld: Readonly<Record<string, 'hidden' | 'masked'>>
  /** Hash of both and of the value as it was shown. */
  readonly hash: string
}

interface Decision extends Opinion {
  readonly view?: DecidedView
}

interface OfTask {
  readonly run: string
  readonly node: string
  readonly task: string
}

/** Id of the acting party of automatic events, and of the holder of service tasks. */
export const system = 'system'

/** Display name of `system`. */
export const systemName = '系统/System'

/** Filed: for the first time, again from the top, or again directly at the returning node. */
export interface Started extends EventBase {
  readonly type: 'started'
  readonly document: string
  readonly form: string
  readonly flow: string
  readonly starter: string
  readonly applicant: string
  readonly round: number
  readonly initiatorApprover: FlowSettings['initiatorApprover']
  readonly resume: 'top' | 'direct'
  /** Filed after a return without changes. */
  readonly unchanged?: true
}

interface PeopleChosen extends EventBase {
  readonly type: 'peopleChosen'
  readonly choices: readonly ApproverChoice[]
}

/** A node was entered; its tasks wait until `taskOpened` or `autoPassed`. */
export interface NodeEntered extends EventBase {
  readonly type: 'nodeEntered'
  readonly run: string
  readonly node: string
  readonly round: number
  readonly visit: number
  readonly path: BlockPath
  readonly mode: ApprovalMode
  readonly veto: boolean
  readonly tasks: readonly Task[]
  /** Values of the rule's fields at this time, stored for nodes with `asksAdded`. */
  readonly asked?: readonly string[]
}

export interface NodeSkipped extends EventBase {
  readonly type: 'nodeSkipped'
  readonly run: string
  readonly node: string
  readonly round: number
  readonly visit: number
  readonly path: BlockPath
  readonly why: Reason
  /** As in `NodeEntered`. */
  readonly asked?: readonly string[]
}

/** A task became due, or a suspended one resumed; its holder is notified. */
interface TaskOpened extends EventBase, OfTask {
  readonly type: 'taskOpened'
  readonly person: string
}

interface Passed extends EventBase, OfTask, Decision {
  readonly type: 'passed'
  readonly result: 'passed' | 'hard'
  readonly explanations?: readonly Explanation[]
  readonly checks?: readonly Check[]
  /** Number of the document's exceptions that the approver was shown; absent: none. */
  readonly exceptions?: number
}

interface AutoPassed extends EventBase, OfTask {
  readonly type: 'autoPassed'
  readonly person: string
  readonly why: Reason
}

/** A refusal that counts as a vote and does not end the document. */
interface Objected extends EventBase, OfTask, Decision {
  readonly type: 'objected'
}

/** A node was left; its open tasks are cancelled. */
interface NodeLeft extends EventBase {
  readonly type: 'nodeLeft'
  readonly run: string
  readonly node: string
}

export interface Copied extends EventBase, Opinion {
  readonly type: 'copied'
  readonly source: 'node' | 'manual'
  readonly node?: string
  readonly path?: BlockPath
  readonly people: readonly { readonly person: string; readonly why: readonly Reason[] }[]
}

/** The document was refused; all open tasks are cancelled. */
interface DocumentRefused extends EventBase, OfTask, Decision {
  readonly type: 'refused'
  /** The reason of a refusal by the system. */
  readonly why?: Reason
}

interface Revoked extends EventBase, Opinion {
  readonly type: 'revoked'
  readonly from: DocumentStatus
  /** edit: taken back by the initiator to be changed and filed again. */
  readonly purpose: 'revoke' | 'edit'
}

interface Completed extends EventBase {
  readonly type: 'completed'
}

interface Voided extends EventBase, Opinion {
  readonly type: 'voided'
  readonly from: DocumentStatus
  /** The confirming person, where the document moves money and `by`, not its initiator, proposed voiding. */
  readonly confirmedBy?: string
}

/** Returned: closes these runs. The following events enter the target. */
interface Returned extends EventBase, OfTask, Decision {
  readonly type: 'returned'
  readonly target: string
  readonly targetRun: string
  readonly fromPath: BlockPath
  readonly resume: FlowSettings['resumeMode']
  readonly closed: readonly string[]
  /** The reason of a return by the system. */
  readonly why?: Reason
}

/** Direct resume: the target of a return passed without changes, and these closed runs count again. */
interface Resumed extends EventBase {
  readonly type: 'resumed'
  readonly to: string
  readonly restored: readonly string[]
}

/** People were added by countersign: the task is suspended until the new ones are done. */
interface Countersigned extends EventBase, OfTask, Opinion {
  readonly type: 'countersigned'
  readonly order: CountersignOrder
  readonly tasks: readonly Task[]
}

interface CountersignCancelled extends EventBase, OfTask {
  readonly type: 'countersignCancelled'
}

/** The task has a new holder; its owner stays recorded. */
export interface Transferred extends EventBase, OfTask, Opinion {
  readonly type: 'transferred'
  readonly from: string
  readonly to: string
  readonly origin: TaskOrigin
  readonly why: Reason
  readonly explanations?: readonly Explanation[]
  /** The absent people for whom the new holder has the task. */
  readonly heldFor?: readonly AbsentHolder[]
  /** The new holder is back from an absence and has the task as before. */
  readonly comesBack?: true
}

interface Urged extends EventBase {
  readonly type: 'urged'
  readonly people: readonly string[]
}

/** An administrator intervened; the effects follow as ordinary events. */
interface AdminMoved extends EventBase, Opinion {
  readonly type: 'adminMoved'
  /** `move`, `restart`: to another version of the flow, keeping or discarding decisions. */
  readonly move: 'reassign' | 'skip' | 'jump' | 'forceEnd' | 'move' | 'restart'
  readonly task?: string
  readonly target?: string
  readonly person?: string
  /** The confirming person, where the document moves money; `by` proposed it. */
  readonly confirmedBy?: string
  readonly closed: readonly string[]
  /** Content hash of the new flow version. */
  readonly flow?: string
  /** Runs that stay valid in the new version, with their paths in it. */
  readonly kept?: readonly { readonly run: string; readonly path: BlockPath }[]
  /** A pending return no longer resumes directly. */
  readonly endsDirectReturn?: true
}

interface Commented extends EventBase, Opinion {
  readonly type: 'commented'
  readonly mentioned: readonly string[]
}

/** Recorded by the host; no effect on the approval. */
interface CommentRemoved extends EventBase {
  readonly type: 'commentRemoved'
  /** Sequence number of the event with the comment. */
  readonly seq: number
}

interface AttachmentsChanged extends EventBase {
  readonly type: 'attachmentAdded' | 'attachmentRemoved'
  readonly attachments: readonly string[]
  /** Removed files, which may have been deleted since. Absent in old entries. */
  readonly files?: readonly NamedFile[]
}

export interface NamedFile {
  readonly id: string
  readonly name: string
  /** Size in bytes. */
  readonly size: number
}

/** Fields that were changed at a node, with old and new values. */
export interface ValueChanged extends EventBase {
  readonly type: 'valueChanged'
  readonly node?: string
  /** The document whose action changed the value, if it was another one. */
  readonly from?: { readonly document: string; readonly number?: string }
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
}

/** An entry of a document's history; the host adds a sequence number. */
export type Event = Started | PeopleChosen | NodeEntered | NodeSkipped | TaskOpened | Passed | AutoPassed | Objected | NodeLeft | Copied
  | DocumentRefused | Revoked | Completed | Voided | Returned | Resumed | Countersigned | CountersignCancelled | Transferred | Urged
  | AdminMoved | Commented | CommentRemoved | AttachmentsChanged | ValueChanged

export type EventType = Event['type']
