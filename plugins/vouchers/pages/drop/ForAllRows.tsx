import { Suspense, useId } from 'react'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { type CellName, nameOfCell, readCell } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { sameList, usePart, useStore } from '#shell/form/store/use-store.ts'
import { FormContext } from '#shell/form/FormContext.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import type { FilledRow } from './placing.ts'
import { useDropText } from './use-work.ts'

/** Asks once for a required value that vouchers do not contain, e.g. the category, and sets it in all filled rows that lack it. */
export function ForAllRows({ table, rows }: { table: string; rows: readonly FilledRow[] }) {
  const store = useStore()
  const { t, label } = useDropText()
  const id = useId()
  const [column = '', ...ids] = usePart(() => lacking(store, table, rows.map(({ rowId }) => rowId)), sameList)
  const field = store.form.fields[table]?.columns?.[column]
  if (!field || ids.length < 2) return null
  const choose = (value: unknown) => fillEmpty(store, { table, ids, column, field }, value)
  return (
    <div className="oa-drop-all row line-bottom wrap">
      <label htmlFor={id}>{t('forAll', { name: label(field), count: ids.length })}</label>
      <FormContext row={{ key: table, rowId: ids[0] ?? '' }}>
        <Suspense>
          <FieldInput id={id} field={field} value={null} context={noContext} onChange={choose} />
        </Suspense>
      </FormContext>
    </div>
  )
}

/** Empty link context: no linked document restricts the options. */
const noContext = {}

interface ColumnFill {
  readonly table: string
  readonly ids: readonly string[]
  readonly column: string
  readonly field: FieldDefinition
}

/** Sets a value in those of the rows where the column is empty. */
function fillEmpty(store: FormStore, { table, ids, column, field }: ColumnFill, value: unknown): void {
  const isMeant = (row: FormValue) => ids.includes(rowIdOf(row) ?? '') && kindOf(field).empty(row[column] ?? null)
  store.setRows(table, (rows) => rows.map((row) => (isMeant(row) ? { ...row, [column]: value } : row)))
}

/** The first required choice that at least two of the rows lack, followed by the ids of these rows. */
function lacking(store: FormStore, table: string, filled: readonly string[]): readonly string[] {
  const ids = rowsAt(store.value, table).map((row) => rowIdOf(row) ?? '').filter((id) => filled.includes(id))
  const columns = Object.entries(store.form.fields[table]?.columns ?? {}).filter(([column, field]) =>
    isChosen(field) && store.editable(`${table}.${column}`)
  )
  const found = columns.map(([column, field]) => [column, ...ids.filter((rowId) => isLacking(store, { key: table, rowId, column }, field))])
  return found.find((each) => each.length > 2) ?? []
}

const isLacking = (store: FormStore, cell: CellName, field: FieldDefinition): boolean =>
  kindOf(field).empty(readCell(store.value, cell) ?? null) && store.state(cell, nameOfCell(cell)).required

function isChosen(field: FieldDefinition): boolean {
  const { holds, room } = kindOf(field)
  return (holds === 'choice' || holds === 'id') && room !== undefined
}
