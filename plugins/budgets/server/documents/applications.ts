import { bearersOf } from '#kernel/evaluate/budget-amount.ts'
import type { FormFacts } from '#kernel/facts.ts'
import { nowOf, todayOf } from '#kernel/values/dates.ts'
import type { DocumentStatus } from '#approval/types.ts'
import { type ConsumptionLine, consumptionLines } from '#server/documents/links/consumption.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { demandsOf } from './demands.ts'
import { type RowOccupation, openTo, takingOver } from './transferable-occupation.ts'
import { ledger } from '../ledger/ledger.ts'
import type { Demand, PostedBalance } from '../ledger/reconcile.ts'

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
