import type { Flow, FlowSettings } from '#kernel/flow.ts'
import type { ApproverChoice, CountersignOrder, Explanation } from './types.ts'

/** An answer to a check list item. */
export interface Check {
  readonly item: string
  readonly result: 'pass' | 'fail' | 'na'
  readonly remark?: string
}

interface CommandBase {
  /** Id of the acting person, from the session. */
  readonly by: string
  /** ISO-8601 instant. */
  readonly at: string
  readonly comment?: string
  /** Ids of attachments, authorised by the host. */
  readonly attachments?: readonly string[]
}

interface OnTask extends CommandBase {
  readonly task: string
}

interface Submit extends CommandBase {
  readonly action: 'submit'
  /** Id of the document to be created. */
  readonly document: string
  readonly form: string
  /** Content hash of the flow. */
  readonly flow: string
  readonly applicant: string
  readonly choices?: readonly ApproverChoice[]
}

/** Files again: after a refusal, revoke or void, or at the start node after a return. */
interface Resubmit extends CommandBase {
  readonly action: 'resubmit'
  readonly flow: string
  readonly applicant: string
  readonly choices?: readonly ApproverChoice[]
  /** No decisive field (amount, payee, department, fields with `trend`) has changed since the return. */
  readonly unchanged?: boolean
}

interface Pass extends OnTask {
  readonly action: 'pass'
  readonly choices?: readonly ApproverChoice[]
  readonly explanations?: readonly Explanation[]
  readonly checks?: readonly Check[]
  /** Number of the document's exceptions that the approver was shown. */
  readonly exceptions?: number
  /** As in `Resubmit`, for the target of a return. */
  readonly unchanged?: boolean
}

/** The reasons are part of the form's value; repeated here for validation. */
interface HardToDecide extends OnTask {
  readonly action: 'hardToDecide'
  readonly reason: string
  readonly choices?: readonly ApproverChoice[]
}

interface Refuse extends OnTask {
  readonly action: 'refuse'
}

interface Return extends OnTask {
  readonly action: 'return'
  /** Node id; `start`: the initiator, for changes. */
  readonly target: string
  /** Resume mode after the target has passed. @default the flow's setting */
  readonly resume?: FlowSettings['resumeMode']
}

interface Countersign extends OnTask {
  readonly action: 'countersign'
  readonly people: readonly string[]
  readonly order: CountersignOrder
}

interface CancelCountersign extends OnTask {
  readonly action: 'cancelCountersign'
}

interface Transfer extends OnTask {
  readonly action: 'transfer'
  readonly people: readonly string[]
  readonly explanations?: readonly Explanation[]
}

interface OnDocument extends CommandBase {
  readonly action: 'revoke' | 'edit' | 'urge'
}

interface Comment extends CommandBase {
  readonly action: 'comment'
  readonly mentioned?: readonly string[]
}

interface CopyTo extends CommandBase {
  readonly action: 'copy'
  readonly people: readonly string[]
}

interface Confirmable {
  /** Id of the confirming person, where the document moves money. */
  readonly confirmedBy?: string
}

/** Moves the document to another version of the flow; `move` keeps its decisions, `restart` discards them. */
interface MoveTarget {
  readonly action: 'move'
  readonly choice: 'move' | 'restart'
  /** Content hash of the target version. */
  readonly to: string
  readonly flow: Flow
}

/** Interventions of workflow administrators. */
type AdminMove =
  | (OnTask & Confirmable & { readonly action: 'reassign'; readonly person: string })
  | (OnTask & Confirmable & { readonly action: 'skip' })
  | (CommandBase & Confirmable & { readonly action: 'jump'; readonly target: string })
  | (CommandBase & Confirmable & { readonly action: 'forceEnd' })
  | (CommandBase & Confirmable & MoveTarget)

type Void = CommandBase & Confirmable & { readonly action: 'void' }

/** Reassigns a task whose holder was disabled or has left. */
interface ReassignOrphaned extends OnTask {
  readonly action: 'replace'
}

/** Returns a task to its owner, who is back from an absence. */
interface ComeBack extends OnTask {
  readonly action: 'comeBack'
}

/** Handles an overdue task. */
interface TimeOut extends OnTask {
  readonly action: 'timeOut'
}

export type Command = Submit | Resubmit | Pass | HardToDecide | Refuse | Return | Countersign | CancelCountersign | Transfer | OnDocument
  | Void | Comment | CopyTo | AdminMove | ReassignOrphaned | TimeOut | ComeBack

export type CommandOf<A extends Command['action']> = Extract<Command, { readonly action: A }>
