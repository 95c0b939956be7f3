import { openFilled, withNodeDefaults } from '#kernel/evaluate/filling/defaults.ts'
import { withoutHidden } from '#kernel/evaluate/filling/hidden.ts'
import type { Memory } from '#kernel/evaluate/plan/memory.ts'
import { openValue, type FormState } from '#kernel/evaluate/form-state.ts'
import { isRow, rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { FieldDefinition, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'

export interface DerivationInput {
  readonly form: Form
  /** `start`, a node, or undefined for a reader. */
  readonly at: string | undefined
  readonly facts: FormFacts
  readonly currentUser: Readonly<Record<string, unknown>>
  /** The last answer of the server about the form. */
  readonly answered: FormValue | undefined
  /** Returns whether a person may write a path here. */
  readonly editable: (path: string) => boolean
  /** The last results of the form's expressions. */
  readonly memory?: Memory
}

/**
 * The values that a form shows for what was entered: the server's own values, defaults where nothing was entered yet, derived
 * fields. A default follows what it rests on until somebody enters something else. What is hidden keeps its entry
 * for the moment it is shown again, and is neither shown nor sent.
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
 * Takes over what nobody here may write (`system`), or what is still undefined although somebody might (`gaps`); the same value when that
 * is nothing.
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

/** A default that was sent with the question fills no gap in the answer: it speaks for itself. */
const wanted = (part: DerivedPart, field: FieldDefinition, isEditable: boolean, held: unknown) =>
  part === 'system' ? !isEditable : isEditable && held === undefined && field.default === undefined

function mergeRows(
  { key, columns }: { key: string; columns: Fields },
  value: FormValue,
  answered: FormValue,
  isWanted: (column: string, definition: FieldDefinition, held: unknown) => boolean,
): readonly FormValue[] | undefined {
  const held = value[key]
  // an untouched table is as the server fills it
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
