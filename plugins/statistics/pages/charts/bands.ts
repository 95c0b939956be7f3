import { type Band, bandOf } from '#plugins/budgets/band.ts'
import { decimalOf } from '#kernel/values/money.ts'
import { Decimal } from 'decimal.js'

/** Band of a share of a budget. */
export function bandOfShare(share: string | null): Band {
  const value = decimalOf(share)
  return bandOf(value === null || value === undefined ? undefined : new Decimal(1), value ?? new Decimal(0))
}

export const bandTones = { within: 'green', near: 'orange', over: 'red', none: 'text3' } as const satisfies Record<Band, string>
