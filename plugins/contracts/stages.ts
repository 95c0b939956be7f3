import { Decimal } from 'decimal.js'
import { decimalOf } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** Payment terms of a contract in order: a value of the dictionary `paymentStage`, and the field of its percentage. */
export const stages = [
  { stage: '1', percent: 'prepayPercent' },
  { stage: '2', percent: 'receiptPercent' },
  { stage: '3', percent: 'acceptancePercent' },
  { stage: '4', percent: 'warrantyPercent' },
] as const

/** A payment term with its share of the contract, in the contract's currency. */
export interface Term {
  readonly stage: string
  readonly percent: number
  readonly amount: Decimal
}

/** Amount of each term, rounded half up to the cent; the last gets the remainder. Terms of a framework contract have no amounts. */
export function termsOf(contract: FormValue): readonly Term[] {
  const total = amountOf(contract)
  const shares = stages.map(({ stage, percent }) => ({ stage, percent: Number(contract[percent] ?? 0) })).filter(({ percent }) =>
    percent > 0
  )
  const amounts = shares.map(({ percent }) => total.mul(percent).div(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP))
  const before = amounts.slice(0, -1).reduce((sum, amount) => sum.plus(amount), new Decimal(0))
  const isWhole = shares.reduce((sum, { percent }) => sum + percent, 0) === 100
  return shares.map((share, index) => ({ ...share,
    amount: isWhole && index === shares.length - 1 ? total.minus(before) : amounts[index]! })
  )
}

/** Amount of a contract in its currency; 0 for a framework contract, which has no limit. */
export const amountOf = ({ amount }: FormValue): Decimal => decimalOf(amount as string | null) ?? new Decimal(0)
