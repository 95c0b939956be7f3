import type { Env } from '#server/env.ts'

/** Settings of the service that provides collected cards. */
interface CardSettings {
  /** Base URL without a trailing slash. */
  readonly url: string
  readonly token: string
}

/** Fallback services by environment, used where the settings name none. */
const offered = new WeakMap<Env, CardSettings>()

/**
 * Registers a fallback service for an environment whose settings name none; the demo company uses it. @returns a function that removes it,
 * unless another one has replaced it
 */
export function offerCards(env: Env, settings: CardSettings): () => void {
  offered.set(env, settings)
  return () => void (offered.get(env) === settings && offered.delete(env))
}

/** Removes the fallback service of an environment, whichever it is. */
export function withdrawCards(env: Env): void {
  offered.delete(env)
}

/** Settings of the card service, or of its fallback; undefined where neither is configured. */
export const cardSettings = (env: Env): CardSettings | undefined => env.cards ?? offered.get(env)
