/** The person whose work it is, and its expected length in any unit: the least goes first among the work of one person. */
export interface Turn {
  readonly by: string
  readonly cost: number
}

export interface TurnLimits {
  /** Pieces of work at a time. */
  readonly places: number
  /** Pieces that may be at work or wait, of everybody together. */
  readonly most: number
  /** The same of one person. */
  readonly mostOfOne: number
  /** Milliseconds of work that one person may have done within `window`. */
  readonly budget: { readonly work: number; readonly window: number }
}

/** One person, or all together, ask for more than the limits. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
}

/**
 * Does work in turns by person: whoever was served longest ago is next, with the smallest of their pieces. With several places, one stays
 * free for others. @returns does a piece of work at one of the places, numbered from 0. @throws TooMuchWork
 */
export function fairTurns({ places, most, mostOfOne, budget }: TurnLimits, clock: () => number = () => performance.now()) {
  const free = Array.from({ length: places }, (_, place) => place)
  const waiting: (Turn & { readonly start: (place: number) => void })[] = []
  const running: string[] = []
  const spent: { readonly by: string; readonly at: number; readonly took: number }[] = []
  /** In the order of their last turns. */
  const served: string[] = []
  const countOf = (by: string) => running.filter((each) => each === by).length
  const mostAtOnce = Math.max(1, places - 1)

  const next = () => {
    for (let place = free[0]; place !== undefined; place = free[0]) {
      const [turn] = waiting.filter(({ by }) => countOf(by) < mostAtOnce).sort((one, other) =>
        served.lastIndexOf(one.by) - served.lastIndexOf(other.by) || one.cost - other.cost
      )
      if (!turn) return
      free.shift()
      waiting.splice(waiting.indexOf(turn), 1)
      running.push(turn.by)
      forget(served, (each) => each === turn.by || !waiting.some(({ by }) => by === each))
      served.push(turn.by)
      turn.start(place)
    }
  }

  const demandRoom = ({ by }: Turn) => {
    forget(spent, ({ at }) => at < clock() - budget.window)
    const took = spent.filter((each) => each.by === by).reduce((sum, each) => sum + each.took, 0)
    const own = countOf(by) + waiting.filter((each) => each.by === by).length
    if (running.length + waiting.length >= most || own >= mostOfOne || took >= budget.work) throw new TooMuchWork(`${own} of ${by} wait`)
  }

  return async <Answer>(turn: Turn, work: (place: number) => Promise<Answer>): Promise<Answer> => {
    demandRoom(turn)
    const place = await new Promise<number>((resolve) => {
      waiting.push({ ...turn, start: resolve })
      next()
    })
    const began = clock()
    try {
      return await work(place)
    } finally {
      spent.push({ by: turn.by, at: clock(), took: clock() - began })
      running.splice(running.indexOf(turn.by), 1)
      free.push(place)
      next()
    }
  }
}

function forget<Item>(items: Item[], isForgotten: (item: Item) => boolean): void {
  items.splice(0, items.length, ...items.filter((each) => !isForgotten(each)))
}
