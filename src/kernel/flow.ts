import type { Feel } from './fields.ts'
import type { Starters } from './flow/starters.ts'
import type { Label } from './wording/label.ts'

/** Rules for approvers: one vocabulary for shipped flows and the designer. */
export type ApproverRule =
  | { readonly rule: 'departmentHead'; readonly field?: string }
  | { readonly rule: 'superior'; readonly levels: number; readonly field?: string }
  | { readonly rule: 'vicePresident'; readonly field: string }
  | { readonly rule: 'generalManager' }
  /** The person who answers for each record of the field, as the module that declares the owners of such records knows. */
  | { readonly rule: 'ownerOf'; readonly field: string }
  /** With `scope`, a field path, those members who hold its value: by their data scope, or by the role scope that `by` names. */
  | { readonly rule: 'role'; readonly role: string; readonly scope?: string; readonly by?: string }
  | { readonly rule: 'person'; readonly field: string }
  | { readonly rule: 'rowPersons'; readonly field: string }
  | {
    readonly rule: 'selectUser'
    readonly size: number
    readonly optionalRange?: OptionalRange
    readonly canAdd?: boolean
    /** Field with the people whom the initiator chose in the form, in their order. */
    readonly from?: string
  }
  | { readonly rule: 'sameAs'; readonly node: string }
  | { readonly rule: 'initiator' }
  /** The product itself: a module of the server carries the node out, and nobody is asked. */
  | { readonly rule: 'system' }
  | { readonly rule: 'fixed'; readonly people: readonly string[] }
  /** Everyone whom each part names. */
  | { readonly rule: 'both'; readonly parts: readonly ApproverRule[] }
  /** The first part that names anyone. */
  | { readonly rule: 'firstOf'; readonly parts: readonly ApproverRule[] }

export interface OptionalRange {
  readonly type: 'ALL' | 'DEPT' | 'ROLE' | 'USERS' | 'SAME_ENTERPRISE'
  readonly ids?: readonly string[]
}

/** A field path such as `items.bearingDept` names every row's value. */
export const departmentHead = (field?: string): ApproverRule => ({ rule: 'departmentHead', field })
/** The manager so many levels above the applicant, or above the people in the field. */
export const superior = (levels: number, field?: string): ApproverRule => ({ rule: 'superior', levels, field })
/** The vice president responsible for the department in the field. */
export const vicePresident = (field: string): ApproverRule => ({ rule: 'vicePresident', field })
export const generalManager: ApproverRule = { rule: 'generalManager' }
/** The person who answers for the record in the field, e.g. the manager of its cost centre. */
export const ownerOf = (field: string): ApproverRule => ({ rule: 'ownerOf', field })
/**
 * @param of a field with departments, for members whose data scope holds them; or a scope of the role (`by`) and the field with its values
 */
export const role = (key: string, of?: string | { readonly by: string; readonly of: string }): ApproverRule => (typeof of === 'object'
  ? { rule: 'role', role: key, scope: of.of, by: of.by }
  : { rule: 'role', role: key, scope: of })
/** The person in the field. */
export const personIn = (field: string): ApproverRule => ({ rule: 'person', field })
/** The persons in a column, each once. */
export const rowPersons = (field: string): ApproverRule => ({ rule: 'rowPersons', field })
/** The people who decided at another node. */
export const sameAs = (node: string): ApproverRule => ({ rule: 'sameAs', node })
export const initiator: ApproverRule = { rule: 'initiator' }
export const theProduct: ApproverRule = { rule: 'system' }
/** Everyone whom each part names. */
export const both = (...parts: ApproverRule[]): ApproverRule => ({ rule: 'both', parts })
/** The people of the first part that names anyone. */
export const firstOf = (...parts: ApproverRule[]): ApproverRule => ({ rule: 'firstOf', parts })
/** People whom the initiator chooses: `size` of them, from the range or the field. */
export const selectUser = (
  size: number,
  options: { optionalRange?: OptionalRange; canAdd?: boolean; from?: string } = {},
): ApproverRule => ({ rule: 'selectUser', size, ...options })

/** all `+`, any `/`, sequential `>`; percentage: done when that share has passed. */
export type ApprovalMode = 'all' | 'any' | 'sequential' | { readonly percentage: number }

export interface ApprovalNode extends Label {
  readonly block: 'approve'
  readonly id: string
  readonly by: ApproverRule
  readonly mode: ApprovalMode
  /** Entered only when true; without it, always. */
  readonly when?: Feel
  /** Fields (`items.approvedAmount`) that stay editable here, beside those whose `editAt` names the node. */
  readonly edits?: readonly string[]
  /** `true`, or the condition under which an opinion must be written. */
  readonly opinionRequired?: true | Feel
  /** Values that the opinion has to state; with a condition, where that holds. */
  readonly opinionMustContain?: readonly (string | { readonly text: string; readonly when: Feel })[]
  /** Key of the kind of explanation that each approver here owes. */
  readonly explains?: string
  /** Each approver fills in their own rows of the tables with an `owner`, and no others. */
  readonly rows?: 'own'
  /** Actions that are not offered at this node. */
  readonly hidden?: readonly string[]
  /** Never completed automatically. */
  readonly manual?: true
  /** One refusal ends the document; default true. With a percentage, false counts it as a vote. */
  readonly veto?: boolean
  /** The check list before the pass; an item with a condition where that holds. */
  readonly checkList?: readonly ({ readonly id: string; readonly when?: Feel } & Label)[]
  /** People whom the form names confirm or carry out here, in fields of their own: the initiator may be one of them. No effect on a role. */
  readonly confirms?: true
  /** A person whom the rule names beside others and who is left out here; the node is skipped if nobody is left. */
  readonly excludes?: 'initiator'
  /**
   * People whom the rule's fields name only after the node was done (a row was moved) are asked before the next node, unless they have
   * passed in this round.
   */
  readonly asksAdded?: true
  /** The approver may hand the judgement to the next judge, with the first or the second reason. */
  readonly hardToDecide?: 'one' | 'two'
  /** Working hours until a task here is overdue, instead of the flow's `overdueHours`; 0: never. */
  readonly dueHours?: number
}

export interface CopyNode extends Label {
  readonly block: 'copy'
  readonly id: string
  readonly to: ApproverRule
  readonly when?: Feel
}

/** The first branch whose condition is true, else `otherwise`. */
export interface ExclusiveBlock {
  readonly block: 'exclusive'
  readonly id: string
  readonly branches: readonly { readonly when: Feel; readonly steps: readonly Block[] }[]
  readonly otherwise: readonly Block[]
}

/** Every branch at once; left when all are done. */
export interface ParallelBlock {
  readonly block: 'parallel'
  readonly id: string
  readonly branches: readonly (readonly Block[])[]
}

/** Every branch whose condition is true at once; `otherwise` when none is. */
export interface InclusiveBlock {
  readonly block: 'inclusive'
  readonly id: string
  readonly branches: readonly { readonly when: Feel; readonly steps: readonly Block[] }[]
  readonly otherwise: readonly Block[]
}

export type Block = ApprovalNode | CopyNode | ExclusiveBlock | ParallelBlock | InclusiveBlock

/** The decision when a node names nobody. `refuse`: the document cannot start; `admin`: the workflow administrators decide. */
export type EmptyApproverPolicy = 'refuse' | 'admin'

export interface FlowSettings {
  /** Same person as the directly preceding approver: completed automatically. */
  readonly dedupe: 'consecutive' | 'anyEarlier' | 'none'
  readonly emptyApprover: EmptyApproverPolicy
  /** The behaviour when the initiator is the approver. */
  readonly initiatorApprover: 'superior' | 'self' | 'autoPass'
  /** The document moves money: it never completes without another person having acted. */
  readonly movesMoney: boolean
  readonly resumeMode: 'sequential' | 'direct'
  readonly urgeMinutes: number
  /** Working hours until a task is overdue; 0: never. A flow from before there was this setting goes without. */
  readonly overdueHours?: number
  /** Actions that this flow offers nowhere, e.g. `revoke`. */
  readonly hidden?: readonly string[]
  /** Without it, everybody who holds the right of the form starts documents. */
  readonly starters?: Starters
}

export interface Flow {
  readonly steps: readonly Block[]
  readonly settings: FlowSettings
}

const defaultSettings: FlowSettings = {
  dedupe: 'consecutive',
  emptyApprover: 'refuse',
  initiatorApprover: 'superior',
  movesMoney: false,
  resumeMode: 'sequential',
  urgeMinutes: 30,
  overdueHours: 24,
}

type NodeOptions = Omit<ApprovalNode, 'block' | 'id' | 'by' | 'mode' | 'cn' | 'en'> & { mode?: ApprovalMode } & Label

/** A node at which people decide; without a `mode` the first decision counts. */
export function approve(id: string, by: ApproverRule, options: NodeOptions): ApprovalNode {
  return { block: 'approve', id, by, mode: 'any', ...options }
}

/** A node that shows the document to people, who decide nothing. */
export function copy(id: string, to: ApproverRule, options: Label & { when?: Feel }): CopyNode {
  return { block: 'copy', id, to, ...options }
}

/** Branches of which the first that holds is taken, or `otherwise`. */
export const exclusive = (id: string, branches: ExclusiveBlock['branches'], otherwise: readonly Block[] = []): ExclusiveBlock => ({
  block: 'exclusive',
  id,
  branches,
  otherwise,
})

/** Branches that are all taken; the flow goes on when each has ended. */
export const parallel = (id: string, ...branches: (readonly Block[])[]): ParallelBlock => ({ block: 'parallel', id, branches })

/** Branches of which all that hold are taken, or `otherwise`. */
export const inclusive = (id: string, branches: InclusiveBlock['branches'], otherwise: readonly Block[] = []): InclusiveBlock => ({
  block: 'inclusive',
  id,
  branches,
  otherwise,
})

/** A flow, read from top to bottom. */
export function defineFlow(steps: readonly Block[], settings: Partial<FlowSettings> = {}): Flow {
  return Object.freeze({ steps, settings: { ...defaultSettings, ...settings } })
}
