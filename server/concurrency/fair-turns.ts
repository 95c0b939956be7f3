/** The person, or address, whose work it is. */
export interface Turn {
  readonly by: string
  /** Expected cost in any unit: a person's cheapest work goes first. @default 0 */
  readonly cost?: number
  /** Returns whether the caller has disconnected: such work is skipped. */
  isGone?(): boolean
}

export interface TurnLimits {
  /** Maximum number of running tasks. */
  readonly places: number
  /** Maximum number of running tasks per person. @default all places but one, at least one */
  readonly mostAtOnce?: number
  /** Maximum number of running and waiting tasks. */
  readonly most: number
  /** Maximum number of running and waiting tasks per person. */
  readonly mostOfOne: number
  /** Maximum work of a person within `window`, ms. @default no limit */
  readonly budget?: { readonly work: number; readonly window: number }
}

/** Thrown where a limit is exceeded, or the caller of waiting work has disconnected. */
export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
}

interface Waiting extends Turn {
  start(place: number): void
  leave(): void
}

/**
 * Schedules work fairly by person: the person served longest ago is next, with their cheapest work.
 * @returns a function that runs work at one of the places, numbered from 0, and returns its result.
 * @throws TooMuchWork
 */
export function fairTurns({ places, mostAtOnce = Math.max(1, places - 1), most, mostOfOne, budget }: TurnLimits,
  clock: () => number = () => performance.now()) {
  const free = Array.from({ length: places }, (_, place) => place)
  const waiting: Waiting[] = []
  const running: string[] = []
  const spent: { readonly by: string; readonly at: number; readonly took: number }[] = []
  /** Number of the last turn of each person with waiting work. */
  const served = new Map<string, number>()
  let turns = 0
  const countOf = (by: string) => running.filter((each) => each === by).length
  const lastOf = ({ by }: Turn) => served.get(by) ?? 0

  const dismiss = () => {
    for (const turn of waiting.filter(isGone)) turn.leave()
    forget(waiting, isGone)
  }

  const next = () => {
    if (waiting.some(isGone)) dismiss()
    for (let place = free[0]; place !== undefined; place = free[0]) {
      const turn = first(waiting.filter(({ by }) => countOf(by) < mostAtOnce), (one, other) =>
        lastOf(one) - lastOf(other) || (one.cost ?? 0) - (other.cost ?? 0))
      if (!turn) return
      free.shift()
      waiting.splice(waiting.indexOf(turn), 1)
      running.push(turn.by)
      const people = new Set(waiting.map(({ by }) => by))
      for (const by of served.keys()) if (!people.has(by)) served.delete(by)
      turns += 1
      served.set(turn.by, turns)
      turn.start(place)
    }
  }

  const demandRoom = ({ by }: Turn) => {
    const own = () => countOf(by) + waiting.filter((each) => each.by === by).length
    const isFull = () => running.length + waiting.length >= most || own() >= mostOfOne
    if (isFull()) dismiss()
    if (isFull() || isSpent(by)) throw new TooMuchWork(`${own()} of ${by} wait`)
  }

  const isSpent = (by: string): boolean => {
    if (!budget) return false
    forget(spent, ({ at }) => at < clock() - budget.window)
    return spent.filter((each) => each.by === by).reduce((sum, each) => sum + each.took, 0) >= budget.work
  }

  return async <Answer>(turn: Turn, work: (place: number) => Promise<Answer>): Promise<Answer> => {
    demandRoom(turn)
    const place = await new Promise<number>((start, reject) => {
      waiting.push({ ...turn, start, leave: () => reject(new TooMuchWork(`the asker of ${turn.by} is gone`)) })
      next()
    })
    const began = clock()
    try {
      return await work(place)
    } finally {
      if (budget) spent.push({ by: turn.by, at: clock(), took: clock() - began })
      running.splice(running.indexOf(turn.by), 1)
      free.push(place)
      next()
    }
  }
}

const isGone = (turn: Turn): boolean => turn.isGone?.() ?? false

function forget<Item>(items: Item[], isForgotten: (item: Item) => boolean): void {
  items.splice(0, items.length, ...items.filter((each) => !isForgotten(each)))
}

/** The smallest item; the first one of equal ones. */
function first<Item>(items: readonly Item[], order: (one: Item, other: Item) => number): Item | undefined {
  return items.reduce<Item | undefined>((least, each) => (least === undefined || order(each, least) < 0 ? each : least), undefined)
}
