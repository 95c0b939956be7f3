import type { ReactNode } from 'react'
import { shownOf, type AmountUnit, type FigureView } from '../figures.ts'
import { type BudgetTextKey, monthKey, useBudgetText } from '../text.ts'
import type { Figures } from '../wire.ts'
import { AmountCell } from './AmountCell.tsx'
import { Ratio } from './Ratio.tsx'

export interface CellsProps {
  /** The owner of the figures, as their labels name it. */
  readonly owner: string
  readonly year: Figures
  readonly months: readonly Figures[]
  readonly view: FigureView
  readonly unit: AmountUnit
  /** Column that the keyboard is at, where it is in this row. */
  readonly current: string | undefined
  /** Column whose ledger is open, where it is in this row. */
  readonly selected: string | undefined
}

/** Ratio, year, available and the twelve months of a row. */
export function RowCells({ owner, year, months, view, unit, current, selected }: CellsProps) {
  const { t } = useBudgetText()
  const cell = (column: string, amount: string, name: string, rest: { band?: Figures['band']; className?: string } = {}): ReactNode => (
    <AmountCell key={column} column={column} amount={amount} unit={unit} band={rest.band} className={rest.className}
      isCurrent={current === column} isSelected={selected === column} name={name} />
  )
  const named = (when: string, what: BudgetTextKey, { band, ...figures }: Figures, amount: string) =>
    t('cellName', { owner, when, what: t(what), amount, budget: figures.budget, band: t(band) })
  return (
    <>
      <td className="oa-ratio-cell">
        <Ratio figures={year} />
      </td>
      {cell('year', year.budget, named(t('ofYear'), 'annualBudget', year, year.budget))}
      {cell('available', year.available, named(t('ofYear'), 'available', year, year.available), {
        className: year.band === 'over' ? 'is-over' : undefined,
      })}
      {months.map((month, index) => {
        const amount = shownOf(month, view)
        return cell(String(index + 1), amount, named(t(monthKey(index + 1)), view, month, amount), {
          band: view === 'budget' ? undefined : month.band,
        })
      })}
    </>
  )
}
