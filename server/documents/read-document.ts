import type { Action, DocumentState, Task } from '#approval/types.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { EngineInput } from './lifecycle/engine-facts.ts'
import type { PinnedFlow } from './definitions/definition-store.ts'
import type { Access } from './values/disclosed-values.ts'

/** A document that the caller may read, with what its screens need. */
export interface ReadDocument extends EngineInput {
  readonly id: string
  readonly number: string
  /** The subject, where the caller is shown the fields that say so. */
  readonly about: { readonly subject: string | null; readonly subjectEn: string | null }
  /** The value as the caller is shown it. */
  readonly shown: FormValue
  /** The caller's access to a field. */
  readonly access: Access
  readonly process: DocumentState
  readonly pinned: PinnedFlow
  readonly revision: number
  readonly started: Date
  readonly ended: Date | null
  /** The caller's own running task; of several, the one that was asked for. */
  readonly task: Task | undefined
  /** The caller's own task that waits for people whom they added. */
  readonly suspended: Task | undefined
  readonly actions: readonly Action[]
}
