import { toJson } from '../feel/json.ts'
import type { FormFacts } from '../facts.ts'
import type { Form, Posts } from '../form.ts'
import { decimalOf, type Numeric } from '../values/money.ts'
import type { FormValue } from '../values/value.ts'
import { rmbNames, rowNames } from './plan/context-names.ts'
import { formula } from './plan/formula.ts'
import { rowIdOf, rowsAt } from './rows.ts'
import { FormScope } from './plan/scope.ts'

/** One message to another system: for a row, or for the whole document. */
export interface PostingLine {
  /** Id of the row; empty for the whole document. */
  readonly line: string
  readonly body: Readonly<Record<string, unknown>>
  /** Amount in RMB as decimal text; null if the form declares none. */
  readonly amount: string | null
}

/** The messages that a document sends in one posting. */
export function postingLines(form: Form, posts: Posts,
  { value, facts }: { readonly value: FormValue; readonly facts: FormFacts }): readonly PostingLine[] {
  const { rows, when, lists = {} } = posts
  const scope = new FormScope(form, value, { facts })
  const namesIn = (
    table: string | undefined,
  ) => [...Object.keys(form.fields), ...Object.keys(rmbNames(form.fields)),
    ...(table === undefined ? [] : [...rowNames, ...Object.keys(form.fields[table]?.columns ?? {})])]
  const names = namesIn(rows)
  const sent = Object.fromEntries(Object.entries(lists).map(([name, { table, entry }]) => {
    const own = namesIn(table)
    const entryAt = (index: number) =>
      Object.entries(entry).map(([key, source]) => [key, toJson(scope.evaluate(formula(source, own), { table, index }) as never)])
    return [name, rowsAt(value, table).map((_, index) => Object.fromEntries(entryAt(index)) as Readonly<Record<string, unknown>>)]
  }))
  const places = rows === undefined ? [undefined] : rowsAt(value, rows).map((_, index) => ({ table: rows, index }))
  return places.flatMap((place) => {
    if (when !== undefined && !scope.holds(formula(when, names), place)) return []
    const line = place === undefined ? '' : (rowIdOf(rowsAt(value, place.table)[place.index] ?? {}) ?? String(place.index))
    const { amount, body } = contentOf(posts, (source) => scope.evaluate(formula(source, names), place))
    return [{ line, amount, body: { ...body, ...sent } }]
  })
}

function contentOf({ body, amount }: Posts, evaluate: (source: string) => unknown): Pick<PostingLine, 'body' | 'amount'> {
  const worth = amount === undefined ? undefined : decimalOf(evaluate(amount) as Numeric)
  return { amount: worth?.toFixed(2) ?? null,
    body: Object.fromEntries(Object.entries(body).map(([name, source]) => [name, toJson(evaluate(source) as never)])) }
}
