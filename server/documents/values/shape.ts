import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { isRow } from '#kernel/evaluate/rows.ts'
import type { Form } from '#kernel/form.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** Rows of a table that says nothing itself. */
const mostRows = 1000

/**
 * The value, unless a table in it is no list of rows or has more of them than it may. Asked before anything is computed:
 * the modules rely on rows, and a body full of empty ones is to cost nothing.
 * @throws Refused
 */
export function shaped({ fields }: Form, value: FormValue): FormValue {
  const problems = Object.entries(fields).flatMap(([key, field]): FieldProblem[] => {
    const rows = value[key]
    if (field.kind !== 'table' || rows === undefined || rows === null) return []
    const label = bilingual(field)
    if (!Array.isArray(rows) || !rows.every(isRow)) return [{ field: key, code: 'field.type', parameters: { label } }]
    const most = field.max ?? mostRows
    return rows.length > most ? [{ field: key, code: 'field.tooManyRows', parameters: { label, n: most } }] : []
  })
  if (problems.length > 0) throw new Refused('error.invalidInput', {}, problems)
  return value
}
