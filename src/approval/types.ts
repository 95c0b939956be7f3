import type { Parameters } from '#kernel/errors.ts'
import type { ApprovalMode, FlowSettings } from '#kernel/flow.ts'
import type { OpinionFact } from '#kernel/flow/opinion-facts.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { Directory } from './directory.ts'

/** The states of a filed document (on the wire 1, 4, 2, 12, 5); a draft is not a document. */
export type DocumentStatus = 'inApproval' | 'completed' | 'refused' | 'revoked' | 'voided'

/** The reason for a fact: a sentence by its locale key, with its blanks. */
export interface Reason {
  readonly code: string
  readonly parameters: Parameters
}

/** The reason for which an action is not accepted, in the words of the person who asked for it. */
export interface Refusal extends Reason {
  readonly refusal: true
  /** refused: a rule says no; forbidden: not this person; taskMoved, stateMoved: someone was faster. */
  readonly kind: 'refused' | 'forbidden' | 'taskMoved' | 'stateMoved'
  /** No administrator stands in: somebody has to correct it. */
  readonly isFinal?: true
  /** The input of the action's dialog that the sentence belongs to, e.g. `comment`. */
  readonly field?: string
}

/** The actions on a document; the name is also the part of a command that tells which. */
export const actionNames = [
  'submit',
  'pass',
  'refuse',
  'hardToDecide',
  'return',
  'countersign',
  'cancelCountersign',
  'transfer',
  'revoke',
  'edit',
  'resubmit',
  'void',
  'urge',
  'comment',
  'copy',
  'reassign',
  'skip',
  'jump',
  'forceEnd',
  'replace',
] as const

export type Action = (typeof actionNames)[number]

/** waiting: its turn has not come; suspended: people added by countersign come first. */
export type TaskState = 'waiting' | 'running' | 'suspended' | 'done' | 'cancelled'

/** The way in which the person got the task. */
export type TaskOrigin = 'normal' | 'substitute' | 'transfer' | 'countersign' | 'admin'

/** hard: hard to decide, handed to the next judge; objected: a vote against where one vote is no veto. */
type TaskResult = 'passed' | 'auto' | 'hard' | 'objected' | 'refused' | 'returned'

/** One person's part in one entry of one node. */
export interface Task {
  /** `{run}-{index}`: the same events give the same ids everywhere. */
  readonly id: string
  readonly run: string
  readonly node: string
  readonly round: number
  readonly visit: number
  readonly index: number
  readonly person: string
  /** The assigned person when another person holds the task (substitute, transfer, administrator). */
  readonly owner?: string
  /** The task whose holder added this one by countersign. */
  readonly parent?: string
  readonly state: TaskState
  readonly origin: TaskOrigin
  /** From the rule over the directory's fact to the substitution. */
  readonly why: readonly Reason[]
  /** With `any`, one pass of each group is needed (the departments of a scoped role); usually the one group ''. */
  readonly groups: readonly string[]
  /** Number of transfers of the task. */
  readonly hops: number
  readonly result?: TaskResult
  readonly comment?: string
  /** The explanation of the person who handed it on. */
  readonly explanations?: readonly Explanation[]
  readonly openedAt?: string
  readonly finishedAt?: string
}

/** Position of a block in the tree: step, branch, step, branch, … step; `otherwise` is the branch after the last. */
export type BlockPath = readonly number[]

/** The node of the initiator, where a document returned for change waits. */
export const startNode = 'start'

/** cancelled: closed by a return, or by the end of the document. */
type RunState = 'running' | 'done' | 'skipped' | 'cancelled'

/** One entry of one node: entered again after a return, it is another visit. */
export interface NodeRun {
  /** `{document}-{round}-{visit}-{node}` */
  readonly id: string
  readonly node: string
  readonly round: number
  /** 1 for the first entry of this node in this round. */
  readonly visit: number
  /** Empty for the start node. */
  readonly path: BlockPath
  readonly mode: ApprovalMode
  /** False: a refusal is a vote (only with a percentage). */
  readonly veto: boolean
  readonly state: RunState
  readonly tasks: readonly Task[]
  /** The people whom the rule's fields named when it was entered, where people added later are asked too. */
  readonly asked?: readonly string[]
  /** The reason for which it was skipped. */
  readonly why?: Reason
  /** The return that closed it, as the visit's own state before, so that a direct resume can restore it. */
  readonly closedFrom?: 'running' | 'done' | 'skipped'
  /** The later round in which it counts again: the document was filed again straight at the returner. */
  readonly countsIn?: number
  readonly enteredAt: string
  readonly finishedAt?: string
}

/** People added before the holder of a task; the flow itself is never edited. */
interface Overlay {
  readonly parent: string
  readonly order: CountersignOrder
  readonly children: readonly string[]
}

/** sequence: one after the other (orderType 1); any: the first pass closes the rest (orderType 2). */
export type CountersignOrder = 'sequence' | 'any'

export interface Copy {
  readonly person: string
  readonly source: 'node' | 'manual'
  readonly node?: string
  readonly by: string
  readonly at: string
  readonly why: readonly Reason[]
}

/** A return whose target has not passed yet. */
export interface PendingReturn {
  readonly target: string
  readonly targetRun: string
  readonly from: string
  readonly fromPath: BlockPath
  readonly by: string
  readonly resume: FlowSettings['resumeMode']
  /** Runs that it closed. */
  readonly closed: readonly string[]
}

/** People whom the initiator or an approver chose for a node. */
export interface ApproverChoice {
  readonly node: string
  readonly people: readonly string[]
}

/** A document's approval, folded from its events. The value of the form lives in the host. */
export interface DocumentState {
  readonly id: string
  /** Key of the form. */
  readonly form: string
  /** Content hash of the flow that this round is pinned to. */
  readonly flow: string
  readonly starter: string
  readonly applicant: string
  readonly status: DocumentStatus
  /** 1 at first; one more whenever the initiator files again. */
  readonly round: number
  /** The behaviour in this round where the initiator is the approver. */
  readonly initiatorApprover: FlowSettings['initiatorApprover']
  /** Every entry of every node in every round, oldest first: the path actually taken. */
  readonly runs: readonly NodeRun[]
  readonly overlay: readonly Overlay[]
  readonly choices: readonly ApproverChoice[]
  readonly copies: readonly Copy[]
  readonly returned?: PendingReturn
  /** Every `{from node}>{target}` of returns since the document was last changed. */
  readonly returns: readonly string[]
  /** Instants of the urges. */
  readonly urges: readonly string[]
  /** Instant of the event that ended it; absent while it is in approval. */
  readonly endedAt?: string
  /** Number of events that made it. */
  readonly revision: number
}

/** The facts that the engine needs at the moment of a command. */
export interface Facts {
  /** ISO-8601 instant; the engine has no clock. */
  readonly at: string
  readonly directory: Directory
  /** Returns whether a FEEL condition holds for the document's value, the approver's edits merged in. */
  condition(feel: string): boolean
  /**
   * Ids in a field path: `applicantDept`, `items.bearingDept` (every row). Without empty ones, in order. `label`: how people call one
   * ("中文/English").
   */
  values(path: string): readonly string[]
  label?(path: string, value: string): string
  /** The kind of the records that a field path names. */
  recordKind?(path: string): RecordKind | undefined
  /** Returns whether a field of the form waits for a node: nobody could enter it before. */
  waits?(path: string): boolean
  /** Returns whether the form asks for input at a node (`editAt`, `atNode`): such a node is never completed automatically. */
  inputAt?(node: string): boolean
  /** Returns whether fields of the form are filled in at a node (`editAt`, `atNode`). Unknown: they are. */
  opensFields?(node: string): boolean
  /** Returns whether the document pays a person: a payee of the form is theirs or in their name. */
  isPaid?(person: string): boolean
  /** The fact that modules declare under a name; the opinion states it where a node asks for it. */
  opinionFact?(name: string): OpinionFact | undefined
  /** From the form. */
  readonly form: { readonly abortAfterCompletion: boolean; readonly voidPermission?: string }
  /** Returns whether money follows from the form, whatever the flow says. */
  movesMoney?(): boolean
  /** Live documents (in approval or completed) that link to this one. */
  readonly bindings: number
  /** Returns whether a person holds a permission. */
  holds(person: string, permission: string): boolean
  /** Further reasons against an action (a locked month, a posting): asked by button and server alike. */
  undoRefusal?(action: Action): Refusal | undefined
}

/** A node to which a running task can be returned. */
export interface ReturnTarget {
  readonly node: string
  readonly people: readonly string[]
  /** The same return was made before, and nothing has changed since: worth a warning. */
  readonly again: boolean
}

/** An explanation that an approver gives beside the opinion. */
export interface Explanation {
  /** Without it, the kind that the node asks for. */
  readonly kind?: string
  readonly text: string
}
