import type { Feel } from './fields.ts'
import type { Starters } from './flow/starters.ts'
import type { Label } from './wording/label.ts'

/** Rules that determine the approvers of a node, for shipped flows and the designer alike. */
export type ApproverRule =
  | { readonly rule: 'departmentHead'; readonly field?: string }
  | { readonly rule: 'superior'; readonly levels: number; readonly field?: string }
  | { readonly rule: 'vicePresident'; readonly field: string }
  | { readonly rule: 'generalManager' }
  /** The owner of each record in the field, resolved by the module that declares the owners of such records. */
  | { readonly rule: 'ownerOf'; readonly field: string }
  /** With `scope`, a field path: only members for its value, by their row scope, or by the role scope named in `by`. */
  | { readonly rule: 'role'; readonly role: string; readonly scope?: string; readonly by?: string }
  | { readonly rule: 'person'; readonly field: string }
  | { readonly rule: 'rowPersons'; readonly field: string }
  | {
    readonly rule: 'selectUser'
    readonly size: number
    readonly optionalRange?: OptionalRange
    readonly canAdd?: boolean
    /** Field with the people whom the initiator chose in the form, in order. */
    readonly from?: string
  }
  | { readonly rule: 'sameAs'; readonly node: string }
  | { readonly rule: 'initiator' }
  /** No approver: a server module carries out the node. */
  | { readonly rule: 'system' }
  | { readonly rule: 'fixed'; readonly people: readonly string[] }
  /** The union of the parts' people. */
  | { readonly rule: 'both'; readonly parts: readonly ApproverRule[] }
  /** The people of the first part that finds any. */
  | { readonly rule: 'firstOf'; readonly parts: readonly ApproverRule[] }

export interface OptionalRange {
  /**
   * The people to choose from: everybody, the people of departments, the members of roles, named people, or people of their
   * company.
   */
  readonly type: 'ALL' | 'DEPT' | 'ROLE' | 'USERS' | 'SAME_ENTERPRISE'
  /** Departments, roles or people, by `type`. */
  readonly ids?: readonly string[]
}

/** Heads of departments. A field path such as `items.bearingDept` stands for the departments of all rows. @default the applicant's */
export const departmentHead = (field?: string): ApproverRule => ({ rule: 'departmentHead', field })
/** The manager `levels` above the applicant, or above the people in the field. */
export const superior = (levels: number, field?: string): ApproverRule => ({ rule: 'superior', levels, field })
/** The vice president responsible for the department in the field. */
export const vicePresident = (field: string): ApproverRule => ({ rule: 'vicePresident', field })
export const generalManager: ApproverRule = { rule: 'generalManager' }
/** The owner of the record in the field, e.g. the manager of its cost centre. */
export const ownerOf = (field: string): ApproverRule => ({ rule: 'ownerOf', field })
/**
 * Members of a role.
 * @param of a department field, for the members whose row scope includes it; or a role scope (`by`) and the field with its value
 */
export const role = (key: string, of?: string | { readonly by: string; readonly of: string }): ApproverRule => (typeof of === 'object'
  ? { rule: 'role', role: key, scope: of.of, by: of.by }
  : { rule: 'role', role: key, scope: of })
/** The person in the field. */
export const personIn = (field: string): ApproverRule => ({ rule: 'person', field })
/** The people in a column, without duplicates. */
export const rowPersons = (field: string): ApproverRule => ({ rule: 'rowPersons', field })
/** The people who decided at another node. */
export const sameAs = (node: string): ApproverRule => ({ rule: 'sameAs', node })
export const initiator: ApproverRule = { rule: 'initiator' }
export const theProduct: ApproverRule = { rule: 'system' }
/** The union of the parts' people. */
export const both = (...parts: ApproverRule[]): ApproverRule => ({ rule: 'both', parts })
/** The people of the first part that finds any. */
export const firstOf = (...parts: ApproverRule[]): ApproverRule => ({ rule: 'firstOf', parts })
/** People chosen by the initiator: `size` of them, from the range or the field. */
export const selectUser = (
  size: number,
  options: { optionalRange?: OptionalRange; canAdd?: boolean; from?: string } = {},
): ApproverRule => ({ rule: 'selectUser', size, ...options })

/** `all` (`+`), `any` (`/`), `sequential` (`>`); percentage: done when that share of the approvers has passed. */
export type ApprovalMode = 'all' | 'any' | 'sequential' | { readonly percentage: number }

export interface ApprovalNode extends Label {
  /** Discriminator. */
  readonly block: 'approve'
  /** Name by which fields, rules and histories refer to the node; unique within the flow, and never changed once documents exist. */
  readonly id: string
  /** The rule that finds the approvers. */
  readonly by: ApproverRule
  /** The decisions that complete the node. */
  readonly mode: ApprovalMode
  /** Condition for entering the node. @default always entered */
  readonly when?: Feel
  /** Paths that are editable here (e.g. `items.approvedAmount`), in addition to fields whose `editAt` names the node. */
  readonly edits?: readonly string[]
  /** `true`, or the condition under which an opinion is required. */
  readonly opinionRequired?: true | Feel
  /** Texts that the opinion has to contain; one with a condition only where it holds. */
  readonly opinionMustContain?: readonly (string | { readonly text: string; readonly when: Feel })[]
  /** Key of the kind of explanation that each approver here has to give. */
  readonly explains?: string
  /** Each approver fills in only their own rows of the tables with an `owner`. */
  readonly rows?: 'own'
  /** Entries may be saved here without passing; required fields may still be empty then. */
  readonly saves?: true
  /** Keys of actions that are not offered at this node. */
  readonly hidden?: readonly string[]
  /** Never passed automatically. */
  readonly manual?: true
  /** One refusal ends the document. With a percentage mode, false counts it as a vote. @default true */
  readonly veto?: boolean
  /** Check list to be ticked off before passing; an item with a condition only where it holds. */
  readonly checkList?: readonly ({ readonly id: string; readonly when?: Feel } & Label)[]
  /** People named in the form confirm or carry out something here; the initiator may be one of them. No effect on role rules. */
  readonly confirms?: true
  /** Leaves out the initiator if the rule finds them; the node is skipped if nobody remains. */
  readonly excludes?: 'initiator'
  /**
   * People who are added to the rule's fields after the node was done are asked before the next node, unless they have already passed in
   * this round.
   */
  readonly asksAdded?: true
  /** The approver may refer the decision to the next approver, for the first or the second kind of reason. */
  readonly hardToDecide?: 'one' | 'two'
  /** Working hours until a task here is overdue; 0: never. @default the flow's `overdueHours` */
  readonly dueHours?: number
  /** Fields that the decision is based on; amounts, payees, departments and files always count. @default all fields visible to them */
  readonly decidesOn?: readonly string[]
  /** Action for an overdue task. @default a reminder */
  readonly onTimeout?: TimeoutAction
  /** Terminals on which tasks here are decided; elsewhere they are read, commented and handed on. @default all */
  readonly terminals?: readonly StepTerminal[]
}

/** Kinds of clients, as a call names its own in `X-Client-Type`. mobile: the pages in a window narrower than 768 pixels. */
export const stepTerminals = {
  web: { cn: '电脑网页', en: 'Computer' },
  mobile: { cn: '手机网页', en: 'Phone' },
  mini: { cn: '小程序', en: 'Mini-program' },
} as const satisfies Readonly<Record<string, Label>>

export type StepTerminal = keyof typeof stepTerminals

/** The names of terminals as a list. */
export const terminalWords = (terminals: readonly StepTerminal[]): Label => ({
  cn: terminals.map((each) => stepTerminals[each].cn).join('、'),
  en: terminals.map((each) => stepTerminals[each].en).join(', '),
})

/**
 * The action when a task is overdue. `handOn`: to the holder's superior, or to the members of a role. `pass` is not allowed where input is
 * required, nor as the last decision about money.
 */
export type TimeoutAction =
  | { readonly action: 'remind' | 'pass' | 'refuse' }
  | { readonly action: 'handOn'; readonly to: 'superior' | { readonly role: string } }
  | { readonly action: 'return'; readonly to: string }

export interface CopyNode extends Label {
  /** Discriminator. */
  readonly block: 'copy'
  /** Unique within the flow. */
  readonly id: string
  /** The rule that finds the recipients. */
  readonly to: ApproverRule
  /** Sent only while true; without it, always. */
  readonly when?: Feel
}

/** Takes the first branch whose condition is true, else `otherwise`. */
export interface ExclusiveBlock {
  /** Discriminator. */
  readonly block: 'exclusive'
  /** Unique within the flow. */
  readonly id: string
  /** Branches in the order in which their conditions are tried. */
  readonly branches: readonly { readonly when: Feel; readonly steps: readonly Block[] }[]
  /** Steps where no condition is true. */
  readonly otherwise: readonly Block[]
}

/** Takes all branches concurrently; left when all are done. */
export interface ParallelBlock {
  /** Discriminator. */
  readonly block: 'parallel'
  /** Unique within the flow. */
  readonly id: string
  /** Steps of each branch. */
  readonly branches: readonly (readonly Block[])[]
}

/** Takes every branch whose condition is true, concurrently; `otherwise` when there is none. */
export interface InclusiveBlock {
  /** Discriminator. */
  readonly block: 'inclusive'
  /** Unique within the flow. */
  readonly id: string
  /** Branches with the condition of each. */
  readonly branches: readonly { readonly when: Feel; readonly steps: readonly Block[] }[]
  /** Steps where no condition is true. */
  readonly otherwise: readonly Block[]
}

export type Block = ApprovalNode | CopyNode | ExclusiveBlock | ParallelBlock | InclusiveBlock

/** Policy for a node without approvers. `refuse`: the document cannot be filed; `admin`: workflow administrators decide. */
export type EmptyApproverPolicy = 'refuse' | 'admin'

export interface FlowSettings {
  /** The earlier decision by the same person that passes a node automatically. */
  readonly dedupe: 'consecutive' | 'anyEarlier' | 'none'
  /** The behaviour when a node finds nobody. */
  readonly emptyApprover: EmptyApproverPolicy
  /** Behaviour when the initiator is the approver. */
  readonly initiatorApprover: 'superior' | 'self' | 'autoPass'
  /** Whether documents move money: such a document never completes without a second person. */
  readonly movesMoney: boolean
  /** Where a returned document goes on: through every node again, or straight back to whoever returned it. */
  readonly resumeMode: 'sequential' | 'direct'
  /**
   * The approvers who decide a returned document again: everybody; those whose decisive fields changed; or nobody before the returning node
   * unless a decisive field changed. Absent in older flows: `resumeMode` applies.
   */
  readonly again?: 'everybody' | 'changed' | 'straightBack'
  /** Minutes between two reminders by the initiator. */
  readonly urgeMinutes: number
  /** Working hours until a task is overdue; 0 or absent (older flows): never. */
  readonly overdueHours?: number
  /** Keys of actions that this flow never offers, e.g. `revoke`. */
  readonly hidden?: readonly string[]
  /** The people who may start documents. @default everybody with the permission of the form */
  readonly starters?: Starters
}

export interface Flow {
  /** Nodes and blocks in order. */
  readonly steps: readonly Block[]
  /** Behaviour of the flow as a whole. */
  readonly settings: FlowSettings
}

const defaultSettings: FlowSettings = {
  dedupe: 'consecutive',
  emptyApprover: 'refuse',
  initiatorApprover: 'superior',
  movesMoney: false,
  resumeMode: 'sequential',
  again: 'changed',
  urgeMinutes: 30,
  overdueHours: 24,
}

type NodeOptions = Omit<ApprovalNode, 'block' | 'id' | 'by' | 'mode' | 'cn' | 'en'> & { mode?: ApprovalMode } & Label

/** An approval node. @default mode 'any' */
export function approve(id: string, by: ApproverRule, options: NodeOptions): ApprovalNode {
  return { block: 'approve', id, by, mode: 'any', ...options }
}

/** A copy node: shows the document to people who do not decide. */
export function copy(id: string, to: ApproverRule, options: Label & { when?: Feel }): CopyNode {
  return { block: 'copy', id, to, ...options }
}

/** An exclusive block: takes the first branch that holds, or `otherwise`. */
export const exclusive = (id: string, branches: ExclusiveBlock['branches'], otherwise: readonly Block[] = []): ExclusiveBlock => ({
  block: 'exclusive',
  id,
  branches,
  otherwise,
})

/** A parallel block: takes all branches; continues when all have ended. */
export const parallel = (id: string, ...branches: (readonly Block[])[]): ParallelBlock => ({ block: 'parallel', id, branches })

/** An inclusive block: takes all branches that hold, or `otherwise`. */
export const inclusive = (id: string, branches: InclusiveBlock['branches'], otherwise: readonly Block[] = []): InclusiveBlock => ({
  block: 'inclusive',
  id,
  branches,
  otherwise,
})

/** Declares a flow; the steps run in order. */
export function defineFlow(steps: readonly Block[], settings: Partial<FlowSettings> = {}): Flow {
  return Object.freeze({ steps, settings: { ...defaultSettings, ...settings } })
}
