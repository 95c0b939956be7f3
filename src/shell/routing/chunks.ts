import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** A chunk that has not arrived after this long is lost, milliseconds. */
const patience = 120_000
const remembered = 'oa.reloadedAt'
const lostChunk = /dynamically imported module|Importing a module script failed|Loading chunk|preload CSS/i

/** A page of its own chunk; waiting for it ends after 120 s. */
export function lazyPage<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await withPatience(load()) }))
}

export const isLostChunk = (error: unknown): boolean => error instanceof Error && lostChunk.test(error.message)

/** Loads the new deployment whose chunks have other names; once, so that a broken one does not loop. */
export function reloadOnce(): void {
  const last = Number(sessionStorage.getItem(remembered) ?? 0)
  if (Date.now() - last < patience) return
  sessionStorage.setItem(remembered, String(Date.now()))
  location.reload()
}

function withPatience<T>(loading: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Loading chunk failed: timeout')), patience)
    loading.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
