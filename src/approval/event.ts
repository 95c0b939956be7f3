import type { ApprovalMode, FlowSettings } from '#kernel/flow.ts'
import type { Check } from './command.ts'
import type { BlockPath, Choice, CountersignOrder, DocumentStatus, Explanation, Reason, Task, TaskOrigin } from './types.ts'

interface Common {
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
export interface Started extends Common {
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

interface PeopleChosen extends Common {
  readonly type: 'peopleChosen'
  readonly choices: readonly Choice[]
}

/** Its tasks wait until `taskOpened` or `autoPassed`. */
export interface NodeEntered extends Common {
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

export interface NodeSkipped extends Common {
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
interface TaskOpened extends Common, OfTask {
  readonly type: 'taskOpened'
  readonly person: string
}

interface Passed extends Common, OfTask, Opinion {
  readonly type: 'passed'
  readonly result: 'passed' | 'hard'
  readonly explanations?: readonly Explanation[]
  readonly checks?: readonly Check[]
}

interface AutoPassed extends Common, OfTask {
  readonly type: 'autoPassed'
  readonly person: string
  readonly why: Reason
}

/** A refusal that is one vote among several. */
interface Objected extends Common, OfTask, Opinion {
  readonly type: 'objected'
}

/** Done; what was still open in it is cancelled. */
interface NodeLeft extends Common {
  readonly type: 'nodeLeft'
  readonly run: string
  readonly node: string
}

export interface Copied extends Common, Opinion {
  readonly type: 'copied'
  readonly source: 'node' | 'manual'
  readonly node?: string
  readonly path?: BlockPath
  readonly people: readonly { readonly person: string; readonly why: readonly Reason[] }[]
}

/** The document ends: every open task is cancelled. */
interface DocumentRefused extends Common, OfTask, Opinion {
  readonly type: 'refused'
}

interface Revoked extends Common, Opinion {
  readonly type: 'revoked'
  readonly from: DocumentStatus
  /** edit: the initiator takes it back to change and file it again. */
  readonly purpose: 'revoke' | 'edit'
}

interface Completed extends Common {
  readonly type: 'completed'
}

interface Voided extends Common, Opinion {
  readonly type: 'voided'
  readonly from: DocumentStatus
}

/** Closes the runs named and waits at the target, which is entered by the events that follow. */
interface Returned extends Common, OfTask, Opinion {
  readonly type: 'returned'
  readonly target: string
  readonly targetRun: string
  readonly fromPath: BlockPath
  readonly resume: FlowSettings['resumeMode']
  readonly closed: readonly string[]
}

/** The target of a return passed with nothing changed: what the return closed holds again. */
interface Resumed extends Common {
  readonly type: 'resumed'
  readonly to: string
  readonly restored: readonly string[]
}

/** The task is suspended; the new ones are handled first. */
interface Countersigned extends Common, OfTask, Opinion {
  readonly type: 'countersigned'
  readonly order: CountersignOrder
  readonly tasks: readonly Task[]
}

interface CountersignCancelled extends Common, OfTask {
  readonly type: 'countersignCancelled'
}

/** The task has another holder; whose assignment it was stays known. */
interface Transferred extends Common, OfTask, Opinion {
  readonly type: 'transferred'
  readonly from: string
  readonly to: string
  readonly origin: TaskOrigin
  readonly why: Reason
  readonly explanations?: readonly Explanation[]
}

interface Urged extends Common {
  readonly type: 'urged'
  readonly people: readonly string[]
}

/** An administrator moved the document; what it did follows as ordinary events. */
interface AdminMoved extends Common, Opinion {
  readonly type: 'adminMoved'
  readonly move: 'reassign' | 'skip' | 'jump' | 'forceEnd'
  readonly task?: string
  readonly target?: string
  readonly person?: string
  readonly closed: readonly string[]
}

interface Commented extends Common, Opinion {
  readonly type: 'commented'
  readonly mentioned: readonly string[]
}

/** The host's own records: they leave the approval as it is. */
interface CommentRemoved extends Common {
  readonly type: 'commentRemoved'
  /** Sequence number of the event that held the comment. */
  readonly seq: number
}

interface AttachmentsChanged extends Common {
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
export interface ValueChanged extends Common {
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
