/** Somebody who waits for a turn. */
export interface Waiter {
  /** Those with the same key stand in one line; lines are served in rotation. */
  readonly key: string
  /** Returns whether nobody waits for the answer any more: such work is not done. */
  isGone?(): boolean
}

export interface RoundRobin {
  /**
   * Does the work as soon as it is its turn; it answers, or fails, as the work does.
   * @throws what `refuse` makes, where its line is full or its waiter has gone
   */
  run<Answer>(waiter: Waiter, work: () => Promise<Answer>): Promise<Answer>
}

interface RoundRobinOptions {
  /** Works that run at a time. */
  readonly places: number
  /** Waiters in one line. */
  readonly each: number
  /** Waiters in all lines. */
  readonly all: number
  refuse(): Error
}

interface Waiting extends Waiter {
  enter(): void
  leave(): void
}

/** Lets so many pieces of work run at a time; of those who wait, each key has its turn before any has a second one. */
export function roundRobin({ places, each, all, refuse }: RoundRobinOptions): RoundRobin {
  const lines = new Map<string, Waiting[]>()
  let running = 0

  /** Sends away who has gone. @returns those of the line who still wait */
  const present = (key: string): Waiting[] => {
    const line = lines.get(key) ?? []
    for (const place of line.filter(isGone)) place.leave()
    const left = line.filter((place) => !isGone(place))
    // a line that remains keeps its place in the rotation
    if (left.length > 0) lines.set(key, left)
    else lines.delete(key)
    return left
  }
  const waiting = () => [...lines.values()].reduce((sum, line) => sum + line.length, 0)

  const turn = ({ key, isGone: gone }: Waiter) =>
    new Promise<void>((enter, reject) => {
      if (waiting() >= all) { for (const known of lines.keys()) present(known) }
      const line = present(key)
      if (line.length >= each || waiting() >= all) return reject(refuse())
      lines.set(key, [...line, { key, ...(gone && { isGone: gone }), enter, leave: () => reject(refuse()) }])
    })

  /** Hands the place to the first of the next line, which goes to the end of the rotation. */
  const pass = () => {
    for (const key of lines.keys()) {
      const [next, ...others] = present(key)
      if (!next) continue
      lines.delete(key)
      if (others.length > 0) lines.set(key, others)
      return next.enter()
    }
    running -= 1
  }

  return {
    async run(waiter, work) {
      if (running < places) running += 1
      else await turn(waiter)
      try {
        return await work()
      } finally {
        pass()
      }
    },
  }
}

const isGone = (waiter: Waiter): boolean => waiter.isGone?.() ?? false
