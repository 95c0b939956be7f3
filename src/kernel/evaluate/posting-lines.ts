import { toJson } from '../feel/json.ts'
import type { FormFacts } from '../facts.ts'
import type { Form, Posts } from '../form.ts'
import type { FormValue } from '../values/value.ts'
import { rmbNames, rowNames } from './context-names.ts'
import { formula } from './formula.ts'
import { rowIdOf, rowsAt } from './rows.ts'
import { FormScope } from './scope.ts'

/** One thing that is sent by itself. */
export interface PostingLine {
  /** Id of the row; empty for the document as one. */
  readonly line: string
  readonly body: Readonly<Record<string, unknown>>
}

/** What a document sends in one step. */
export function postingLines(form: Form, { rows, when, body }: Posts, { value, facts }: { readonly value: FormValue; readonly facts: FormFacts }): readonly PostingLine[] {
  const scope = new FormScope(form, value, { facts })
  const names = [...Object.keys(form.fields), ...Object.keys(rmbNames(form.fields)), ...(rows === undefined ? [] : [...rowNames, ...Object.keys(form.fields[rows]?.columns ?? {})])]
  const places = rows === undefined ? [undefined] : rowsAt(value, rows).map((_, index) => ({ table: rows, index }))
  return places.flatMap((place) => {
    if (when !== undefined && !scope.holds(formula(when, names), place)) return []
    const line = place === undefined || rows === undefined ? '' : (rowIdOf(rowsAt(value, rows)[place.index] ?? {}) ?? String(place.index))
    return [{ line, body: Object.fromEntries(Object.entries(body).map(([name, source]) => [name, toJson(scope.evaluate(formula(source, names), place))])) }]
  })
}
