import { toJson } from '../feel/json.ts'
import type { FormFacts } from '../facts.ts'
import type { Form, Posts } from '../form.ts'
import { decimalOf, type Numeric } from '../values/money.ts'
import type { FormValue } from '../values/value.ts'
import { rmbNames, rowNames } from './plan/context-names.ts'
import { formula } from './plan/formula.ts'
import { rowIdOf, rowsAt } from './rows.ts'
import { FormScope } from './plan/scope.ts'

/** One thing that is sent by itself. */
export interface PostingLine {
  /** Id of the row; empty for the document as one. */
  readonly line: string
  readonly body: Readonly<Record<string, unknown>>
  /** Decimal text in RMB; null where the form says none. */
  readonly amount: string | null
}

/** The lines that a document posts in one step. */
export function postingLines(form: Form, posts: Posts,
  { value, facts }: { readonly value: FormValue; readonly facts: FormFacts }): readonly PostingLine[] {
  const { rows, when } = posts
  const scope = new FormScope(form, value, { facts })
  const names = [...Object.keys(form.fields), ...Object.keys(rmbNames(form.fields)),
    ...(rows === undefined ? [] : [...rowNames, ...Object.keys(form.fields[rows]?.columns ?? {})])]
  const places = rows === undefined ? [undefined] : rowsAt(value, rows).map((_, index) => ({ table: rows, index }))
  return places.flatMap((place) => {
    if (when !== undefined && !scope.holds(formula(when, names), place)) return []
    const line = place === undefined ? '' : (rowIdOf(rowsAt(value, place.table)[place.index] ?? {}) ?? String(place.index))
    return [{ line, ...contentOf(posts, (source) => scope.evaluate(formula(source, names), place)) }]
  })
}

function contentOf({ body, amount }: Posts, evaluate: (source: string) => unknown): Pick<PostingLine, 'body' | 'amount'> {
  const worth = amount === undefined ? undefined : decimalOf(evaluate(amount) as Numeric)
  return { amount: worth?.toFixed(2) ?? null,
    body: Object.fromEntries(Object.entries(body).map(([name, source]) => [name, toJson(evaluate(source) as never)])) }
}
