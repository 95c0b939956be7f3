/** Choices of one entry of each list, by their positions. */
export interface Combinations {
  readonly choices: readonly (readonly number[])[]
  /** Every combination there is; without it, some of them, always the same ones. */
  readonly complete: boolean
}

/** The combinations of lists of these lengths, at most so many; where there are more, some that hold every entry at least once. */
export function combinations(lengths: readonly number[], most: number): Combinations {
  const total = lengths.reduce((product, length) => product * length, 1)
  if (total <= most) return { choices: Array.from({ length: total }, (_, number) => digits(number, lengths)), complete: true }
  const random = dice()
  const anyhow = (): number[] => lengths.map((length) => random() % length)
  const each = lengths.flatMap((length, place) => Array.from({ length }, (_, entry) => anyhow().with(place, entry)))
  return { choices: [...each, ...Array.from({ length: Math.max(0, most - each.length) }, anyhow)], complete: false }
}

/** The number in the system of places that the lengths make. */
function digits(number: number, lengths: readonly number[]): readonly number[] {
  let rest = number
  return lengths.map((length) => {
    const digit = rest % length
    rest = Math.floor(rest / length)
    return digit
  })
}

const seed = 20_261_120

/** The same numbers each time: what was found today is found tomorrow. */
function dice(): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 8
  }
}
