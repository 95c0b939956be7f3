import { memo } from 'react'
import type { Band } from '#plugins/budgets/band.ts'
import { amountText, isZero, type AmountUnit } from '../figures.ts'

interface AmountCellProps {
  readonly amount: string
  readonly unit: AmountUnit
  /** Marks the cell when it is near or over. */
  readonly band: Band | undefined
  readonly column: string
  readonly isCurrent: boolean
  readonly isSelected: boolean
  /** Says whose figure of what time it is. */
  readonly name: string
  readonly className?: string
}

/** A figure of the grid: the cell is the button. The grid listens for all of them. */
export const AmountCell = memo(
  function AmountCell({ amount, unit, band, column, isCurrent, isSelected, name, className }: AmountCellProps) {
    return (
      <td className={className}>
        <button type="button" className="plain oa-amount num" data-column={column} data-band={band} data-zero={isZero(amount) || undefined}
          aria-pressed={isSelected} aria-label={name} tabIndex={isCurrent ? 0 : -1}
        >
          {amountText(amount, unit)}
        </button>
      </td>
    )
  },
)
