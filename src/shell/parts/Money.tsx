import { decimalOf, formatNumber, type Numeric } from '#kernel/money.ts'
import './figures.css'

interface MoneyProps {
  /** Decimal text, as the backend writes amounts; nothing is shown as a dash. */
  readonly value: Numeric | null | undefined
  /** Sign before the figure. */
  readonly sign?: string
  /** Two, but for figures at a glance, which are whole yuan. */
  readonly decimals?: number
}

/** An amount: quiet sign, tabular figure, a real minus. */
export function Money({ value, sign = '￥', decimals = 2 }: MoneyProps) {
  const amount = decimalOf(value)
  if (!amount) return <span className="oa-nothing">—</span>
  return (
    <span className="oa-money num">
      {amount.isNegative() && !amount.isZero() && '−'}
      <span className="oa-money-sign">{sign}</span>
      {formatNumber(amount.abs(), decimals)}
    </span>
  )
}
