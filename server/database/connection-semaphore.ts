import { DatabaseBusy } from './errors.ts'

interface ConnectionSemaphoreOptions {
  /** Works that run at a time. */
  readonly places: number
  /** How long somebody waits for a place, ms. */
  readonly timeout: number
}

/** Does the work as soon as there is a place. @throws DatabaseBusy when there was none in time */
export type ConnectionSemaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Lets so many works run at a time; the others wait for their turn in the order in which they came. A rush of long
 * works then neither takes every connection from short ones nor fails for want of one.
 */
export function connectionSemaphore({ places, timeout }: ConnectionSemaphoreOptions): ConnectionSemaphore {
  const queue: (() => void)[] = []
  let taken = 0

  const turn = () =>
    new Promise<void>((enter, refuse) => {
      const mine = () => {
        clearTimeout(timer)
        enter()
      }
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(mine), 1)
        refuse(new DatabaseBusy())
      }, timeout)
      queue.push(mine)
    })

  return async (work) => {
    if (taken < places) taken += 1
    else await turn()
    try {
      return await work()
    } finally {
      // whoever waits longest takes the place over
      const next = queue.shift()
      if (next) next()
      else taken -= 1
    }
  }
}
