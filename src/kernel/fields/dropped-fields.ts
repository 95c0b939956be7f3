import type { FieldDefinition, Fields } from '../fields.ts'
import type { Form } from '../form.ts'
import type { Label } from '../wording/label.ts'
import { kindOf } from '../kinds/registry.ts'
import { isRow, rowsAt } from '../evaluate/rows.ts'
import type { FormValue } from '../values/value.ts'

/** A field or column whose value cannot be carried over to another version of the form. */
export interface DroppedField extends Label {
  /** Path, e.g. `remark`, `items.detail`. */
  readonly path: string
}

/** The non-empty fields of a value that another version of its form lacks, or has with another kind. */
export function droppedFields(form: Form, next: Form, value: FormValue): DroppedField[] {
  return Object.entries(form.fields).flatMap(([key, field]): DroppedField[] => {
    const kept = next.fields[key]
    if (!isEntered(field, value[key])) return []
    if (!isSame(field, kept)) return [named(key, field)]
    return field.columns ? droppedColumns(key, { columns: field.columns, next: kept?.columns ?? {} }, value) : []
  })
}

function droppedColumns(key: string, { columns, next }: { columns: Fields; next: Fields }, value: FormValue): DroppedField[] {
  const rows = rowsAt(value, key).filter(isRow)
  return Object.entries(columns).flatMap(([column, field]) =>
    !isSame(field, next[column]) && rows.some((row) => isEntered(field, row[column])) ? [named(`${key}.${column}`, field)] : []
  )
}

/** The value without the fields that another version of its form drops. */
export const carriedOver = (form: Form, next: Form, value: FormValue): FormValue =>
  form === next ? value : withoutDropped(value, droppedFields(form, next, value))

/** A value without these fields. */
export function withoutDropped(value: FormValue, dropped: readonly DroppedField[]): FormValue {
  const paths = new Set(dropped.map(({ path }) => path))
  if (paths.size === 0) return value
  const left = (at: string, held: FormValue): FormValue => Object.fromEntries(Object.entries(held).filter(([key]) => !paths.has(at + key)))
  return Object.fromEntries(
    Object.entries(left('', value)).map(([key, held]) => [key, Array.isArray(held) && held.every(isRow)
      ? held.map((row) => left(`${key}.`, row))
      : held]
    ),
  )
}

/** Fields that hold entered data; calculated and system fields are recomputed by the other version. */
const isEntered = (field: FieldDefinition, value: unknown): boolean =>
  field.system !== true && field.value === undefined && !kindOf(field).empty(value)

const isSame = (field: FieldDefinition, other: FieldDefinition | undefined): boolean => field.kind === other?.kind && field.to === other.to

const named = (path: string, { cn, en }: FieldDefinition): DroppedField => ({ path, cn, en })
