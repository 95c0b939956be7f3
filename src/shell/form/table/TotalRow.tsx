import type { Fields } from '#kernel/fields.ts'
import { sumMoney } from '#kernel/values/money.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { Money } from '#shell/parts/Money.tsx'
import { useCurrency } from '../sections/Field.tsx'
import { cellOfName } from '../store/cell.ts'
import { usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { isAmount, placeOfGroups } from './columns.ts'

interface TotalProps {
  readonly table: string
  readonly main: readonly string[]
  /** Number of group cells before the first amount. */
  readonly groups: number
  /** Number of columns after the main ones. */
  readonly extra: number
}

/** The footer of a table: number of rows and totals; after a refusal, the number of rows with problems. */
export function TotalRow({ table, main, groups, extra }: TotalProps) {
  const store = useStore()
  const { t } = useFormText()
  const columns: Fields = store.form.fields[table]?.columns ?? {}
  const count = usePart((current) => rowsAt(current.value, table).length)
  const lacking = useLacking(table)
  const lead = placeOfGroups(main, columns)
  const isSum = (column: string) => count > 1 && columns[column] !== undefined && isAmount(columns[column]) && !columns[column].each
  const said = [main.some(isSum) && t('total', { count }), lacking > 0 && t('rowsToCheck', { count: lacking })].filter(Boolean)
  if (said.length === 0) return null
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={lead + groups + 1} className="oa-rowtable-total">
          {said.join(' · ')}
        </th>
        {main.slice(lead).map((column) => (
          <td key={column} className="is-amount">{isSum(column) && <Sum table={table} column={column} />}</td>
        ))}
        {extra > 0 && <td colSpan={extra} />}
      </tr>
    </tfoot>
  )
}

/** Number of rows with problems, after the form was refused; else 0. */
function useLacking(table: string): number {
  return usePart((store) => {
    if (!store.isRefused) return 0
    const cells = store.allProblems().filter(({ level }) => level === 'block').map(({ name }) => cellOfName(name))
    return new Set(cells.filter(({ key, rowId }) => key === table && rowId !== undefined).map(({ rowId }) => rowId)).size
  })
}

/** The total of a column; hidden while it is 0. */
function Sum({ table, column }: { table: string; column: string }) {
  const total = usePart((store) => sumMoney(rowsAt(store.value, table).map((row) => row[column] as string | null)).toFixed(2))
  const own = useCurrency()
  return Number(total) !== 0 && (
    <strong>
      <Money value={total} currency={own} />
    </strong>
  )
}
