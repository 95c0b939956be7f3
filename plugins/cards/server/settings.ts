import type { Env } from '#server/env.ts'

/** The service that collected cards are fetched from. */
interface CardSettings {
  /** Base address, without a slash at its end. */
  readonly url: string
  readonly token: string
}

/** Services that stand in where the settings name none, by the product whose they are. */
const offered = new WeakMap<Env, CardSettings>()

/** Lets a service of the company's own stand in for the one that the settings would name: the demo company's. */
export function offerCards(env: Env, settings: CardSettings): void {
  offered.set(env, settings)
}

/** Takes back a service that was offered for these settings. */
export function withdrawCards(env: Env): void {
  offered.delete(env)
}

/** The service that is asked; undefined where none is set up. */
export const cardSettings = (env: Env): CardSettings | undefined => env.cards ?? offered.get(env)
