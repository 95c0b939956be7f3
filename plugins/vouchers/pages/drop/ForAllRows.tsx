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
import { useDropText } from './text.ts'

/**
 * A value that files do not say and every row needs, such as the category: chosen once for all rows of the table that files filled in and
 * that have none.
 */
export function ForAllRows({ table, rows }: { table: string; rows: readonly FilledRow[] }) {
  const store = useStore()
  const { t, label } = useDropText()
  const id = useId()
  const [column = '', ...ids] = usePart(() => lacking(store, table, rows.map(({ rowId }) => rowId)), sameList)
  const field = store.form.fields[table]?.columns?.[column]
  if (!field || ids.length < 2) return null
  const choose = (value: unknown) => fillEmpty(store, { table, ids, column, field }, value)
  return (
    <div className="oa-drop-all">
      <label htmlFor={id}>{t('forAll', { name: label(field), count: ids.length })}</label>
      <FormContext row={{ key: table, rowId: ids[0] ?? '' }}>
        <Suspense>
          <FieldInput id={id} field={field} value={null} context={noContext} onChange={choose} />
        </Suspense>
      </FormContext>
    </div>
  )
}

/** No choice among the documents of a link. */
const noContext = {}

interface ColumnFill {
  readonly table: string
  readonly ids: readonly string[]
  readonly column: string
  readonly field: FieldDefinition
}

/** Puts a value into those of the rows that have none. */
function fillEmpty(store: FormStore, { table, ids, column, field }: ColumnFill, value: unknown): void {
  const isMeant = (row: FormValue) => ids.includes(rowIdOf(row) ?? '') && kindOf(field).empty(row[column] ?? null)
  store.setRows(table, (rows) => rows.map((row) => (isMeant(row) ? { ...row, [column]: value } : row)))
}

/** The first required choice that several of the rows lack, and these rows. */
function lacking(store: FormStore, table: string, filled: readonly string[]): readonly string[] {
  const ids = rowsAt(store.value, table).map((row) => rowIdOf(row) ?? '').filter((id) => filled.includes(id))
  const columns = Object.entries(store.form.fields[table]?.columns ?? {}).filter(([column, { kind }]) =>
    chosen.has(kind) && store.editable(`${table}.${column}`)
  )
  const found = columns.map(([column, field]) => [column, ...ids.filter((rowId) => isLacking(store, { key: table, rowId, column }, field))])
  return found.find((each) => each.length > 2) ?? []
}

const isLacking = (store: FormStore, cell: CellName, field: FieldDefinition): boolean =>
  kindOf(field).empty(readCell(store.value, cell) ?? null) && store.state(cell, nameOfCell(cell)).required

const chosen: ReadonlySet<string> = new Set(['select', 'reference', 'department', 'person'])
