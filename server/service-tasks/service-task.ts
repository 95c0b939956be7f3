import type { Form } from '#kernel/form.ts'
import { type Permission, permits } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'

/** A task of a module at a node that the product carries out itself (rule `system`): it asks another system. */
export interface ServiceTaskKind {
  /** Key of the form, and the node. */
  readonly form: string
  readonly node: string
  /** The right of those who may have it done again after a refusal, beside the person who filed the document. */
  readonly retry: Permission
  /** Role whose holders are notified of a refusal, beside the initiator. */
  readonly role: string
  /** Locale key of the refusal, with a blank `message` for what the other system says. */
  readonly refusal: string
  /**
   * Asks the other system, outside of any transaction. Comes again with the same key where no answer arrived, so
   * that the other side must do it once for a key.
   */
  perform(serviceTask: ServiceTask): Promise<ServiceTaskOutcome>
}

/** One document that waits at such a node. */
export interface ServiceTask {
  readonly host: Host
  readonly db: Db
  readonly form: Form
  readonly document: { readonly id: string; readonly number: string; readonly round: number }
  readonly value: FormValue
  /** Names what is to be done once: number and round of the document. */
  readonly key: string
}

/** done: the document goes on; refused: it stays, with the reason; unknown: nobody knows, and it is asked again. */
export type ServiceTaskOutcome =
  | { readonly outcome: 'done'; readonly set: FormValue; readonly comment: string }
  | { readonly outcome: 'refused'; readonly message: string; readonly set?: FormValue }
  | { readonly outcome: 'unknown'; readonly message: string }

/** The kinds by form and node. */
export type ServiceTaskKinds = ReadonlyMap<string, ServiceTaskKind>

/** The key of a node's service task among those of all forms. */
export const serviceTaskKey = (form: string, node: string): string => `${form} ${node}`

/** The kinds of service tasks by form and node ({@link serviceTaskKey}). */
export const serviceTaskKinds = (kinds: readonly ServiceTaskKind[]): ServiceTaskKinds =>
  new Map(kinds.map((kind) => [serviceTaskKey(kind.form, kind.node), kind]))

/** Holders of the right and the initiator, who may retry what the other system refused. */
export const mayRetry = ({ retry }: ServiceTaskKind,
  { caller, starter }: { caller: Pick<Caller, 'id' | 'permissions'>; starter: string }): boolean =>
  caller.id === starter || permits(caller.permissions, retry)
