/** Milliseconds after which a read that has not answered is no longer waited for by those who come. */
const timeout = 100

/**
 * Lets one read serve all who ask at about the same time. No answer is older than its question: who asks while a read is under way
 * shares the next one, with everybody else who asks until that begins. A failure is shared as well.
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
    // one connection that hangs does not stop the calls that have others
    if (isRunning && clock() - begunAt > timeout) return begin()
    return (next ??= running.then(begin))
  }
}
