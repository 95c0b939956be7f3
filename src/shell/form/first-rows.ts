import { withDefaults } from '#kernel/evaluate/filling/defaults.ts'
import { type Visibility, visibility } from '#kernel/evaluate/access/states.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** The empty rows of the tables that have to have some for the values that a document begins with. */
export function firstRows(form: Form, entered: FormValue, facts: FormFacts): FormValue {
  let states: Visibility | undefined
  const isRequired = (key: string) => (states ??= visibility(form, withDefaults(form, entered, facts), facts, 'start'))(key).required
  const tables = Object.entries(form.fields).map(([key, field]) => [key, firstRowsOf(field, () => isRequired(key))] as const)
  return Object.fromEntries(tables.filter(([, rows]) => rows.length > 0))
}

/** The same of one table; one whose rows are filled in otherwise begins with none. */
export function firstRowsOf(field: FieldDefinition | undefined, isRequired: () => boolean): readonly FormValue[] {
  if (!field || !beginsEmpty(field) || (field.required !== true && !isRequired())) return []
  return Array.from({ length: fewestRows(field) }, () => ({ rowId: newRowId() }))
}

/** Returns the number of rows that a table has at least where it has to have any. */
export const fewestRows = ({ min = 1 }: Pick<FieldDefinition, 'min'>): number => Math.max(1, min)

const beginsEmpty = ({ kind, required, system, readOnly, default: proposed }: FieldDefinition): boolean =>
  kind === 'table' && required !== undefined && proposed === undefined && !system && !readOnly
