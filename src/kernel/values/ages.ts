/** Whole days that something has waited; without `to`, as many as there are. */
export interface Age {
  readonly from: number
  readonly to?: number
}

/** The ranges by which waiting documents are counted and lists are narrowed. */
export const waitingAges: readonly Age[] = [{ from: 0, to: 7 }, { from: 8, to: 14 }, { from: 15, to: 30 }, { from: 31 }]

/** A range as addresses and calls write it: `8-14`, `31-`. */
export const ageText = ({ from, to }: Age): string => `${from}-${to ?? ''}`

/** The texts that {@link ageText} writes. */
export const agePattern = /^\d{1,4}-(?:\d{1,4})?$/

/** Reads what {@link ageText} writes. */
export function ageOf(text: string): Age {
  const [from = '0', to = ''] = text.split('-')
  return { from: Number(from), ...(to !== '' && { to: Number(to) }) }
}
