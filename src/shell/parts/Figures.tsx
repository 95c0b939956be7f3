import type { ReactNode } from 'react'
import { amountPlaces, type CurrencyFormat, decimalOf, formatNumber, type Numeric, rmb } from '#kernel/values/money.ts'
import './figures.css'

interface MoneyProps {
  /** Decimal string, as in the API; an empty value is displayed as a dash. */
  readonly value: Numeric | null | undefined
  /** Format of the amount; RMB by default. */
  readonly currency?: CurrencyFormat
  /** Decimal places of the field, if declared. */
  readonly precision?: number
  /** Fixed number of decimal places, e.g. 0 in overviews. */
  readonly decimals?: number
}

/** An amount: muted currency sign, tabular digits, minus sign U+2212. */
export function Money({ value, currency = rmb, precision, decimals }: MoneyProps) {
  const amount = decimalOf(value)
  if (!amount) return <span className="oa-nothing">—</span>
  return (
    <span className="oa-money num">
      {amount.isNegative() && !amount.isZero() && '−'}
      <span className="oa-money-sign regular">{currency.sign}</span>
      {formatNumber(amount.abs(), decimals ?? amountPlaces(amount, precision, currency))}
    </span>
  )
}

/** A number, date or document number: tabular digits without line break; an empty value is displayed as a dash. */
export function Num({ children }: { children: ReactNode }) {
  const isNothing = children === null || children === undefined || children === ''
  return isNothing ? <span className="oa-nothing">—</span> : <span className="num">{children}</span>
}
