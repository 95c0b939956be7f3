import { withDefaults } from '#kernel/evaluate/filling/defaults.ts'
import { type Visibility, visibility } from '#kernel/evaluate/access/states.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { newRowId } from '#kernel/values/row-id.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** Initial empty rows for the tables that require rows. */
export function firstRows(form: Form, entered: FormValue, facts: FormFacts): FormValue {
  let states: Visibility | undefined
  const isRequired = (key: string) => (states ??= visibility(form, withDefaults(form, entered, facts), facts, 'start'))(key).required
  const tables = Object.entries(form.fields).map(([key, field]) => [key, firstRowsOf(field, () => isRequired(key))] as const)
  return Object.fromEntries(tables.filter(([, rows]) => rows.length > 0))
}

/** Initial empty rows of one table; none if its rows are filled in otherwise. */
export function firstRowsOf(field: FieldDefinition | undefined, isRequired: () => boolean): readonly FormValue[] {
  if (!field || !beginsEmpty(field) || (field.required !== true && !isRequired())) return []
  return Array.from({ length: fewestRows(field) }, () => ({ rowId: newRowId() }))
}

/** Minimum number of rows of a table that requires rows. */
export const fewestRows = ({ min = 1 }: Pick<FieldDefinition, 'min'>): number => Math.max(1, min)

/** Whether a table starts with empty rows; not if it belongs to a later node, is filled in otherwise, or has a default. */
const beginsEmpty = ({ kind, required, system, readOnly, atNode, default: proposed }: FieldDefinition): boolean =>
  kind === 'table' && required !== undefined && proposed === undefined && atNode === undefined && !system && !readOnly
