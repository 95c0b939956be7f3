import { sumMoney } from '#kernel/money.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { Money } from '#shell/parts/Money.tsx'
import { useCurrency } from '../Field.tsx'
import { cellOfName } from '../store/cell.ts'
import { usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'
import { isAmount } from './columns.ts'

interface TotalProps {
  readonly table: string
  readonly main: readonly string[]
  /** Columns after the main ones. */
  readonly extra: number
}

/** Under the rows: how many they are, how many lack something, and the sum of each amount. */
export function TotalRow({ table, main, extra }: TotalProps) {
  const store = useStore()
  const { t } = useFormText()
  const columns = store.form.fields[table]?.columns ?? {}
  const count = usePart((current) => rowsAt(current.value, table).length)
  const lacking = usePart((current) => new Set(current.allProblems().filter(({ level }) => level === 'block').map(({ name }) => cellOfName(name)).filter(({ key, rowId }) => key === table && rowId !== undefined).map(({ rowId }) => rowId)).size)
  const first = main.findIndex((column) => columns[column] && isAmount(columns[column]))
  const lead = first < 0 ? main.length : first
  if (count === 0) return null
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={lead + 1} className="oa-rowtable-total">
          {t('total', { count })}{lacking > 0 && ` · ${t('rowsToFill', { n: lacking })}`}
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

/** The sum of a column. */
function Sum({ table, column }: { table: string; column: string }) {
  const total = usePart((store) => sumMoney(rowsAt(store.value, table).map((row) => row[column] as string | null)).toFixed(2))
  const own = useCurrency()
  return <strong><Money value={total} currency={own} /></strong>
}
