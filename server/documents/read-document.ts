import type { Action, DocumentState, Task } from '#approval/types.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { EngineInput } from './lifecycle/engine-facts.ts'
import type { PinnedFlow } from './definitions/definition-store.ts'
import type { Access } from './values/disclosed-values.ts'

/** A document that the caller may read, with the data of its pages. */
export interface ReadDocument extends EngineInput {
  readonly id: string
  readonly number: string
  /** The subject; null where it depends on fields that the caller may not see. */
  readonly about: { readonly subject: string | null; readonly subjectEn: string | null }
  /** The value as disclosed to the caller. */
  readonly shown: FormValue
  /** The caller's access to a field. */
  readonly access: Access
  readonly process: DocumentState
  readonly pinned: PinnedFlow
  readonly revision: number
  readonly started: Date
  readonly ended: Date | null
  /** The caller's own running task; of several, the requested one. */
  readonly task: Task | undefined
  /** The caller's own suspended task, which resumes once the people they added have decided. */
  readonly suspended: Task | undefined
  readonly actions: readonly Action[]
}
