import { DeleteOutlined } from '@ant-design/icons'
import { Suspense, useContext } from 'react'
import { isRow, rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { rowKeys } from '#kernel/evaluate/plan/context-names.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { useCurrency } from '../sections/Field.tsx'
import { FiledValue } from '../sections/Was.tsx'
import { usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../text.ts'

/** Maximum number of values that identify a removed row, in addition to its amount. */
const mostShown = 3

/** Below the rows of a resubmission: the filed rows that were removed, each with an undo button. */
export function RemovedRows({ table, field }: { table: string; field: FieldDefinition }) {
  const { t, label } = useFormText()
  const store = useStore()
  const filed = useContext(FiledValue)
  const present = usePart(({ value }) => rowsAt(value, table).map(rowIdOf).join())
  if (!filed || !store.editable(table)) return null
  const kept = new Set(present.split(','))
  const before = rowsAt(filed, table)
  const removed = before.filter((row) => !kept.has(rowIdOf(row) ?? ''))
  if (removed.length === 0) return null
  const putBack = (row: FormValue) => store.setRows(table, (rows) => inserted(rows, enteredIn(row, field), before))
  return (
    <ul className="oa-removed-rows" aria-label={`${label(field)} · ${t('rowRemoved')}`}>
      {removed.map((row) => (
        <li key={rowIdOf(row)}>
          <DeleteOutlined aria-hidden />
          <del>
            <RowWords row={row} field={field} />
          </del>
          <span>{t('rowRemoved')}</span>
          <button type="button" className="plain" onClick={() => putBack(row)}>{t('putBack')}</button>
        </li>
      ))}
    </ul>
  )
}

function RowWords({ row, field: { columns = {} } }: { row: FormValue; field: FieldDefinition }) {
  const currency = useCurrency()
  const shown = Object.entries(columns).filter(([column, { kind, system }]) =>
    !system && kind !== 'attachment' && row[column] !== undefined && row[column] !== null && row[column] !== ''
  )
  const isMoney = ([, { kind }]: (typeof shown)[number]) => kind === 'money'
  const words = [...shown.filter((each) => !isMoney(each)).slice(0, mostShown), ...shown.filter(isMoney).slice(0, 1)]
  return (
    <Suspense>
      {words.map(([column, inner]) => (
        <span key={column}>
          <FieldCell field={inner} value={row[column]} currency={currency} />
          {' '}
        </span>
      ))}
    </Suspense>
  )
}

/** The entered values of a filed row, without those that are computed. */
function enteredIn(row: FormValue, { columns = {} }: FieldDefinition): FormValue {
  const entered = Object.entries(columns).filter(([, { kind, value, system }]) => kind !== 'calculated' && value === undefined && !system)
  return Object.fromEntries(
    [...entered.map(([column]) => column), ...rowKeys].flatMap((key) => row[key] === undefined ? [] : [[key, row[key]]]),
  )
}

/** Inserts a row after the last one that preceded it in the filed document. */
function inserted(rows: readonly FormValue[], row: FormValue, before: readonly FormValue[]): readonly FormValue[] {
  const earlier = new Set(before.slice(0, before.findIndex((each) => rowIdOf(each) === rowIdOf(row))).map(rowIdOf))
  const at = rows.findLastIndex((each) => isRow(each) && earlier.has(rowIdOf(each))) + 1
  return [...rows.slice(0, at), row, ...rows.slice(at)]
}
