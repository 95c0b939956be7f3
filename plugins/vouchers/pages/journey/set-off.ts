import { Decimal } from 'decimal.js'
import type { Cost, JourneyVoucher, LeftOut } from './journey.ts'

/** A claimed voucher together with its credit notes. */
export interface ClaimedVoucher extends Cost {
  readonly main: JourneyVoucher
  /** The ticket was refunded: the remaining amount is a fee. */
  readonly isFee: boolean
}

export interface SetOff {
  readonly claimed: readonly ClaimedVoucher[]
  readonly leftOut: readonly LeftOut[]
}

/** Claimable amounts: credit notes and refunds are set off against their originals, and a changed ticket replaces its original. */
export function setOff(vouchers: readonly JourneyVoucher[]): SetOff {
  const { once, repeated } = withoutRepeats(vouchers.toSorted(inOrder))
  const blue = once.filter((voucher) => !isRed(voucher))
  const byNumber = new Map(blue.flatMap((voucher) => (voucher.number === undefined ? [] : [[voucher.number, voucher.id] as const])))
  const originalOf = (
    { number, original }: JourneyVoucher,
  ) => (original === undefined || original === number ? undefined : byNumber.get(original))
  const replaced = new Map(blue.flatMap((voucher) => {
    const [original, reason] = [originalOf(voucher), voucher.business && reasons[voucher.business]]
    return original === undefined || reason === undefined ? [] : [[original, reason] as const]
  }))
  const reds = grouped(once.filter(isRed), originalOf)
  const alone = (reds.get(undefined) ?? []).map(({ id }) => ({ voucher: id, reason: 'withoutOriginal' as const }))
  const outcomes = blue.map((main) => outcomeOf(main, reds.get(main.id) ?? [], replaced.get(main.id)))
  return { claimed: outcomes.flatMap((each) => ('main' in each ? [each] : [])),
    leftOut: [...repeated, ...alone, ...outcomes.flatMap((each) => ('main' in each ? [] : each))] }
}

const isRed = ({ total }: JourneyVoucher): boolean => total?.startsWith('-') === true
const reasons = { refund: 'refunded', change: 'changed' } as const

/** The remaining claim of a voucher after its credit notes, or the reason why it is left out. */
function outcomeOf(main: JourneyVoucher, reds: readonly JourneyVoucher[], replaced: LeftOut['reason'] | undefined):
  | ClaimedVoucher
  | readonly LeftOut[] {
  const vouchers = [main, ...reds].map(({ id }) => id)
  const rest = reds.reduce((sum, { total }) => sum.plus(total ?? 0), new Decimal(main.total ?? 0))
  const reason = replaced ?? (reds.length > 0 && rest.lte(0) ? 'takenBack' : undefined)
  if (reason !== undefined) return vouchers.map((voucher) => ({ voucher, reason }))
  return { main, vouchers, isFee: main.business === 'refund' || reds.length > 0,
    ...(main.total !== undefined && { amount: rest.toFixed(2) }) }
}

/** Sorts by date and time, then by number and id, so that the result is independent of the order of files. */
function inOrder(one: JourneyVoucher, other: JourneyVoucher): number {
  const keyOf = ({ ways: [first], day, number, id }: JourneyVoucher) =>
    [first?.day ?? day ?? '', first?.time ?? '', number ?? '', id].join(' ')
  return keyOf(one) < keyOf(other) ? -1 : 1
}

function withoutRepeats(vouchers: readonly JourneyVoucher[]) {
  const seen = new Set<string>()
  const isFirst = ({ number }: JourneyVoucher) => number === undefined || (!seen.has(number) && seen.add(number).has(number))
  const once = vouchers.filter(isFirst)
  return { once,
    repeated: vouchers.filter((voucher) => !once.includes(voucher)).map(({ id }) => ({ voucher: id, reason: 'repeated' as const })) }
}

function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
