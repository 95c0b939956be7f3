import type { ApprovalMode, FlowSettings } from '#kernel/flow.ts'
import type { Check } from './command.ts'
import type { BlockPath, ApproverChoice, CountersignOrder, DocumentStatus, Explanation, Reason, Task, TaskOrigin } from './types.ts'

interface EventBase {
  /** ISO-8601 instant of the command. */
  readonly at: string
  /** The person, or `system`. */
  readonly by: string
}

interface Opinion {
  readonly comment?: string
  readonly attachments?: readonly string[]
}

interface OfTask {
  readonly run: string
  readonly node: string
  readonly task: string
}

/** `by` of what nobody did by hand, and whoever holds the tasks that the product carries out itself. */
export const system = 'system'

/** Its name beside people. */
export const systemName = '系统/System'

/** Filed: for the first time, again from the top, or again straight at the returner. */
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
  /** After a return for change, nothing was changed. */
  readonly unchanged?: true
}

interface PeopleChosen extends EventBase {
  readonly type: 'peopleChosen'
  readonly choices: readonly ApproverChoice[]
}

/** Its tasks wait until `taskOpened` or `autoPassed`. */
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
  /** Values of the rule's fields, kept where values that are added later are asked too. */
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
  /** As with `NodeEntered`. */
  readonly asked?: readonly string[]
}

/** Someone has something to do now: the moment to tell them. Also when a suspended task runs again. */
interface TaskOpened extends EventBase, OfTask {
  readonly type: 'taskOpened'
  readonly person: string
}

interface Passed extends EventBase, OfTask, Opinion {
  readonly type: 'passed'
  readonly result: 'passed' | 'hard'
  readonly explanations?: readonly Explanation[]
  readonly checks?: readonly Check[]
}

interface AutoPassed extends EventBase, OfTask {
  readonly type: 'autoPassed'
  readonly person: string
  readonly why: Reason
}

/** A refusal that is one vote among several. */
interface Objected extends EventBase, OfTask, Opinion {
  readonly type: 'objected'
}

/** Done; what was still open in it is cancelled. */
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

/** The document ends: every open task is cancelled. */
interface DocumentRefused extends EventBase, OfTask, Opinion {
  readonly type: 'refused'
}

interface Revoked extends EventBase, Opinion {
  readonly type: 'revoked'
  readonly from: DocumentStatus
  /** edit: the initiator takes it back to change and file it again. */
  readonly purpose: 'revoke' | 'edit'
}

interface Completed extends EventBase {
  readonly type: 'completed'
}

interface Voided extends EventBase, Opinion {
  readonly type: 'voided'
  readonly from: DocumentStatus
}

/** Closes the runs named and waits at the target, which is entered by the events that follow. */
interface Returned extends EventBase, OfTask, Opinion {
  readonly type: 'returned'
  readonly target: string
  readonly targetRun: string
  readonly fromPath: BlockPath
  readonly resume: FlowSettings['resumeMode']
  readonly closed: readonly string[]
}

/** The target of a return passed with nothing changed: what the return closed holds again. */
interface Resumed extends EventBase {
  readonly type: 'resumed'
  readonly to: string
  readonly restored: readonly string[]
}

/** The task is suspended; the new ones are handled first. */
interface Countersigned extends EventBase, OfTask, Opinion {
  readonly type: 'countersigned'
  readonly order: CountersignOrder
  readonly tasks: readonly Task[]
}

interface CountersignCancelled extends EventBase, OfTask {
  readonly type: 'countersignCancelled'
}

/** The task has another holder; whose assignment it was stays known. */
interface Transferred extends EventBase, OfTask, Opinion {
  readonly type: 'transferred'
  readonly from: string
  readonly to: string
  readonly origin: TaskOrigin
  readonly why: Reason
  readonly explanations?: readonly Explanation[]
}

interface Urged extends EventBase {
  readonly type: 'urged'
  readonly people: readonly string[]
}

/** An administrator moved the document; what it did follows as ordinary events. */
interface AdminMoved extends EventBase, Opinion {
  readonly type: 'adminMoved'
  readonly move: 'reassign' | 'skip' | 'jump' | 'forceEnd'
  readonly task?: string
  readonly target?: string
  readonly person?: string
  /** The second person, where the document moves money: `by` proposed it. */
  readonly confirmedBy?: string
  readonly closed: readonly string[]
}

interface Commented extends EventBase, Opinion {
  readonly type: 'commented'
  readonly mentioned: readonly string[]
}

/** The host's own records: they leave the approval as it is. */
interface CommentRemoved extends EventBase {
  readonly type: 'commentRemoved'
  /** Sequence number of the event that held the comment. */
  readonly seq: number
}

interface AttachmentsChanged extends EventBase {
  readonly type: 'attachmentAdded' | 'attachmentRemoved'
  readonly attachments: readonly string[]
  /** The removed files, which may be gone later. Entries from before this was kept are without it. */
  readonly files?: readonly NamedFile[]
}

export interface NamedFile {
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
}

/** Fields that an approver changed at a node, old and new. */
export interface ValueChanged extends EventBase {
  readonly type: 'valueChanged'
  readonly node?: string
  /** The document that wrote it, where it was another. */
  readonly from?: { readonly document: string; readonly number?: string }
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[]
}

/** One entry of a document's history; the host adds its sequence number. */
export type Event = Started | PeopleChosen | NodeEntered | NodeSkipped | TaskOpened | Passed | AutoPassed | Objected | NodeLeft | Copied
  | DocumentRefused | Revoked | Completed | Voided | Returned | Resumed | Countersigned | CountersignCancelled | Transferred | Urged
  | AdminMoved | Commented | CommentRemoved | AttachmentsChanged | ValueChanged

export type EventType = Event['type']
