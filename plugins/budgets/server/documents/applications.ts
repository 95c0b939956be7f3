import { Decimal } from 'decimal.js'
import { bearersOf, budgetAmounts } from '#kernel/evaluate/budget-amount.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import type { BudgetEffect, Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentStatus } from '#approval/types.ts'
import { budgetDepartment, type Directory } from '#approval/directory.ts'
import { type ConsumptionLine, consumptionLines } from '#server/documents/links/consumption.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { ledger } from '../ledger/ledger.ts'
import type { Demand, Movement, OccupationSource, PostedBalance } from '../ledger/reconcile.ts'
import { type BudgetKey, keyText, monthOf } from '../ledger/key.ts'

/** Remaining occupation of an application's row, available for claims. */
export interface RowOccupation extends BudgetKey, OccupationSource {
  readonly amount: Decimal
}

/** Occupation available to a claim, including the part that it already took over. */
export const openTo = (holdings: readonly RowOccupation[], posted: readonly PostedBalance[]): RowOccupation[] =>
  added([...holdings, ...posted.flatMap((
    { source, occupied, spent, department, category, year, month },
  ): RowOccupation[] => (source ? [{ ...source, department, category, year, month, amount: occupied.plus(spent) }] : []))])

/**
 * Splits demands of a claim: the part covered by the occupation of its rows' applications is taken over under their budget keys, the rest
 * is demanded under the row's own key.
 * @param draws returns the ids of a row's applications
 */
export function takingOver(demands: readonly Demand[], draws: (row: string) => readonly string[],
  open: readonly RowOccupation[]): Demand[] {
  const left = new Map(open.map((holding) => [holding, holding.amount]))
  return demands.flatMap((demand) => {
    let rest = demand.amount
    const taken = inOrder(demand, draws(demand.row), open).flatMap((holding): Demand[] => {
      const amount = Decimal.min(rest, left.get(holding) ?? 0)
      if (amount.lte(0)) return []
      rest = rest.minus(amount)
      left.set(holding, (left.get(holding) ?? new Decimal(0)).minus(amount))
      const { document, row, department, category, year, month } = holding
      return [{ row: demand.row, department, category, year, month, amount, source: { document, row } }]
    })
    return rest.gt(0) ? [...taken, { ...demand, amount: rest }] : taken
  })
}

/**
 * Mirrors the movements of a claim in one of its applications: occupation taken over is released, returned occupation is occupied again. A
 * settled application releases everything.
 */
export function answering(application: string, holdings: readonly RowOccupation[], movements: readonly Movement[],
  { isSettled }: { isSettled: boolean }): Movement[] {
  const lines = added([
    ...holdings.filter(({ document }) => document === application).map((holding) => ({ ...holding, change: new Decimal(0) })),
    ...movements.flatMap((movement) => (movement.source?.document === application ? [changeOf(movement, movement.source)] : [])),
  ])
  return lines.flatMap(({ row, department, category, year, month, amount, change }): Movement[] => {
    const difference = isSettled ? amount.negated() : change
    return difference.isZero()
      ? []
      : [{ row, department, category, year, month, kind: difference.isPositive() ? 'occupy' : 'release', amount: difference.abs() }]
  })
}

function changeOf({ kind, amount, department, category, year, month }: Movement, source: OccupationSource): RowOccupation & {
  readonly change: Decimal
} {
  const takes = kind === 'occupy' || kind === 'spend'
  return { ...source, department, category, year, month, amount: new Decimal(0), change: takes ? amount.negated() : amount }
}

/** Merges lines with the same row and key. */
function added<Line extends RowOccupation & { readonly change?: Decimal }>(
  lines: readonly Line[],
): (Line & { readonly change: Decimal })[] {
  const sums = new Map<string, Line & { readonly change: Decimal }>()
  for (const line of lines) {
    const text = JSON.stringify([line.document, line.row, keyText(line)])
    const known = sums.get(text)
    const change = line.change ?? new Decimal(0)
    sums.set(text, known ? { ...known, amount: known.amount.plus(line.amount), change: known.change.plus(change) } : { ...line, change })
  }
  return [...sums.values()]
}

/** Occupations in the order of use: by application, and within one those for the same department and category first. */
function inOrder(demand: Demand, applications: readonly string[], open: readonly RowOccupation[]): RowOccupation[] {
  return applications.flatMap((application) => {
    const own = open.filter(({ document }) => document === application)
    const isSame = ({ department, category }: RowOccupation) => department === demand.department && category === demand.category
    return [...own.filter(isSame), ...own.filter((holding) => !isSame(holding))]
  })
}

/** An application whose occupation a claim takes over or has taken over. */
export interface Application {
  readonly id: string
  readonly number: string
  readonly type: string
  readonly state: DocumentStatus
  readonly round: number
}

/** Budget demand of a claim, with the applications that cover part of it. */
export interface LinkedApplications {
  readonly demands: readonly Demand[]
  readonly applications: readonly Application[]
  readonly holdings: readonly RowOccupation[]
  /** Ids of applications that can be claimed once only: settled by the claim's completion. */
  readonly once: ReadonlySet<string>
}

type LockMode = 'locked' | 'read'

/** Ledger balance of a document; empty for a new one. */
export const postedOf = async (
  { db, document, isNew }: DocumentStep,
): Promise<readonly PostedBalance[]> => (isNew ? [] : ledger(db).balances(document.id))

/**
 * Budget demand of a document, including occupation taken over from the applications that it claims; these are locked if the step is going
 * to change them.
 */
export async function linkedApplications(step: DocumentStep, posted: readonly PostedBalance[],
  locking: LockMode = 'read'): Promise<LinkedApplications> {
  const demands = demandsOf(step)
  const named = Object.values(step.form.fields).some(consumesLink) ? targetsIn(step) : []
  const ids = [...new Set([...named, ...posted.flatMap(({ source }) => (source ? [source.document] : []))])]
  if (ids.length === 0) return { demands, applications: [], holdings: [], once: new Set() }
  const applications = await applicationsOf(step, ids, locking)
  const lines = linesOf(step, applications)
  const holdings = await holdingsOf(step.db, applications)
  return {
    demands: takingOver(demands, drawsOf(step, lines), openTo(holdings, posted)),
    applications,
    holdings,
    once: new Set(lines.filter(({ kind }) => kind === 'once').map(({ target }) => target)),
  }
}

/** Demand that is not covered by applications and therefore checked against the budgets. */
export const newDemands = (demands: readonly Demand[]): Demand[] => demands.filter(({ source }) => source === undefined)

type ApplicationLine = { readonly claim?: unknown; readonly columns?: Readonly<Record<string, { readonly claim?: unknown }>> }

const consumesLink = ({ claim, columns = {} }: ApplicationLine): boolean =>
  claim !== undefined || Object.values(columns).some((column) => column.claim !== undefined)

const targetsIn = (step: DocumentStep): string[] => linesOf(step, []).map(({ target }) => target)

function linesOf({ form, value, at }: DocumentStep, applications: readonly Application[]): ConsumptionLine[] {
  const numbers = new Map(applications.map(({ id, number }) => [id, { businessNo: number }]))
  const facts: FormFacts = { today: todayOf(at), now: nowOf(at),
    reference: (kind, id) => (kind === 'documentLink' ? numbers.get(id) : undefined) }
  return consumptionLines(form, value, facts)
}

/** Lookup of a row's applications: those linked in the row, and those claimed by the whole document. */
function drawsOf({ form, value }: DocumentStep, lines: readonly ConsumptionLine[]): (row: string) => readonly string[] {
  const rows = new Map(bearersOf(form, value).map(({ row, place }) => [row, place]))
  return (row) => {
    const place = rows.get(row)
    const isOf = (
      line: ConsumptionLine,
    ) => (line.place ? line.place.table === place?.table && line.place.index === place.index : line.amount === null || line.amount.gt(0))
    return [...new Set(lines.filter(isOf).map(({ target }) => target))]
  }
}

async function applicationsOf({ db }: DocumentStep, ids: readonly string[], locking: LockMode): Promise<Application[]> {
  const query = db.selectFrom('document').select(['id', 'number', 'type', 'state', 'round']).where('id', 'in', [...ids]).orderBy('id')
  return (locking === 'locked' ? query.forUpdate() : query).execute()
}

/** Occupation that applications can hand over: only completed ones, since those in approval may still be withdrawn. */
export async function holdingsOf(db: Db, applications: readonly Pick<Application, 'id' | 'state'>[]): Promise<RowOccupation[]> {
  const posted = await ledger(db).balancesByDocument(applications.filter(({ state }) => state === 'completed').map(({ id }) => id))
  return [...posted].flatMap(([document, lines]) =>
    lines.filter(({ occupied }) => occupied.gt(0)).map(({ row, department, category, year, month, occupied }) => ({ document, row,
      department, category, year, month, amount: occupied })
    )
  )
}

/** Document with the organisation in which it is filed. */
interface DemandContext {
  readonly form: Form
  readonly value: FormValue
  readonly at: Date
  readonly directory: Pick<Directory, 'department'>
}

/** Current budget demands of a document: its on-budget rows with a budget department, a category and an amount. */
export function demandsOf(context: DemandContext): Demand[] {
  const { form, value, at } = context
  const effect = form.budget
  const month = effect && monthOf(value[effect.month])
  if (!effect || !month) return []
  const amountOf = budgetAmounts(form, value, at)
  return bearersOf(form, value).flatMap((bearer): Demand[] => {
    const place = placeOf((field) => (field in bearer.value ? bearer : context).value[field], effect, context.directory)
    const amount = place && amountOf(bearer)
    return amount?.gt(0) ? [{ ...place!, ...month, row: bearer.row, amount }] : []
  })
}

function placeOf(valueOf: (field: string) => unknown, effect: BudgetEffect, directory: DemandContext['directory']) {
  const department = valueOf(effect.department)
  const category = valueOf(effect.category)
  if (typeof department !== 'string' || typeof category !== 'string' || category === '') return undefined
  if (effect.offBudget !== undefined && valueOf(effect.offBudget) === '1') return undefined
  const bearing = budgetDepartment(directory, department)
  return bearing && { department: bearing.id, category }
}
