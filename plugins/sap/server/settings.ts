import type { Env } from '#server/env.ts'
import { sapDestination } from './protocols/destination.ts'

/** Address and account of the gateway to SAP. */
export interface SapSettings {
  /** Base address, without a slash at its end. */
  readonly url: string
  readonly user: string
  readonly password: string
}

/** Gateways used where the settings name none, by product. */
const offered = new WeakMap<Env, SapSettings>()

/**
 * Registers the demo company's gateway, which is used where the settings name none. @returns a function that removes it, unless another one
 * has replaced it
 */
export function offerSap(env: Env, settings: SapSettings): () => void {
  offered.set(env, settings)
  return () => void (offered.get(env) === settings && offered.delete(env))
}

/** Removes the registered gateway, whichever it is. */
export function withdrawSap(env: Env): void {
  offered.delete(env)
}

/** The gateway in use; undefined where none is set up. */
export const sapSettings = (env: Env): SapSettings | undefined => env.sap ?? offered.get(env)

/** Returns whether a gateway or a system is set up; the demo company's starts with the product. */
export const isSapSet = (env: Env): boolean => env.sap !== undefined || sapDestination(env) !== undefined || env.demo
