import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import { kindOf } from '#kernel/kinds/registry.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { FormStore } from '#shell/form/store/form-store.ts'
import { sameList, usePart } from '#shell/form/store/use-store.ts'

/** The columns in which some row has something to show; what only serves a calculation is none of them. */
export function useShownColumns(table: string, columns: Fields = {}, rows: readonly FormValue[]): Fields {
  const names = usePart(
    (store) => Object.keys(columns).filter((column) => isShown(store, `${table}.${column}`, columns[column]) && rows.some((row) => !isEmpty(columns[column], row[column]))),
    sameList,
  )
  return Object.fromEntries(names.flatMap((name) => (columns[name] ? [[name, columns[name]]] : [])))
}

/** A column without a condition of its own is always shown. */
const isShown = (store: FormStore, path: string, field: FieldDefinition | undefined): boolean => field?.visible === undefined || store.stateAt(path).visible

const isEmpty = (field: FieldDefinition | undefined, held: unknown): boolean => field === undefined || kindOf(field).empty(held)
