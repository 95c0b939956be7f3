import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import { memoize } from '#kernel/memoize.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { rowNames } from '#kernel/evaluate/plan/context-names.ts'
import { type Formula, formula } from '#kernel/evaluate/plan/formula.ts'
import { cellPath } from '#kernel/evaluate/path.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { FormScope, type RowPosition } from '#kernel/evaluate/plan/scope.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { LinkConsumption } from '#kernel/fields/links.ts'
import type { Feel, FieldDefinition } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { decimalOf, moneyText, roundMoney } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import type { ReadDocument } from '../lifecycle/engine-facts.ts'

/** Consumption of a document by other live documents. */
interface OtherConsumption {
  /** Number of one of these documents. */
  readonly by: string | null
  /** The remaining balance; null where the amount to consume is unknown. */
  readonly remaining: Decimal | null
  /** The consumed amount. */
  readonly taken: Decimal
}

/** The remaining balance of documents, without the consumption by `document`. */
export async function otherConsumption(db: Db, targets: readonly string[],
  document: string | undefined): Promise<ReadonlyMap<string, OtherConsumption>> {
  const rows = await db
    .selectFrom('document')
    .leftJoinLateral(takenOf(document), (join) => join.onTrue())
    .select(['document.id', 'document.claimable', 'live.taken', 'live.claimed_by'])
    .where('document.id', 'in', [...targets])
    .execute()
  return new Map(
    rows.map((
      { id, claimable, taken, claimed_by: by },
    ) => [id, { by, remaining: claimable === null ? null : Decimal.max(0, new Decimal(claimable).minus(taken ?? 0)),
      taken: new Decimal(taken ?? 0) }]
    ),
  )
}

interface ConsumptionRow {
  /** The number of live documents that bind it. */
  readonly owners: string
  /** The sum of consumption; null: none. */
  readonly taken: string | null
  /** Number of the first of them. */
  readonly claimed_by: string | null
}

/** For a lateral join with `document`: its bindings and consumption by live documents other than `except`. */
export const takenOf = (except: string | undefined) =>
  sql<ConsumptionRow>`(
    select count(*) as owners, sum(taken) as taken, min(number) filter (where claims) as claimed_by from (
      select owner.number, bool_or(link.claims) as claims,
        coalesce(sum(link.claimed), max(owner.amount) filter (where link.claims)) as taken
      from document_link link join document owner on owner.id = link.owner
      where link.target = document.id and link.binds and owner.state in ('inApproval', 'completed') ${unless(except)}
      group by owner.id, owner.number
    ) each_owner
  )`.as<'live'>('live')

const unless = (owner: string | undefined): RawBuilder<unknown> => (owner === undefined ? sql`` : sql`and link.owner <> ${owner}`)

/** The share of a linked document that one row, or the document as a whole, consumes. */
export interface ConsumptionLine {
  /** The link: `serviceFeeLinks`, or `writeOffItems.advance` in a row. */
  readonly link: string
  readonly target: string
  readonly kind: 'once' | 'remaining'
  /** Null for all of it. */
  readonly amount: Decimal | null
  /** The table and row that consume; absent where the document does so as a whole. */
  readonly place: RowPosition | undefined
  /** The path of the link, at which problems of consumption are reported. */
  readonly linkAt: string
  readonly at: string
  readonly message: LinkConsumption['message']
}

/** The consumption of the documents that a value links to. `facts` know these documents. */
export function consumptionLines(form: Form, value: FormValue, facts: FormFacts): ConsumptionLine[] {
  // most documents consume nothing, and a scope is expensive
  const consuming = consumingIn(form).filter(({ key, table }) =>
    (table === undefined ? [value] : rowsAt(value, table)).some((holder) => idsIn(holder[key]).length > 0)
  )
  if (consuming.length === 0) return []
  const work = { form, value, facts, scope: new FormScope(form, value, { facts }) }
  return consuming.flatMap((link) => linesOf(link, work))
}

const consumingIn: (form: Form) => readonly Link[] = memoize((form) =>
  Object.entries(form.fields).flatMap(([key, field]) => [
    ...(field.claim ? [{ key, field }] : []),
    ...Object.entries(field.columns ?? {}).flatMap(([column, inner]) => (inner.claim ? [{ key: column, field: inner, table: key }] : [])),
  ])
)

/** Finds the conflicts of a document's consumption: another live document has the target, or too little of it remains. */
export async function consumptionProblems(db: Db, lines: readonly ConsumptionLine[],
  document: string | undefined): Promise<FieldProblem[]> {
  if (lines.length === 0) return []
  const others = await otherConsumption(db, lines.map(({ target }) => target), document)
  const consumed = new Map<string, Decimal>()
  for (const { target, amount } of lines) consumed.set(target, (consumed.get(target) ?? new Decimal(0)).plus(amount ?? 0))
  return lines.flatMap((line) => problemOf(line, others.get(line.target), consumed.get(line.target) ?? new Decimal(0)))
}

function problemOf({ kind, amount, linkAt, at, message }: ConsumptionLine, other: OtherConsumption | undefined,
  consumed: Decimal): FieldProblem[] {
  const sentence = message && { message }
  if (kind === 'once')
    return other?.by
      ? [{ field: linkAt, code: 'documents.alreadyClaimed', parameters: { no: other.by }, ...sentence }]
      : []
  return isExceeded(amount, other, consumed) ? [{ field: at, code: 'documents.claimsTooMuch', ...sentence }] : []
}

/** A line without an amount exceeds nothing. */
const isExceeded = (amount: Decimal | null, other: OtherConsumption | undefined, consumed: Decimal): boolean =>
  (amount?.gt(0) ?? false) && (other?.remaining?.lt(consumed) ?? false)

interface Link {
  readonly key: string
  readonly field: FieldDefinition
  readonly table?: string
}

interface Work {
  readonly form: Form
  readonly value: FormValue
  readonly facts: FormFacts
  readonly scope: FormScope
}

function linesOf({ key, field, table }: Link, work: Work): ConsumptionLine[] {
  const { value } = work
  const path = table === undefined ? key : `${table}.${key}`
  const line = (target: string, place: RowPosition | undefined): ConsumptionLine => ({
    link: path,
    target,
    kind: field.claim ?? 'once',
    amount: amountOf(field, work, place),
    place,
    linkAt: table !== undefined && place ? cellPath(table, place.index, key) : key,
    at: placeOfWords(field.claims, key, place),
    message: field.claims?.message,
  })
  if (table !== undefined)
    return rowsAt(value, table).flatMap((row, index) => idsIn(row[key]).map((target) => line(target, { table, index })))
  const { rows, by } = field.claims ?? {}
  const targets = idsIn(value[key])
  if (rows === undefined || by === undefined) return targets.map((target) => line(target, undefined))
  const numbered = new Map(targets.map((target) => [work.facts.reference('documentLink', target)?.['businessNo'], target]))
  const consumed = rowsAt(value, rows).flatMap((row, index) => {
    const target = numbered.get(row[by])
    return target === undefined ? [] : [line(target, { table: rows, index })]
  })
  // linked, but not consumed by any row yet: still reserved against others
  const idle = targets.filter((target) => !consumed.some((each) => each.target === target))
  return [...consumed, ...idle.map((target): ConsumptionLine => ({ ...line(target, undefined), amount: new Decimal(0), at: key }))]
}

function placeOfWords(consumption: LinkConsumption | undefined, link: string, place: RowPosition | undefined): string {
  const at = consumption?.at ?? consumption?.by ?? link
  return place ? cellPath(place.table, place.index, at) : at
}

/** The consumed amount; null for all of the target. An amount that cannot be computed yet counts as 0. */
function amountOf({ claims }: FieldDefinition, { form, scope }: Work, place: RowPosition | undefined): Decimal | null {
  if (claims?.amount === undefined || (claims.rows !== undefined && !place)) return null
  const result = scope.evaluate(formulaOf(claims, claims.amount, form, place), place)
  const consumed = result instanceof Decimal ? decimalOf(result) : null
  return consumed ? roundMoney(consumed) : new Decimal(0)
}

const formulas = new WeakMap<LinkConsumption, Formula>()

function formulaOf(consumption: LinkConsumption, amount: Feel, { fields }: Form, place: RowPosition | undefined): Formula {
  const known = formulas.get(consumption)
  if (known) return known
  const columns = place ? [...rowNames, ...Object.keys(fields[place.table]?.columns ?? {})] : []
  const made = formula(amount, [...Object.keys(fields), ...columns])
  formulas.set(consumption, made)
  return made
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string' && id !== '')

/** The amounts consumed and remaining of a completed document, under the names of its form's fields. */
export async function remainingBalanceOf(db: Db, { id, form, process }: Pick<ReadDocument, 'id' | 'form' | 'process'>): Promise<FormValue> {
  if ((form.unclaimed ?? form.claimed) === undefined || process.status !== 'completed') return {}
  const others = (await otherConsumption(db, [id], undefined)).get(id)
  return { ...under(form.unclaimed, others?.remaining ?? null), ...under(form.claimed, others?.taken ?? new Decimal(0)) }
}

/** An amount under the name of its field, if the form has one. */
const under = (name: string | undefined,
  amount: Decimal | null): FormValue => (name === undefined ? {} : { [name]: amount && moneyText(amount) })
