import { Decimal } from 'decimal.js'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { moneyText, sumMoney } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'
import { otherConsumption } from '#server/documents/links/consumption.ts'

/** Kind of append-only entries: their table and the follow-up node that appends the next one. */
export interface EntryKind {
  readonly node: string
  readonly table: string
  /** Key of the toggle that requests an entry; set in disclosed values only. */
  readonly requested: string
  /** Input fields of the next entry; cleared once it is recorded. */
  readonly inputs: { readonly reverses: string; readonly date: string; readonly amount: string; readonly note: string;
    readonly receipt: string }
  /** Codes for a missing date, a date out of range, and an entry that cannot be reversed. */
  readonly codes: { readonly undated: string; readonly dateOutside: string; readonly notReversible: string }
  /** First entry of a value that stores it in other fields; undefined without one. */
  carried(value: FormValue): FormValue | undefined
}

/** Recorded entries of a value, oldest first. */
export function entriesOf(kind: EntryKind, value: FormValue): readonly FormValue[] {
  const entries = rowsAt(value, kind.table)
  const carried = entries.length > 0 ? undefined : kind.carried(value)
  return carried ? [carried] : entries
}

/** Sum of all entries as decimal text; reversals are negative. */
export const sumOf = (entries: readonly FormValue[]): string => moneyText(sumMoney(entries.map(({ amount }) => amount as string | null)))

/** Entries including the one that the follow-up appends, and the cleared inputs. */
export function recorded(kind: EntryKind, step: DocumentStep): { readonly entries: readonly FormValue[]; readonly inputs: FormValue } {
  return { entries: [...entriesOf(kind, step.before ?? {}), entryOf(kind, step)],
    inputs: Object.fromEntries(Object.values(kind.inputs).map((input) => [input, null])) }
}

/**
 * Disclosed values: the entries, and the request for the next one. The inputs are undefined, so that the form's defaults apply to them.
 */
export function shownEntries(kind: EntryKind, value: FormValue): FormValue {
  const entries = entriesOf(kind, value)
  return { ...Object.fromEntries(Object.values(kind.inputs).map((input) => [input, undefined])), [kind.requested]: true,
    ...(entries.length > 0 ? { [kind.table]: entries } : {}) }
}

/** Problems with the appended entry's date and reversal; its amount is checked by the caller. */
export function entryProblems(kind: EntryKind, step: DocumentStep): FieldProblem[] {
  const entry = lastOf(kind, step)
  return [...dateProblem(kind, step, entry),
    ...(entry['reverses'] === null ? [] : reversalProblem(kind, entriesOf(kind, step.before ?? {}), entry))]
}

/** The appended entry. */
export const lastOf = ({ table }: EntryKind, { value }: Pick<DocumentStep, 'value'>): FormValue => rowsAt(value, table).at(-1) ?? {}

function entryOf(kind: EntryKind, { value, before = {}, actor, at }: DocumentStep): FormValue {
  const { inputs, node } = kind
  const inputOf = (input: string) => value[input] ?? null
  const earlier = entriesOf(kind, before)
  const entryNo = String(earlier.length + 1)
  const reverses = inputOf(inputs.reverses)
  const amount = reverses === null ? inputOf(inputs.amount) : negated(earlier.find((entry) => entry['entryNo'] === reverses))
  return { rowId: `${node}-${entryNo}`, entryNo, paidOn: inputOf(inputs.date), amount, reverses, note: inputOf(inputs.note),
    receipt: inputOf(inputs.receipt), recordedBy: actor.id, recordedAt: nowOf(at) }
}

const negated = (entry: FormValue | undefined): string | null => (entry ? moneyText(sumMoney([String(entry['amount'])]).negated()) : null)

/** Problem with a date that is missing, before the payment or in the future. */
function dateProblem({ inputs: { date }, codes }: EntryKind, { value, at }: DocumentStep, { paidOn }: FormValue): FieldProblem[] {
  if (typeof paidOn !== 'string') return [{ field: date, code: codes.undated }]
  const paid = value['payDate']
  const isOutside = paidOn > todayOf(at) || (typeof paid === 'string' && paidOn < paid)
  return isOutside ? [{ field: date, code: codes.dateOutside }] : []
}

function reversalProblem({ inputs, codes }: EntryKind, earlier: readonly FormValue[], { reverses, note }: FormValue): FieldProblem[] {
  const entry = earlier.find(({ entryNo }) => entryNo === reverses)
  const isOpen = entry && entry['reverses'] === null && !earlier.some((other) => other['reverses'] === reverses)
  if (!isOpen) return [{ field: inputs.reverses, code: codes.notReversible }]
  return note === null || note === '' ? [{ field: inputs.note, code: 'forms.reversalWithoutNote' }] : []
}

/** Open amounts of payments by id: paid, minus repayments and write-offs of live claims. */
export async function openAmounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Decimal>> {
  if (ids.length === 0) return new Map()
  return new Map([...(await otherConsumption(db, ids, undefined))].map(([id, { remaining }]) => [id, remaining ?? new Decimal(0)]))
}
