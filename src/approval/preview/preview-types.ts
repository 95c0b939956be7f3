import type { ApprovalMode } from '#kernel/flow.ts'
import type { BlockPath, ApproverChoice, DocumentState, Reason, Refusal, TaskOrigin, TaskState } from '../types.ts'

/** The input of an approver preview before there is a document. */
export interface PreviewInput {
  readonly starter: string
  readonly applicant: string
  readonly choices: readonly ApproverChoice[]
  /** Present when a document is to be filed again. */
  readonly document?: DocumentState
}

export interface PreviewPerson {
  readonly id: string
  readonly name: string
  readonly owner?: string
  readonly origin: TaskOrigin
  readonly why: readonly Reason[]
  /** The reason for which this person's part completes by itself. Absent where that depends on who acts before. */
  readonly auto?: Reason
  readonly state: TaskState
}

/** One node of the path that the document takes if nothing changes and everyone agrees. */
export interface PreviewNode {
  readonly node: string
  readonly kind: 'approve' | 'copy'
  readonly cn: string
  readonly en: string
  readonly path: BlockPath
  readonly mode: ApprovalMode
  /** running: waiting for these people now; coming: later; auto: completes by itself when reached. */
  readonly state: 'running' | 'coming' | 'auto' | 'skipped'
  readonly why?: Reason
  readonly people: readonly PreviewPerson[]
  /** The reason that would refuse the submission here: nobody found, someone has left, nobody chosen. */
  readonly problems: readonly Refusal[]
  /** Present where people are chosen by hand. */
  readonly select?: {
    readonly size: number
    readonly canAdd: boolean
    readonly optionalRange: { readonly type: string; readonly ids?: readonly string[] }
  }
}
