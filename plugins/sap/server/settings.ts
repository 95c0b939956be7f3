import type { Env } from '#server/env.ts'
import { sapDestination } from './protocols/destination.ts'

/** The gateway to SAP that is asked. */
export interface SapSettings {
  /** Base address, without a slash at its end. */
  readonly url: string
  readonly user: string
  readonly password: string
}

/** Gateways that stand in where the settings name none, by the product whose they are. */
const offered = new WeakMap<Env, SapSettings>()

/** Lets a gateway of the company's own stand in for the one that the settings would name: the demo company's. */
export function offerSap(env: Env, settings: SapSettings): void {
  offered.set(env, settings)
}

/** Takes that gateway away again: it has ended. */
export function withdrawSap(env: Env): void {
  offered.delete(env)
}

/** The gateway that is asked; undefined where none is set up. */
export const sapSettings = (env: Env): SapSettings | undefined => env.sap ?? offered.get(env)

/** Returns whether there is one, or will be as soon as the product listens. */
export const isSapSet = (env: Env): boolean => env.sap !== undefined || sapDestination(env) !== undefined || env.demo
