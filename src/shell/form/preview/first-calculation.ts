import type { ResubmissionPath, PathNode } from '#approval/wire/path.ts'
import { bookOf, type ReferenceBook } from '#fields/references/book.ts'
import type { ReferenceCandidate } from '#fields/types.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { RecordKind } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Http } from '#providers/http.ts'
import { blankValue } from '../blank-value.ts'
import { factsIn, needRecords } from '../store/facts.ts'

/** The server's calculation of a form's value. */
export interface Calculation {
  readonly value: FormValue
  readonly problems: readonly FieldProblem[]
  readonly nodes: readonly PathNode[]
  /** Records that the value names and the question did not. */
  readonly references?: Readonly<Record<RecordKind, readonly ReferenceCandidate[]>>
  /** The approvers that filing it again asks, where the document was returned. */
  readonly again?: ResubmissionPath
}

/** A calculation that was asked for before its form was drawn. */
export interface FirstCalculation {
  readonly calculation: Promise<Calculation>
  /** The answer, once it is here. */
  answer?: Calculation
}

/** The value that a new document begins with, and its calculation where it was asked for. */
export interface InitialValue {
  readonly entered: FormValue
  readonly first?: FirstCalculation
}

/** Milliseconds for which a calculation is as good as a fresh one: a form may take some seconds to be drawn. */
const keptFor = 5_000

const early = new WeakMap<Http, Map<string, InitialValue & { until: number }>>()

const keyOf = (form: Form, search: string) => `${form.key}${search}`

/** Calculates the new document at an address before its page is drawn. */
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
    // the form asks again
  }
}

/** The beginning of the new document at an address: the same until {@link forgetBeginning}, since drawing may start over. */
export const beginningAt = (http: Http, form: Form, search: string): InitialValue =>
  earlyAt(http, form, search) ?? { entered: blankValue(form, search, factsIn(bookOf(http))) }

/** The form is drawn: the next one begins anew. */
export function forgetBeginning(http: Http, form: Form, search: string): void {
  early.get(http)?.delete(keyOf(form, search))
}

function earlyAt(http: Http, form: Form, search: string): InitialValue | undefined {
  const found = early.get(http)?.get(keyOf(form, search))
  return found && found.until >= Date.now() ? found : undefined
}

/** The call that calculates a form's derived values, problems and path. */
export const calculationPath = ({ key }: Form) => `/oaserver/${key}/calculate`

/** Takes over the records that came with the answer, and asks for those that it names besides. */
export function learnRecords(book: ReferenceBook, { fields }: Form, { value, references = {} }: Calculation): void {
  for (const [kind, records] of Object.entries(references)) book.learn(kind, records)
  needRecords(book, fields, value)
}
