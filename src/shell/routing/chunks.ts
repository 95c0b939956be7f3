import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A chunk that has not arrived after this long is lost, milliseconds. */
const timeout = 120_000
const remembered = 'oa.reloadedAt'
const lostChunk = /dynamically imported module|Importing a module script failed|Loading chunk|preload CSS/i

/** A component of its own chunk, which may be loaded before it is drawn. */
export type LazyPage<Props> = LazyExoticComponent<ComponentType<Props>> & { load(): Promise<unknown> }

/** A page of its own chunk; waiting for it ends after 120 s. Once it is here, it is drawn without waiting. */
export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>): LazyPage<Props> {
  let pending: Promise<Module<Props>> | undefined
  const loading = () => {
    pending ??= atHand(withTimeout(load()).then((component) => ({ default: component })))
    pending.catch(() => (pending = undefined))
    return pending
  }
  return Object.assign(lazy(() => atOnce(loading())), { load: loading })
}

type Module<Props> = { readonly default: ComponentType<Props> }

/** A promise that says how it ended, as React's `use` notes it on those that it has waited for. */
type TrackedPromise<T> = Promise<T> & { status?: 'fulfilled'; value?: T }

/**
 * Lets React take the value of a promise that has ended without suspending: what is suspended shows its waiting state,
 * and React leaves that for 300 ms so that it does not flicker.
 */
export function atHand<T>(promise: Promise<T>): Promise<T> {
  const noted: TrackedPromise<T> = promise
  promise.then((value) => Object.assign(noted, { status: 'fulfilled', value }), () => undefined)
  return promise
}

/** The same promise for the same thing, so that a page may wait for it; a failure is not kept. */
export function remembering<Key, Part>(load: (key: Key) => Promise<Part>): (key: Key) => Promise<Part> {
  const known = new Map<Key, Promise<Part>>()
  return (key) => {
    const before = known.get(key)
    if (before) return before
    const fresh = atHand(load(key))
    known.set(key, fresh)
    fresh.catch(() => known.delete(key))
    return fresh
  }
}

/** `lazy` reads no status; it takes what a promise tells it in the same breath. */
function atOnce<T>(promise: Promise<T>): Promise<T> {
  const { status, value } = promise as TrackedPromise<T>
  if (status !== 'fulfilled') return promise
  // oxlint-disable-next-line unicorn/no-thenable -- what `lazy` asks for
  return { then: (resolve: (value: T) => void) => resolve(value as T) } as unknown as Promise<T>
}

/** Returns whether an error says that a chunk did not arrive, in the words of the browsers and of Vite. */
export const isLostChunk = (error: unknown): boolean => error instanceof Error && lostChunk.test(error.message)

/**
 * Loads the new deployment whose chunks have other names; once, so that a broken one does not loop. Not without a connection: what is on
 * the page would be lost, and nothing would come instead.
 */
export function reloadOnce(): void {
  if (!navigator.onLine) return
  const last = Number(sessionStorage.getItem(remembered) ?? 0)
  if (Date.now() - last < timeout) return
  sessionStorage.setItem(remembered, String(Date.now()))
  location.reload()
}

function withTimeout<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Loading chunk failed: timeout')), timeout)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
