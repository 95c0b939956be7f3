import { openFilled, withNodeDefaults, withoutHidden } from '#kernel/evaluate/filling/defaults.ts'
import type { Memory } from '#kernel/evaluate/plan/memory.ts'
import { type FormState, openValue } from '#kernel/evaluate/form-state.ts'
import { isRow, rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'

export interface DerivationInput {
  readonly form: Form
  /** `start`, a node id, or undefined for a reader. */
  readonly at: string | undefined
  readonly facts: FormFacts
  readonly currentUser: Readonly<Record<string, unknown>>
  /** The server's last answer. */
  readonly answered: FormValue | undefined
  /** Returns whether a path is editable. */
  readonly editable: (path: string) => boolean
  /** Cache of the results of the form's expressions. */
  readonly memory?: Memory
}

/**
 * Computes the displayed value from the entered one: values of the server, defaults for fields not entered, derived fields. A default is
 * recomputed until the user enters a value. A hidden field keeps its entered value for later, but is neither displayed nor sent.
 */
export function derive(entered: FormValue, input: DerivationInput): FormState {
  const { form, at, facts, currentUser, answered, memory } = input
  const based = answered ? withAnswer(entered, answered, input, 'system') : entered
  if (at === undefined) return openValue(form, based, input)
  if (at !== 'start') return openValue(form, withNodeDefaults(form, at, based, facts), input)
  const filled = openFilled(form, based, { facts, extra: { currentUser }, memory })
  const known = answered ? withAnswer(filled.value, answered, input, 'gaps') : filled.value
  return withoutHidden(known === filled.value ? filled : openValue(form, known, input), 'start')
}

type DerivedPart = 'system' | 'gaps'

/**
 * Merges the server's answer: values of fields that are not editable (`system`), or of editable ones that are undefined (`gaps`). Returns
 * the same object when nothing changes.
 */
function withAnswer(value: FormValue, answered: FormValue, { form, editable }: DerivationInput, part: DerivedPart): FormValue {
  const news = Object.entries(form.fields).flatMap(([key, field]): [string, unknown][] => {
    if (field.value !== undefined || answered[key] === undefined) return []
    const isWanted = (path: string, definition: FieldDefinition, held: unknown) => wanted(part, definition, editable(path), held)
    if (field.kind !== 'table' || !editable(key)) return isWanted(key, field, value[key]) ? [[key, answered[key]]] : []
    const rows = mergeRows({ key, columns: field.columns ?? {} }, value, answered,
      (column, definition, held) => isWanted(`${key}.${column}`, definition, held))
    return rows ? [[key, rows]] : []
  })
  return news.every(([key, held]) => value[key] === held) ? value : { ...value, ...Object.fromEntries(news) }
}

/**
 * Whether a field takes the answer's value. Fields with a default are excluded from `gaps`, because the default was part of the request.
 */
const wanted = (part: DerivedPart, field: FieldDefinition, isEditable: boolean, held: unknown) =>
  part === 'system' ? !isEditable : isEditable && held === undefined && field.default === undefined

function mergeRows(
  { key, columns }: { key: string; columns: Fields },
  value: FormValue,
  answered: FormValue,
  isWanted: (column: string, definition: FieldDefinition, held: unknown) => boolean,
): readonly FormValue[] | undefined {
  const held = value[key]
  // a table without input takes the server's rows
  if (held === undefined) return rowsAt(answered, key).length > 0 ? rowsAt(answered, key) : undefined
  if (!Array.isArray(held)) return undefined
  const known = new Map(rowsAt(answered, key).map((row) => [rowIdOf(row), row]))
  const merged = held.map((row: unknown) => {
    const source = isRow(row) ? known.get(rowIdOf(row)) : undefined
    if (!isRow(row) || !source) return row as FormValue
    const news = Object.entries(columns).filter(([column, definition]) =>
      source[column] !== undefined && source[column] !== row[column] && isWanted(column, definition, row[column])
    )
    return news.length === 0 ? row : { ...row, ...Object.fromEntries(news.map(([column]) => [column, source[column]])) }
  })
  return merged.some((row, index) => row !== held[index]) ? merged : undefined
}

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
