import { DeleteOutlined } from '@ant-design/icons'
import { type ReactNode, Suspense, useContext } from 'react'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { isMoney, summaryKind, summaryOf } from '#kernel/fields/summary.ts'
import { amountFormat, formatNumber } from '#kernel/values/money.ts'
import { isRow, rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { rowKeys } from '#kernel/evaluate/plan/context-names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { withUnit } from '#fields/numbers/unit.ts'
import { Money, Num } from '#shell/parts/Figures.tsx'
import { FieldCell } from '#shell/resource/renderers.tsx'
import { useCurrency } from '../sections/Field.tsx'
import { cellOfName } from '../store/cell.ts'
import { usePart, useStore } from '../store/use-store.ts'
import { useFormText } from '../texts.ts'
import { placeOfGroups } from './columns.ts'
import { FiledValue } from '../sections/Was.tsx'

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
  const summed = count > 1 ? main.filter((column) => columns[column] && summaryKind(columns[column])) : []
  const said = [summed.length > 0 && t('total', { count }), lacking > 0 && t('rowsToCheck', { count: lacking })].filter(Boolean)
  return said.length > 0 && (
    <tfoot>
      <tr>
        <FootCells main={main} place={placeOfGroups(main, columns)} groups={groups} summed={summed} head={said.join(' · ')}
          figure={(column) => <ColumnSummary table={table} column={column} />} />
        {extra > 0 && <td colSpan={extra} />}
      </tr>
    </tfoot>
  )
}

interface FootCellsProps {
  readonly main: readonly string[]
  /** Index of the groups among the main columns, and their number. */
  readonly place: number
  readonly groups: number
  /** Columns with a figure. */
  readonly summed: readonly string[]
  readonly head: ReactNode
  figure(column: string): ReactNode
}

/** A heading up to the first column with a figure, and the figures below their columns. */
export function FootCells({ main, place, groups, summed, head, figure }: FootCellsProps) {
  const first = main.findIndex((column) => summed.includes(column))
  const lead = first < 0 ? place : Math.min(first, place)
  const cells = (names: readonly string[]) =>
    names.map((column) => <td key={column} className="is-amount">{summed.includes(column) && figure(column)}</td>)
  return (
    <>
      <th scope="row" colSpan={lead + 1 + (lead === place ? groups : 0)} className="oa-rowtable-total">{head}</th>
      {cells(main.slice(lead, place))}
      {lead < place && groups > 0 && <td colSpan={groups} />}
      {cells(main.slice(place))}
    </>
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

/** The figure of a column; hidden while it is 0. */
function ColumnSummary({ table, column }: { table: string; column: string }) {
  const { form } = useStore()
  const field = form.fields[table]?.columns?.[column]
  const figure = usePart((store) => field ? summaryOf(field, rowsAt(store.value, table).map((row) => row[column])) : null)
  return field && figure !== null && Number(figure) !== 0 ? <SummaryFigure field={field} figure={figure} /> : null
}

/** The figure of a column below its rows, with its unit or currency; an average or a number of rows says what it is. */
export function SummaryFigure({ field, figure }: { field: FieldDefinition; figure: string }) {
  const { t, label } = useFormText()
  const own = useCurrency()
  const kind = summaryKind(field)
  return (
    <strong>
      {kind === 'average' && <span className="oa-summary-kind">{t('average')}</span>}
      {isMoney(field) && kind !== 'count'
        ? <Money value={figure} currency={amountFormat(field, own)} />
        : <Num>{kind === 'count' ? t('counted', { count: Number(figure) }) : withUnit(formatNumber(figure), field, label)}</Num>}
    </strong>
  )
}

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
    <ul className="oa-removed-rows unlisted bare" aria-label={`${label(field)} · ${t('rowRemoved')}`}>
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
