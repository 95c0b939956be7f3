import { DownOutlined, EditOutlined, HistoryOutlined } from '@ant-design/icons'
import { memo, type ReactNode } from 'react'
import type { Band } from '#plugins/statistics/bands.ts'
import { type AmountUnit, type FigureView, shownOf, amountText, isZero } from '../figures.ts'
import type { BudgetGridRow } from '../rows.ts'
import { useBudgetText, type BudgetTextKey, monthKey } from '../texts.ts'
import type { Figures } from '../wire.ts'
import { Ratio } from './Ratio.tsx'

interface CellsProps {
  /** Name of the row, for the cells' labels. */
  readonly owner: string
  readonly year: Figures
  readonly months: readonly Figures[]
  readonly view: FigureView
  readonly unit: AmountUnit
  /** Column with the keyboard focus, if in this row. */
  readonly current: string | undefined
  /** Column whose ledger is open, if in this row. */
  readonly selected: string | undefined
}

/** Usage, year, available and month cells of a row. */
function RowCells({ owner, year, months, view, unit, current, selected }: CellsProps) {
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

interface AmountCellProps {
  readonly amount: string
  readonly unit: AmountUnit
  /** Highlights the cell if near or over. */
  readonly band: Band | undefined
  readonly column: string
  readonly isCurrent: boolean
  readonly isSelected: boolean
  /** Accessible name: line, figure and period. */
  readonly name: string
  readonly className?: string
}

/** A figure as a button cell; clicks are handled by the grid. */
const AmountCell = memo(
  function AmountCell({ amount, unit, band, column, isCurrent, isSelected, name, className }: AmountCellProps) {
    return (
      <td className={className}>
        <button type="button" className="plain oa-amount num round-4 text-right least-24" data-column={column} data-band={band}
          data-zero={isZero(amount) || undefined} aria-pressed={isSelected} aria-label={name} tabIndex={isCurrent ? 0 : -1}
        >
          {amountText(amount, unit)}
        </button>
      </td>
    )
  },
)

interface RowProps<Kind extends BudgetGridRow['kind']> {
  readonly row: Extract<BudgetGridRow, { kind: Kind }>
  readonly view: FigureView
  readonly unit: AmountUnit
  readonly current: string | undefined
  readonly selected: string | undefined
}

/** Row of a department with the sums of its lines. */
export const GroupRow = memo(function GroupRow({ row, ...rest }: RowProps<'group'>) {
  const { t, name } = useBudgetText()
  const owner = name(row.name)
  const { group } = row
  return (
    <tr className="is-group" data-row={row.key}>
      <th scope="rowgroup">
        <button type="button" className="plain oa-fold bold" aria-expanded={row.isOpen}
          aria-label={t('fold', { name: owner, count: row.lines })} tabIndex={rest.current === 'name' ? 0 : -1} data-column="name"
        >
          <DownOutlined aria-hidden />
          <span className="cut" title={owner}>{owner}</span>
        </button>
      </th>
      <RowCells {...rest} owner={owner} year={{ ...group, budget: group.annualBudget }} months={group.months} />
    </tr>
  )
})

interface LineRowProps extends RowProps<'line'> {
  readonly canEdit: boolean
}

/** Row of a line. */
export const LineRow = memo(function LineRow({ row, canEdit, ...rest }: LineRowProps) {
  const { t, name } = useBudgetText()
  const { line } = row
  const category = name(line.expenseCategoryName)
  const owner = `${name(line.departmentName)} ${category}`
  const reach = rest.current === undefined ? -1 : 0
  return (
    <tr data-row={row.key} className={rest.selected === undefined ? undefined : 'is-selected'}>
      <th scope="row">
        <span className="oa-line-name between">
          <span className="cut" title={line.remark ? `${category} · ${line.remark}` : category}>{category}</span>
          {line.id !== null && (
            <span className="oa-line-actions rigid gap-2">
              {canEdit && (
                <button type="button" className="plain round-4 third" data-act="edit" tabIndex={reach}
                  aria-label={t('editOf', { name: owner })} data-tip={`${t('edit')} (E)`}
                >
                  <EditOutlined aria-hidden />
                </button>
              )}
              <button type="button" className="plain round-4 third" data-act="history" tabIndex={reach}
                aria-label={t('historyOf', { name: owner })} data-tip={t('history')}
              >
                <HistoryOutlined aria-hidden />
              </button>
            </span>
          )}
        </span>
      </th>
      <RowCells {...rest} owner={owner} year={{ ...line, budget: line.annualBudget }} months={line.months} />
    </tr>
  )
})

/** Row of a department without a bearing budget. */
export function BareRow({ row }: { row: Extract<BudgetGridRow, { kind: 'bare' }> }) {
  const { t, name } = useBudgetText()
  return (
    <tr className="is-group is-bare">
      <th scope="row">
        <span className="oa-bare-name cut block bold normal">{name(row.name)}</span>
      </th>
      <td className="oa-ratio-cell">
        <span className="oa-pill" data-tone="grey">{t('none')}</span>
      </td>
      {Array.from({ length: 14 }, (_, column) => (
        <td key={column}>
          <span className="oa-nothing">—</span>
        </td>
      ))}
    </tr>
  )
}
