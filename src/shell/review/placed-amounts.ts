/** Amounts on a line from the least to the greatest, their places in percent. */
export interface PlacedAmounts {
  readonly dots: readonly number[]
  readonly own: number
  /** The middle half lies between. */
  readonly quartiles: readonly [low: number, high: number]
  readonly median: { readonly amount: string; readonly place: number }
  readonly least: string
  readonly greatest: string
}

/** Places amounts and the one that is compared with them; a middle is always one of the amounts. */
export function placedAmounts(past: readonly string[], amount: string): PlacedAmounts {
  const sorted = past.toSorted((one, other) => Number(one) - Number(other))
  const all = [...sorted, amount].toSorted((one, other) => Number(one) - Number(other))
  const [least = amount, greatest = amount] = [all[0], all.at(-1)]
  const width = Number(greatest) - Number(least)
  const place = (value: string) => (width === 0 ? 50 : ((Number(value) - Number(least)) / width) * 100)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? amount
  return { dots: sorted.map(place), own: place(amount), quartiles: [place(at(0.25)), place(at(0.75))],
    median: { amount: at(0.5), place: place(at(0.5)) }, least, greatest }
}
