/** Time after which new callers no longer wait for a running read, ms. */
const timeout = 100

/**
 * Shares one read among concurrent callers. An answer is never older than its call: a call during a running read shares the next one with
 * all calls until that starts. Failures are shared as well.
 */
export function coalesce<Answer>(read: () => Promise<Answer>, clock: () => number = () => performance.now()): () => Promise<Answer> {
  let running: Promise<unknown> = Promise.resolve()
  let begunAt = Number.NEGATIVE_INFINITY
  let isRunning = false
  let next: Promise<Answer> | undefined

  const begin = (): Promise<Answer> => {
    next = undefined
    begunAt = clock()
    isRunning = true
    const answer = read()
    const mine: Promise<unknown> = answer.catch(() => undefined).finally(() => {
      isRunning &&= running !== mine
    })
    running = mine
    return answer
  }

  return () => {
    // a hanging connection must not block calls that use others
    if (isRunning && clock() - begunAt > timeout) return begin()
    return (next ??= running.then(begin))
  }
}
