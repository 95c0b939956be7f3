import type { Fields } from '#kernel/fields.ts'
import { sumMoney } from '#kernel/values/money.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { Money } from '#shell/parts/Money.tsx'
import { useCurrency } from '../Field.tsx'
import { cellOfName } from '../store/cell.ts'
import { usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { isAmount, placeOfGroups } from './columns.ts'

interface TotalProps {
  readonly table: string
  readonly main: readonly string[]
  /** The number of cells of column groups before the first amount. */
  readonly groups: number
  /** Columns after the main ones. */
  readonly extra: number
}

/** Under the rows: how many they are, how many lack something, and the sum of each amount. */
export function TotalRow({ table, main, groups, extra }: TotalProps) {
  const store = useStore()
  const { t } = useFormText()
  const columns: Fields = store.form.fields[table]?.columns ?? {}
  const count = usePart((current) => rowsAt(current.value, table).length)
  const lacking = usePart((current) =>
    new Set(
      current.allProblems().filter(({ level }) => level === 'block').map(({ name }) => cellOfName(name)).filter(({ key, rowId }) => key === table && rowId !== undefined).map((
        { rowId },
      ) => rowId),
    ).size
  )
  const isRefused = usePart((current) => current.isRefused)
  const lead = placeOfGroups(main, columns)
  if (count === 0) return null
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={lead + groups + 1} className="oa-rowtable-total">
          {t('total', { count })}
          {isRefused && lacking > 0 && ` · ${t('rowsToFill', { n: lacking })}`}
        </th>
        {main.slice(lead).map((column) => {
          const field = columns[column]
          return <td key={column} className="is-amount">{field && isAmount(field) && !field.each && <Sum table={table} column={column} />}</td>
        })}
        {extra > 0 && <td colSpan={extra} />}
      </tr>
    </tfoot>
  )
}

/** The sum of a column, once there is one. */
function Sum({ table, column }: { table: string; column: string }) {
  const total = usePart((store) => sumMoney(rowsAt(store.value, table).map((row) => row[column] as string | null)).toFixed(2))
  const own = useCurrency()
  return Number(total) !== 0 && (
    <strong>
      <Money value={total} currency={own} />
    </strong>
  )
}
