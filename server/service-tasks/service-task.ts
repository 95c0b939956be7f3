import type { Form } from '#kernel/form.ts'
import { type Permission, permits } from '#kernel/permissions.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'

/** A module's task at a node that the product performs itself (rule `system`), by calling another system. */
export interface ServiceTaskKind {
  /** Key of the form, and the node. */
  readonly form: string
  readonly node: string
  /** Permission to repeat the task after a refusal; the initiator may do so as well. */
  readonly retry: Permission
  /** Role whose holders are notified of a refusal, in addition to the initiator. */
  readonly role: string
  /** Locale key of the refusal, with the parameter `message` for the other system's message. */
  readonly refusal: string
  /**
   * Calls the other system, outside of any transaction. Repeated with the same key where no answer arrived: the other side must process a
   * key only once.
   */
  perform(serviceTask: ServiceTask): Promise<ServiceTaskOutcome>
}

/** A document that waits at such a node. */
export interface ServiceTask {
  readonly host: Host
  readonly db: Db
  readonly form: Form
  readonly document: { readonly id: string; readonly number: string; readonly round: number }
  readonly value: FormValue
  /** Idempotency key: number and round of the document. */
  readonly key: string
}

/**
 * done: the document proceeds; refused: it stays at the node, with the reason; unknown: the outcome is unknown, and the task is repeated.
 */
export type ServiceTaskOutcome =
  | { readonly outcome: 'done'; readonly set: FormValue; readonly comment: string }
  | { readonly outcome: 'refused'; readonly message: string; readonly set?: FormValue }
  | { readonly outcome: 'unknown'; readonly message: string }

/** The kinds by form and node. */
export type ServiceTaskKinds = ReadonlyMap<string, ServiceTaskKind>

/** The key of a node's service task. */
export const serviceTaskKey = (form: string, node: string): string => `${form} ${node}`

/** The kinds of service tasks by form and node ({@link serviceTaskKey}). */
export const serviceTaskKinds = (kinds: readonly ServiceTaskKind[]): ServiceTaskKinds =>
  new Map(kinds.map((kind) => [serviceTaskKey(kind.form, kind.node), kind]))

/** Returns whether the caller may repeat a refused task: the initiator and holders of the permission. */
export const mayRetry = ({ retry }: ServiceTaskKind,
  { caller, starter }: { caller: Pick<Caller, 'id' | 'permissions'>; starter: string }): boolean =>
  caller.id === starter || permits(caller.permissions, retry)
