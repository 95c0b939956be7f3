/** Work that takes turns. */
export interface Semaphore {
  /** Counts those who wait for their turn. */
  waiting(): number
  /** Counts those at work. */
  running(): number
  /**
   * Does the work as soon as it is its turn; it answers, or fails, as the work does.
   * @throws what `refuse` makes, where it waited too long
   */
  run<Answer>(work: () => Promise<Answer>): Promise<Answer>
}

export interface WaitLimit {
  /** Milliseconds that a piece of work waits for its turn. */
  readonly timeout: number
  /** Makes the error that is thrown then. */
  refuse(): Error
}

/** Lets so many pieces of work run at a time; the others wait, in the order in which they came, for ever unless `limit` says how long. */
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
  /** Hands the place to the next in line, so that the count never dips between two. */
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
