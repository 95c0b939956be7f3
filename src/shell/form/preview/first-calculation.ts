import type { FieldProblem } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import { isRecord, type RecordKind } from '#kernel/record-kinds.ts'
import { type FormValue, newRowId } from '#kernel/values/value.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { PathNode, ResubmissionPath } from '#approval/wire/path.ts'
import { bookOf, type ReferenceBook } from '#fields/references/reference-book.ts'
import type { ReferenceCandidate } from '#fields/types.ts'
import type { Http } from '#providers/http.ts'
import { factsIn, needRecords } from '../store/facts.ts'
import { firstRows } from '../store/blank-rows.ts'

/** The server's calculation for a form value. */
export interface Calculation {
  readonly value: FormValue
  readonly problems: readonly FieldProblem[]
  readonly nodes: readonly PathNode[]
  /** Records in the returned value that were not in the request. */
  readonly references?: Readonly<Record<RecordKind, readonly ReferenceCandidate[]>>
  /** The approvers who decide again, for a returned document. */
  readonly again?: ResubmissionPath
}

/** A calculation requested before its form is rendered. */
export interface FirstCalculation {
  readonly calculation: Promise<Calculation>
  /** The answer, once it has arrived. */
  answer?: Calculation
}

/** The initial value of a new document, and its calculation if it was requested. */
export interface InitialValue {
  readonly entered: FormValue
  readonly first?: FirstCalculation
}

/** Lifetime of a prefetched calculation in ms; rendering a form may take some seconds. */
const keptFor = 5_000

const early = new WeakMap<Http, Map<string, InitialValue & { until: number }>>()

const keyOf = (form: Form, search: string) => `${form.key}${search}`

/** Prefetches the calculation of the new document at an address. */
export function prefetchCalculation(http: Http, form: Form, search: string): void {
  if (earlyAt(http, form, search)) return
  const entered = blankValue(form, search, factsIn(bookOf(http)))
  const first: FirstCalculation = { calculation: http.query(calculationPath(form), { parameters: entered, nodeList: [] }, { quiet: true }) }
  const beginning = { entered, first, until: Infinity }
  void keepAnswer(first, (answer) => learnRecords(bookOf(http), form, answer)).finally(() => (beginning.until = Date.now() + keptFor))
  const kept = early.get(http) ?? new Map<string, typeof beginning>()
  early.set(http, kept.set(keyOf(form, search), beginning))
}

async function keepAnswer(first: FirstCalculation, learn: (answer: Calculation) => void): Promise<void> {
  try {
    const answer = await first.calculation
    learn(answer)
    first.answer = answer
  } catch {
    // ignored: the form will request it again
  }
}

/** The initial value of the new document at an address. Stable until {@link forgetBeginning}, because React may restart rendering. */
export const beginningAt = (http: Http, form: Form, search: string): InitialValue =>
  earlyAt(http, form, search) ?? { entered: blankValue(form, search, factsIn(bookOf(http))) }

/** Discards the prefetched initial value, once the form is rendered. */
export function forgetBeginning(http: Http, form: Form, search: string): void {
  early.get(http)?.delete(keyOf(form, search))
}

function earlyAt(http: Http, form: Form, search: string): InitialValue | undefined {
  const found = early.get(http)?.get(keyOf(form, search))
  return found && found.until >= Date.now() ? found : undefined
}

/** Path of the call that calculates a form: derived values, problems, approvers. */
export const calculationPath = ({ key }: Form) => `/oaserver/${key}/calculate`

/** Caches the records in an answer, and requests further ones that its value names. */
export function learnRecords(book: ReferenceBook, { fields }: Form, { value, references = {} }: Calculation): void {
  for (const [kind, records] of Object.entries(references)) book.learn(kind, records)
  needRecords(book, fields, value)
}

/** The initial value of a new document: its first rows, and the records named in the address. */
function blankValue(form: Form, search: string, facts: FormFacts): FormValue {
  const named = namedIn(form, new URLSearchParams(search))
  return { ...firstRows(form, named, facts), ...named }
}

/** Values from the address: documents for the form's links, e.g. a claim's trip, and records for its rows (`books.bookNo`). */
const namedIn = (form: Form, query: URLSearchParams): FormValue => ({ ...linksIn(form, query), ...rowsIn(form, query) })

function rowsIn({ fields }: Form, query: URLSearchParams): FormValue {
  return Object.fromEntries(Object.entries(fields).flatMap(([key, { columns = {} }]) => {
    const named = Object.entries(columns).find(([column, field]) => isRecord(field) && query.has(`${key}.${column}`))
    return named ? [[key, query.getAll(`${key}.${named[0]}`).map((id) => ({ rowId: newRowId(), [named[0]]: id }))]] : []
  }))
}

function linksIn({ fields }: Form, query: URLSearchParams): FormValue {
  const named = Object.entries(fields).filter(([key, { kind }]) => kind === 'documentLink' && query.has(key))
  return Object.fromEntries(named.map(([key]) => [key, query.getAll(key)]))
}
