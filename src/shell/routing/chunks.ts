import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Timeout of a chunk in ms. */
const timeout = 120_000
const remembered = 'oa.reloadedAt'
const lostChunk = /dynamically imported module|Importing a module script failed|Loading chunk|preload CSS/i

/** A lazy component that can be loaded before it is rendered. */
export type LazyPage<Props> = LazyExoticComponent<ComponentType<Props>> & { load(): Promise<unknown> }

/** A lazy page with a timeout of 120 s. Once loaded, it renders without suspending. */
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

/** A promise with its status, in the format that React's `use` records. */
type TrackedPromise<T> = Promise<T> & { status?: 'fulfilled'; value?: T }

/**
 * Records the status on a promise, so that React reads a resolved value without suspending. A suspended component would show its fallback
 * for at least 300 ms (React's throttling against flicker).
 */
export function atHand<T>(promise: Promise<T>): Promise<T> {
  const noted: TrackedPromise<T> = promise
  promise.then((value) => Object.assign(noted, { status: 'fulfilled', value }), () => undefined)
  return promise
}

/** Memoises the promise of each key, for use with Suspense; failures are not kept. */
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

/** `lazy` ignores the status, but accepts a thenable that resolves synchronously. */
function atOnce<T>(promise: Promise<T>): Promise<T> {
  const { status, value } = promise as TrackedPromise<T>
  if (status !== 'fulfilled') return promise
  // oxlint-disable-next-line unicorn/no-thenable -- required by `lazy`
  return { then: (resolve: (value: T) => void) => resolve(value as T) } as unknown as Promise<T>
}

/** Returns whether an error reports a missing chunk, by the messages of browsers and Vite. */
export const isLostChunk = (error: unknown): boolean => error instanceof Error && lostChunk.test(error.message)

/**
 * Reloads the page, because a new deployment has other chunk names; at most once per timeout, so that a broken deployment does not loop.
 * Not while offline: the content of the page would be lost.
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
