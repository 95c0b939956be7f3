/** A range of whole days waited; without `to`, unbounded. */
export interface Age {
  readonly from: number
  readonly to?: number
}

/** The ranges into which waiting documents are grouped, and by which lists are filtered. */
export const waitingAges: readonly Age[] = [{ from: 0, to: 7 }, { from: 8, to: 14 }, { from: 15, to: 30 }, { from: 31 }]

/** A range in URLs and calls: `8-14`, `31-`. */
export const ageText = ({ from, to }: Age): string => `${from}-${to ?? ''}`

/** Matches the output of {@link ageText}. */
export const agePattern = /^\d{1,4}-(?:\d{1,4})?$/

/** Parses the output of {@link ageText}. */
export function ageOf(text: string): Age {
  const [from = '0', to = ''] = text.split('-')
  return { from: Number(from), ...(to !== '' && { to: Number(to) }) }
}
