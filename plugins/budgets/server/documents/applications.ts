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

/** An application whose occupation a claim takes over, or has taken over. */
export interface Application {
  readonly id: string
  readonly number: string
  readonly type: string
  readonly state: DocumentStatus
  readonly round: number
}

/** The demand of a claim on the budgets, and the applications that cover a part of it. */
export interface LinkedApplications {
  readonly demands: readonly Demand[]
  readonly applications: readonly Application[]
  readonly holdings: readonly RowOccupation[]
  /** Applications that are claimed once: with the claim's completion they are settled. */
  readonly once: ReadonlySet<string>
}

type LockMode = 'locked' | 'read'

/** The ledger's balance of a document; nothing for a new one. */
export const postedOf = async (
  { db, document, isNew }: DocumentStep,
): Promise<readonly PostedBalance[]> => (isNew ? [] : ledger(db).balances(document.id))

/**
 * The demand of a document on the budgets, with the occupation it takes over from the applications that it claims; these are locked when it
 * is going to change them.
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

/** The demand beyond the occupation taken over: only that is measured against the budgets. */
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

/** The applications of a row: those that it names, and those that the document claims as a whole. */
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

/** The occupations that applications can hand over: of completed ones only, what is still in approval may yet be taken back. */
export async function holdingsOf(db: Db, applications: readonly Pick<Application, 'id' | 'state'>[]): Promise<RowOccupation[]> {
  const posted = await ledger(db).balancesByDocument(applications.filter(({ state }) => state === 'completed').map(({ id }) => id))
  return [...posted].flatMap(([document, lines]) =>
    lines.filter(({ occupied }) => occupied.gt(0)).map(({ row, department, category, year, month, occupied }) => ({ document, row,
      department, category, year, month, amount: occupied })
    )
  )
}
