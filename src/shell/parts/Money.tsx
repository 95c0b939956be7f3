import { amountPlaces, type CurrencyFormat, rmb } from '#kernel/values/currency-format.ts'
import { decimalOf, formatNumber, type Numeric } from '#kernel/values/money.ts'
import './figures.css'

interface MoneyProps {
  /** Decimal text, as the backend writes amounts; nothing is shown as a dash. */
  readonly value: Numeric | null | undefined
  /** The format of the figure; RMB without it. */
  readonly currency?: CurrencyFormat
  /** Decimals of the field, where it says so. */
  readonly precision?: number
  /** Of figures at a glance, which are whole yuan. */
  readonly decimals?: number
}

/** An amount: quiet sign, tabular figure, a real minus. */
export function Money({ value, currency = rmb, precision, decimals }: MoneyProps) {
  const amount = decimalOf(value)
  if (!amount) return <span className="oa-nothing">—</span>
  return (
    <span className="oa-money num">
      {amount.isNegative() && !amount.isZero() && '−'}
      <span className="oa-money-sign">{currency.sign}</span>
      {formatNumber(amount.abs(), decimals ?? amountPlaces(amount, precision, currency))}
    </span>
  )
}
