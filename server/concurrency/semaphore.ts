/** Limits concurrent work. */
export interface Semaphore {
  /** The number of waiting tasks. */
  waiting(): number
  /** The number of running tasks. */
  running(): number
  /**
   * Runs the work once there is a place, and returns its result.
   * @throws the error of `refuse` after the timeout
   */
  run<Answer>(work: () => Promise<Answer>): Promise<Answer>
}

export interface WaitLimit {
  /** Time that a task waits for a place, ms. */
  readonly timeout: number
  /** Creates the error for a timeout. */
  refuse(): Error
}

/** Limits the number of concurrent tasks; others wait in order of arrival, without a timeout unless `limit` has one. */
export function semaphore(places: number, limit?: WaitLimit): Semaphore {
  const line: (() => void)[] = []
  let running = 0

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const timer = limit && setTimeout(() => {
        line.splice(line.indexOf(mine), 1)
        reject(limit.refuse())
      }, limit.timeout)
      const mine = () => {
        clearTimeout(timer)
        resolve()
      }
      line.push(mine)
    })
  /** Passes the place to the next waiting task, so that the number of running tasks does not change in between. */
  const leave = () => {
    const next = line.shift()
    if (next) next()
    else running -= 1
  }

  return {
    waiting: () => line.length,
    running: () => running,
    async run(work) {
      if (running < places) running += 1
      else await turn()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
