import type { Parameters } from '#kernel/errors.ts'
import type { ApprovalMode, FlowSettings, StepTerminal } from '#kernel/flow.ts'
import type { OpinionFact } from '#kernel/flow/opinion-facts.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { Directory } from './directory.ts'

/** The state of a filed document (on the wire 1, 4, 2, 12, 5). Drafts are not documents. */
export type DocumentStatus = 'inApproval' | 'completed' | 'refused' | 'revoked' | 'voided'

/** A message: a locale key with its parameters. */
export interface Reason {
  readonly code: string
  readonly parameters: Parameters
}

/** The reason why an action is refused, as a message to the acting person. */
export interface Refusal extends Reason {
  readonly refusal: true
  /** refused: by a rule; forbidden: for this person; taskMoved, stateMoved: another action came first. */
  readonly kind: 'refused' | 'forbidden' | 'taskMoved' | 'stateMoved'
  /** Administrators do not decide instead: the problem has to be corrected. */
  readonly isFinal?: true
  /** Input of the action's dialog at which the message is shown, e.g. `comment`. */
  readonly field?: string
  /** Path of the field by whose value a role is divided, where nobody is responsible for a value of it. */
  readonly scope?: string
}

/** The actions that a document can offer; also the discriminator of commands. */
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

/**
 * The actions on a document. Three are never offered by a document: `move` (to another flow version, for workflow administrators),
 * `timeOut` and `comeBack` (system only).
 */
export type Action = (typeof actionNames)[number] | 'move' | 'timeOut' | 'comeBack'

/** waiting: not due yet; suspended: people added by countersign come first. */
export type TaskState = 'waiting' | 'running' | 'suspended' | 'done' | 'cancelled'

/** The way in which the holder got the task. */
export type TaskOrigin = 'normal' | 'substitute' | 'transfer' | 'countersign' | 'admin'

/** hard: referred to the next approver; objected: a vote against that does not end the document. */
type TaskResult = 'passed' | 'auto' | 'hard' | 'objected' | 'refused' | 'returned'

/** A person who is away and for whom another one holds a task, with the way in which they had it. */
export interface AbsentHolder {
  readonly person: string
  readonly origin: TaskOrigin
  readonly owner?: string
}

/** One person's part in a run. */
export interface Task {
  /** `{run}-{index}`, deterministic for the same events. */
  readonly id: string
  readonly run: string
  readonly node: string
  readonly round: number
  readonly visit: number
  readonly index: number
  readonly person: string
  /** The assigned person, if another one holds the task (substitute, transfer, administrator). */
  readonly owner?: string
  /**
   * The absent people for whom the holder has the task; empty where the holder also has it in their own right. Absent for a task without a
   * substitute, and for one from a history before this was kept.
   */
  readonly heldFor?: readonly AbsentHolder[]
  /** Id of the task whose holder added this one by countersign. */
  readonly parent?: string
  readonly state: TaskState
  readonly origin: TaskOrigin
  /** Reasons for the holder, from the rule to the substitution. */
  readonly why: readonly Reason[]
  /** Groups of an `any` node, each of which needs one pass (e.g. the departments of a scoped role); usually `['']`. */
  readonly groups: readonly string[]
  /** Number of transfers of the task. */
  readonly hops: number
  readonly result?: TaskResult
  readonly comment?: string
  /** Explanations of the person who handed the task on. */
  readonly explanations?: readonly Explanation[]
  readonly openedAt?: string
  readonly finishedAt?: string
}

/** Path of a block in the tree: step, branch, step, branch, … step; `otherwise` has the index after the last branch. */
export type BlockPath = readonly number[]

/** Id of the initiator's node, at which a document returned for changes waits. */
export const startNode = 'start'

/** cancelled: closed by a return, or by the end of the document. */
type RunState = 'running' | 'done' | 'skipped' | 'cancelled'

/** A run: one visit of a node. A node entered again after a return has another run. */
export interface NodeRun {
  /** `{document}-{round}-{visit}-{node}`, deterministic. */
  readonly id: string
  readonly node: string
  readonly round: number
  /** 1 for the first entry of this node in this round. */
  readonly visit: number
  /** Empty for the start node. */
  readonly path: BlockPath
  readonly mode: ApprovalMode
  /** False: a refusal is a vote (percentage mode only). */
  readonly veto: boolean
  readonly state: RunState
  readonly tasks: readonly Task[]
  /** Values of the rule's fields on entry, for nodes with `asksAdded`. */
  readonly asked?: readonly string[]
  /** Reason why it was skipped. */
  readonly why?: Reason
  /** State before a return closed it, for restoring it on a direct resume. */
  readonly closedFrom?: 'running' | 'done' | 'skipped'
  /** Later round in which it counts again, after filing again directly at the returning node. */
  readonly countsIn?: number
  readonly enteredAt: string
  readonly finishedAt?: string
}

/** People added to a task by countersign. The flow itself is immutable. */
interface Overlay {
  readonly parent: string
  readonly order: CountersignOrder
  readonly children: readonly string[]
}

/** sequence: one after the other (orderType 1); any: the first pass closes the others (orderType 2). */
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
  /** Ids of the runs that it closed. */
  readonly closed: readonly string[]
}

/** People chosen for a node by the initiator or an approver. */
export interface ApproverChoice {
  readonly node: string
  readonly people: readonly string[]
}

/** The state of a document's approval, folded from its events. The form's value is stored by the host. */
export interface DocumentState {
  readonly id: string
  /** Key of the form. */
  readonly form: string
  /** Content hash of the flow to which this round is pinned. */
  readonly flow: string
  readonly starter: string
  readonly applicant: string
  readonly status: DocumentStatus
  /** From 1; incremented whenever the initiator files again. */
  readonly round: number
  /** Policy of this round for an approver who is the initiator. */
  readonly initiatorApprover: FlowSettings['initiatorApprover']
  /** All runs of all rounds, oldest first. */
  readonly runs: readonly NodeRun[]
  readonly overlay: readonly Overlay[]
  readonly choices: readonly ApproverChoice[]
  readonly copies: readonly Copy[]
  readonly returned?: PendingReturn
  /** `{from node}>{target}` of each return since the last change of the value. */
  readonly returns: readonly string[]
  /** Times of the urges. */
  readonly urges: readonly string[]
  /** Time of the event that ended it; absent while it is in approval. */
  readonly endedAt?: string
  /** Number of events applied. */
  readonly revision: number
}

/** External facts for the engine, at the time of a command. */
export interface Facts {
  /** ISO-8601 instant of the command. */
  readonly at: string
  readonly directory: Directory
  /** Evaluates a FEEL condition on the document's value, including the edits of the command. */
  condition(feel: string): boolean
  /**
   * Non-empty ids at a field path, in order: `applicantDept`, `items.bearingDept` (all rows). `label` returns the display name of one
   * ("中文/English").
   */
  values(path: string): readonly string[]
  label?(path: string, value: string): string
  /** The kind of the records at a field path. */
  recordKind?(path: string): RecordKind | undefined
  /** Returns whether a field is entered only at a later node (`atNode`). */
  waits?(path: string): boolean
  /** Returns whether the form requires input at a node (`editAt`, `atNode`); such a node never passes automatically. */
  inputAt?(node: string): boolean
  /** Returns whether the form has fields that are filled in at a node (`editAt`, `atNode`). @default true */
  opensFields?(node: string): boolean
  /** Returns whether none of the fields shown to a node's approvers has changed since the last return. @default false */
  standsAt?(node: string): boolean
  /** Returns whether the document pays a person: a payee is theirs or in their name. */
  isPaid?(person: string): boolean
  /** Returns whether a person was mentioned in a comment on the document. @default false */
  isMentioned?(person: string): boolean
  /** The opinion fact that modules declare under a name. */
  opinionFact?(name: string): OpinionFact | undefined
  /** Settings of the form. */
  readonly form: { readonly abortAfterCompletion: boolean; readonly voidPermission?: string }
  /** Returns whether documents of the form move money, regardless of the flow. */
  movesMoney?(): boolean
  /** Number of live documents (in approval or completed) that link to this one. */
  readonly bindings: number
  /** Returns whether a person holds a permission. */
  holds(person: string, permission: string): boolean
  /** The client of the call; undefined where the product itself decides. */
  readonly terminal?: StepTerminal | undefined
  /** Refusals of the host (a locked month, a posting), for button and server alike. */
  undoRefusal?(action: Action): Refusal | undefined
}

/** A node to which a running task can be returned. */
export interface ReturnTarget {
  readonly node: string
  readonly people: readonly string[]
  /** The same return was made before without changes since; shown as a warning. */
  readonly again: boolean
}

/** An explanation given by an approver, in addition to the opinion. */
export interface Explanation {
  /** Key of its kind. @default the kind that the node requires */
  readonly kind?: string
  readonly text: string
}
