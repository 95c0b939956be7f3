import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { newRowId } from '#kernel/values/row-id.ts'

/** A table that has to have rows starts with one. */
export function firstRows(form: Form): FormValue {
  const tables = Object.entries(form.fields).filter(([, field]) =>
    field.kind === 'table' && field.required === true && !field.system && !field.readOnly
  )
  return Object.fromEntries(tables.map(([key]) => [key, [{ rowId: newRowId() }]]))
}
