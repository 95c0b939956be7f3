import { openFilled } from '#kernel/evaluate/filling/defaults.ts'
import { isRow, rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'

interface EchoContext {
  readonly form: Form
  readonly entered: FormValue
  readonly facts: FormFacts
  readonly currentUser: Readonly<Record<string, unknown>>
}

/**
 * Removes from an answer the values that equal their default, in rows created by the server: stored as the server's, they would no longer
 * be recomputed (e.g. an amount to pay after further costs were entered).
 */
export function withoutEchoes(answer: FormValue, { form, entered, facts, currentUser }: EchoContext): FormValue {
  const tables = Object.entries(form.fields).filter(([key, { kind }]) =>
    kind === 'table' && entered[key] === undefined && rowsAt(answer, key).length > 0
  )
  if (tables.length === 0) return answer
  const bare = Object.fromEntries(
    tables.map((
      [key, { columns = {} }],
    ) => [key, rowsAt(answer, key).map((row) => without(row, (column) => columns[column]?.default !== undefined))]),
  )
  const filled = openFilled(form, { ...answer, ...bare }, { facts, extra: { currentUser } }).value
  const own = tables.map(([key, { columns = {} }]) => {
    const byDefault = new Map(rowsAt(filled, key).map((row) => [rowIdOf(row), row]))
    const isEcho = (row: FormValue, column: string) =>
      columns[column]?.default !== undefined && isSame(row[column], byDefault.get(rowIdOf(row))?.[column])
    return [key, rowsAt(answer, key).map((row) => (isRow(row) ? without(row, (column) => isEcho(row, column)) : row))] as const
  })
  return { ...answer, ...Object.fromEntries(own) }
}

const without = (row: FormValue, isLeftOut: (column: string) => boolean): FormValue =>
  Object.fromEntries(Object.entries(row).filter(([column]) => !isLeftOut(column)))

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
