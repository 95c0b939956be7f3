import { DownOutlined, EditOutlined, HistoryOutlined } from '@ant-design/icons'
import { memo } from 'react'
import type { AmountUnit, FigureView } from '../figures.ts'
import type { BudgetGridRow } from '../rows.ts'
import { useBudgetText } from '../text.ts'
import { RowCells } from './RowCells.tsx'

interface RowProps<Kind extends BudgetGridRow['kind']> {
  readonly row: Extract<BudgetGridRow, { kind: Kind }>
  readonly view: FigureView
  readonly unit: AmountUnit
  readonly current: string | undefined
  readonly selected: string | undefined
}

/** A department with the sums of its lines. */
export const GroupRow = memo(function GroupRow({ row, ...rest }: RowProps<'group'>) {
  const { t, name } = useBudgetText()
  const owner = name(row.name)
  const { group } = row
  return (
    <tr className="is-group" data-row={row.key}>
      <th scope="rowgroup">
        <button type="button" className="plain oa-fold" aria-expanded={row.isOpen} aria-label={t('fold', { name: owner, count: row.lines })}
          tabIndex={rest.current === 'name' ? 0 : -1} data-column="name"
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

/** A department's category. */
export const LineRow = memo(function LineRow({ row, canEdit, ...rest }: LineRowProps) {
  const { t, name } = useBudgetText()
  const { line } = row
  const category = name(line.expenseCategoryName)
  const owner = `${name(line.departmentName)} ${category}`
  const reach = rest.current === undefined ? -1 : 0
  return (
    <tr data-row={row.key} className={rest.selected === undefined ? undefined : 'is-selected'}>
      <th scope="row">
        <span className="oa-line-name">
          <span className="cut" title={line.remark ? `${category} · ${line.remark}` : category}>{category}</span>
          {line.id !== null && (
            <span className="oa-line-actions">
              {canEdit && (
                <button type="button" className="plain" data-act="edit" tabIndex={reach} aria-label={t('editOf', { name: owner })}
                  data-tip={`${t('edit')} (E)`}
                >
                  <EditOutlined aria-hidden />
                </button>
              )}
              <button type="button" className="plain" data-act="history" tabIndex={reach} aria-label={t('historyOf', { name: owner })}
                data-tip={t('history')}
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

/** A department that no budget bears the costs of. */
export function BareRow({ row }: { row: Extract<BudgetGridRow, { kind: 'bare' }> }) {
  const { t, name } = useBudgetText()
  return (
    <tr className="is-group is-bare">
      <th scope="row">
        <span className="oa-bare-name cut">{name(row.name)}</span>
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
