/** Work that takes turns. */
export interface Turns {
  /** How many wait for theirs. */
  waiting(): number
  /** Does the work as soon as it is its turn; it answers, or fails, as the work does. */
  run<Answer>(work: () => Promise<Answer>): Promise<Answer>
}

/** Lets so many pieces of work run at a time; the others wait, in the order in which they came. */
export function semaphore(atOnce: number): Turns {
  const line: (() => void)[] = []
  let running = 0

  const enter = async () => {
    if (running >= atOnce) await new Promise<void>((resolve) => line.push(resolve))
    else running += 1
  }
  /** Hands the place to the next in line, so that the count never dips between two. */
  const leave = () => {
    const next = line.shift()
    if (next) next()
    else running -= 1
  }

  return {
    waiting: () => line.length,
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
