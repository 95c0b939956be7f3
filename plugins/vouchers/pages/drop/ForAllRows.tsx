import { Suspense, useId } from 'react'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { nameOfCell } from '#shell/form/store/cell.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { sameList, usePart, useStore } from '#shell/form/store/use-store.ts'
import { FormContext } from '#shell/form/FormContext.tsx'
import { FieldInput } from '#shell/resource/renderers.tsx'
import type { FilledRow } from './placing.ts'
import { useDropText } from './text.ts'

/** The values that files do not say and every row needs, such as the category: chosen once for all rows that were filled in, where they have none. */
export function ForAllRows({ rows }: { rows: readonly FilledRow[] }) {
  const store = useStore()
  const { t, label } = useDropText()
  const id = useId()
  const { table, ids } = rowsOfOneTable(rows)
  const [column = ''] = usePart(() => lackedByAll(store, table, ids), sameList)
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

/** The rows of the table that the last file went to. */
function rowsOfOneTable(rows: readonly FilledRow[]): { readonly table: string; readonly ids: readonly string[] } {
  const table = rows.at(-1)?.table ?? ''
  return { table, ids: rows.filter((row) => row.table === table).map(({ rowId }) => rowId) }
}

interface Filling {
  readonly table: string
  readonly ids: readonly string[]
  readonly column: string
  readonly field: FieldDefinition
}

/** Puts a value into those of the rows that have none. */
function fillEmpty(store: FormStore, { table, ids, column, field }: Filling, value: unknown): void {
  const isMeant = (row: FormValue) => ids.includes(rowIdOf(row) ?? '') && kindOf(field).empty(row[column] ?? null)
  store.setRows(table, (rows) => rows.map((row) => (isMeant(row) ? { ...row, [column]: value } : row)))
}

/** Required choices that each of the rows lacks, in the order of the form. */
function lackedByAll(store: FormStore, table: string, ids: readonly string[]): readonly string[] {
  const rows = rowsAt(store.value, table).filter((row) => ids.includes(rowIdOf(row) ?? ''))
  const columns = Object.entries(store.form.fields[table]?.columns ?? {})
  return columns.flatMap(([column, field]) => {
    const lacks = rows.every((row) =>
      kindOf(field).empty(row[column] ?? null) &&
      store.state({ key: table, rowId: rowIdOf(row) ?? '', column }, nameOfCell({ key: table, rowId: rowIdOf(row) ?? '', column })).required
    )
    return rows.length > 0 && lacks && store.editable(`${table}.${column}`) && chosen.has(field.kind) ? [column] : []
  })
}

const chosen: ReadonlySet<string> = new Set(['select', 'reference', 'department', 'person'])
