import type { ApprovalMode } from '#kernel/flow.ts'
import type { BlockPath, ApproverChoice, DocumentState, Reason, Refusal, TaskOrigin, TaskState } from '../types.ts'

/** Input of an approver preview for a document that is not filed yet. */
export interface PreviewInput {
  readonly starter: string
  readonly applicant: string
  readonly choices: readonly ApproverChoice[]
  /** Present when a document is filed again. */
  readonly document?: DocumentState
}

export interface PreviewPerson {
  readonly id: string
  readonly name: string
  readonly owner?: string
  readonly origin: TaskOrigin
  readonly why: readonly Reason[]
  /** The reason why this person's part passes automatically; absent if that depends on earlier decisions. */
  readonly auto?: Reason
  readonly state: TaskState
}

/** A node on the path of a document, provided that nothing changes and everyone passes. */
export interface PreviewNode {
  readonly node: string
  readonly kind: 'approve' | 'copy'
  readonly cn: string
  readonly en: string
  readonly path: BlockPath
  readonly mode: ApprovalMode
  /** running: waits for these people now; coming: later; auto: will pass automatically. */
  readonly state: 'running' | 'coming' | 'auto' | 'skipped'
  readonly why?: Reason
  readonly people: readonly PreviewPerson[]
  /** Refusals of a submission at this node: no approver found, a person has left, no person chosen. */
  readonly problems: readonly Refusal[]
  /** Present where the initiator chooses people. */
  readonly select?: {
    readonly size: number
    readonly canAdd: boolean
    readonly optionalRange: { readonly type: string; readonly ids?: readonly string[] }
  }
}
