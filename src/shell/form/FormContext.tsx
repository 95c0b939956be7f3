import { useMemo, useRef, type ReactNode } from 'react'
import { FieldContextContext, type FieldContext } from '#fields/field-context.ts'
import { currencyKey } from '#kernel/fields/list-columns.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { proposalsOf } from '#kernel/evaluate/filling/proposals.ts'
import { newRowId } from '#kernel/values/value.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { ReferenceCandidate } from '#fields/types.ts'
import { isUntouched, nameOfCell, type CellName } from './store/cell.ts'
import { accepts, columnsOf, dayLimits, holds, type CellRow } from './store/conditions.ts'
import type { FormStore } from './store/form-store.ts'
import { useStore } from './store/use-store.ts'
import { useFormFacts } from './store/facts.ts'

interface FormContextProps {
  /** The row of the fields; absent for header fields. */
  readonly row?: { readonly key: string; readonly rowId: string }
  readonly children: ReactNode
}

/** Provides the field context of the form, or of one of its rows, to the inputs inside. */
export function FormContext({ row, children }: FormContextProps) {
  const store = useStore()
  const facts = useFormFacts()
  const filled = useRef(new Map<string, unknown>())
  const key = row?.key
  const rowId = row?.rowId
  const lent = useMemo<FieldContext>(() => {
    const place = key !== undefined && rowId !== undefined ? { key, rowId } : undefined
    return {
      form: store.form.key,
      read: (keys) => read(store, place, keys),
      currency: () => currencyOf(store),
      accepts: (field, candidate) => accepts(store, { field, candidate, place }, facts()),
      limits: (field) => dayLimits(store, { field, place }, facts()),
      narrowing: () => narrowing(store, place),
      fill: (attributes) => fill(store, { attributes, place, facts: facts() }, filled.current),
      propose: (field, records) => propose(store, { field, records, facts: facts() }, filled.current),
    }
  }, [store, facts, key, rowId])
  return <FieldContextContext value={lent}>{children}</FieldContextContext>
}

function currencyOf({ form, value }: FormStore): string | undefined {
  const key = currencyKey(form)
  const code = key === undefined ? 'CNY' : value[key]
  return typeof code === 'string' ? code : undefined
}

/** Short values by key, columns of the row first: references and choices, never free text. */
function narrowing({ form, value }: FormStore, place: CellRow): Readonly<Record<string, unknown>> {
  const row = place && rowsAt(value, place.key).find((each) => rowIdOf(each) === place.rowId)
  return { ...chosenOf(form.fields, value), ...(place && row && chosenOf(form.fields[place.key]?.columns ?? {}, row)) }
}

function read(store: FormStore, place: CellRow, keys: readonly string[]): Readonly<Record<string, unknown>> {
  const { value } = store
  const row = place && rowsAt(value, place.key).find((each) => rowIdOf(each) === place.rowId)
  const columns = columnsOf(store, place)
  return Object.fromEntries(keys.map((key) => [key, (place && Object.hasOwn(columns, key) ? row?.[key] : value[key]) ?? null]))
}

function chosenOf(fields: Fields, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).flatMap(([name, field]) => {
    const held = value[name]
    return kindOf(field).ask === 'field.select' && typeof held === 'string' && held.length <= 64 ? [[name, held]] : []
  }))
}

interface InputPosition {
  readonly attributes: Readonly<Record<string, unknown>>
  readonly place: CellRow
  readonly facts: FormFacts
}

/** Sets fields of the same keys to a choice's attributes, unless the user entered another value that the choice does not lock. */
function fill(store: FormStore, { attributes, place, facts }: InputPosition, filled: Map<string, unknown>): void {
  const mayFill = (cell: CellName, field: FieldDefinition) =>
    isFree(store, { cell, field }, filled) || (field.locked !== undefined && holds(store, field.locked, { place, facts }))
  for (const [name, field] of Object.entries(columnsOf(store, place))) {
    const attribute = Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null
    const cell: CellName = place ? { ...place, column: name } : { key: name }
    if (kindOf(field).empty(attribute) || !store.editable(pathOf(cell)) || !mayFill(cell, field)) continue
    filled.set(nameOfCell(cell), attribute)
    store.set(cell, attribute)
  }
}

const pathOf = ({ key, column }: CellName) => (column === undefined ? key : `${key}.${column}`)

/** Returns whether a cell has no value entered by the user. */
function isFree(store: FormStore, { cell, field }: { cell: CellName; field: FieldDefinition },
  filled: ReadonlyMap<string, unknown>): boolean {
  const held = store.read(cell)
  return !store.isEntered(cell) || kindOf(field).empty(held) || filled.get(nameOfCell(cell)) === held
}

/** Applies proposals: header fields are filled in, rows are appended; untouched rows are removed. */
function propose(store: FormStore,
  { field, records, facts }: { field: FieldDefinition; records: readonly ReferenceCandidate[]; facts: FormFacts },
  filled: Map<string, unknown>): void {
  for (const { rows, values } of proposalsOf(store.form, store.value, { field, records, facts })) {
    if (rows === undefined) fill(store, { attributes: values, place: undefined, facts }, filled)
    else store.setRows(rows, (held) => [...held.filter((row) => !isUntouched(row)), { ...values, rowId: newRowId() }])
  }
}
