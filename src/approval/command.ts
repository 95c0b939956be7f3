import type { FlowSettings } from '#kernel/flow.ts'
import type { ApproverChoice, CountersignOrder, Explanation } from './types.ts'

/** An answered item of a node's check list. */
export interface Check {
  readonly item: string
  readonly result: 'pass' | 'fail' | 'na'
  readonly remark?: string
}

interface CommandBase {
  /** The person who asks, from the session. */
  readonly by: string
  /** ISO-8601 instant. */
  readonly at: string
  readonly comment?: string
  /** Ids that the host has authorised. */
  readonly attachments?: readonly string[]
}

interface OnTask extends CommandBase {
  readonly task: string
}

interface Submit extends CommandBase {
  readonly action: 'submit'
  /** Id of the document to be. */
  readonly document: string
  readonly form: string
  /** Content hash of the flow. */
  readonly flow: string
  readonly applicant: string
  readonly choices?: readonly ApproverChoice[]
}

/** Files again: after refusal, revoke or void, or from the start node after a return. */
interface Resubmit extends CommandBase {
  readonly action: 'resubmit'
  readonly flow: string
  readonly applicant: string
  readonly choices?: readonly ApproverChoice[]
  /** Amount, payee, department and every field that asks for the approvers are as they were at the return. */
  readonly unchanged?: boolean
}

interface Pass extends OnTask {
  readonly action: 'pass'
  readonly choices?: readonly ApproverChoice[]
  readonly explanations?: readonly Explanation[]
  readonly checks?: readonly Check[]
  /** As with `Resubmit`, for the target of a return. */
  readonly unchanged?: boolean
}

/** The reasons travel in the form's value; given here to be checked. */
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
  /** Node id; `start`: to the initiator, for change. */
  readonly target: string
  /** Way of resuming after the target has passed; defaults to the flow's setting. */
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
  readonly action: 'revoke' | 'edit' | 'void' | 'urge'
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
  /** The second person, where the document moves money. */
  readonly confirmedBy?: string
}

/** A workflow administrator's repair. */
type AdminMove =
  | (OnTask & Confirmable & { readonly action: 'reassign'; readonly person: string })
  | (OnTask & Confirmable & { readonly action: 'skip' })
  | (CommandBase & Confirmable & { readonly action: 'jump'; readonly target: string })
  | (CommandBase & Confirmable & { readonly action: 'forceEnd' })

/** A running task whose holder was disabled or has left finds another holder. */
interface ReassignOrphaned extends OnTask {
  readonly action: 'replace'
}

export type Command = Submit | Resubmit | Pass | HardToDecide | Refuse | Return | Countersign | CancelCountersign | Transfer | OnDocument
  | Comment | CopyTo | AdminMove | ReassignOrphaned

export type CommandOf<A extends Command['action']> = Extract<Command, { readonly action: A }>
