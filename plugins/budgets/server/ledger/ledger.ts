import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import { moneyText } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import { type BudgetKey, distinctKeys } from './key.ts'
import type { Movement, PostedBalance } from './reconcile.ts'
import '../tables.ts'

/** Context of postings: document, operator and time. */
export interface Posting {
  readonly document: string
  readonly type: string
  readonly round: number
  readonly operator: string
  readonly at: Date
  /** Number of the origin if it is not an approval document. */
  readonly number?: string
  /** A correction of amounts booked elsewhere: may reverse more than the document's balance. */
  readonly corrects?: boolean
  readonly currency?: string
  /** RMB per unit of the currency. */
  readonly rate?: string
  /** Posting of rows switched off budget or back. */
  readonly offBudget?: boolean
}

/** A manual change of a budget, not made by a document: in (1) or out (-1). */
export interface BudgetMove {
  readonly kind: 'transfer' | 'adjust'
  readonly key: BudgetKey
  /** RMB above 0. */
  readonly amount: Decimal
  readonly direction: 1 | -1
  readonly reason: string
  readonly number: string
  /** Id of the counter-entry. */
  readonly ref?: string
  readonly operator: string
  readonly at: Date
}

/** Append-only budget ledger; operates within the transaction of the posting action. */
export const ledger = (db: Db) => ({
  /** Balance of a document by row and key, without zero balances. */
  async balances(document: string): Promise<readonly PostedBalance[]> {
    return (await ledger(db).balancesByDocument([document])).get(document) ?? []
  },

  /** Balances of several documents, in one statement. */
  async balancesByDocument(documents: readonly string[]): Promise<ReadonlyMap<string, readonly PostedBalance[]>> {
    const { rows } = await sql<PostedRow>`
      select document_id, row_id, department_id, expense_category_id, year, month, source_id, source_row,
        coalesce(sum(amount * direction) filter (where kind in ('occupy', 'release')), 0) as occupied,
        coalesce(sum(amount * direction) filter (where kind in ('spend', 'refund')), 0) as spent
      from budget_entry where document_id = any(${documents})
      group by document_id, row_id, department_id, expense_category_id, year, month, source_id, source_row
      order by row_id, year, month, department_id, expense_category_id, source_id, source_row`.execute(db)
    const found = new Map<string, PostedBalance[]>()
    for (const row of rows.map(postedOf)) {
      if (row.occupied.isZero() && row.spent.isZero()) continue
      const list = found.get(row.document) ?? []
      list.push(row)
      found.set(row.document, list)
    }
    return found
  },

  /** Occupation of applications that other documents took over, RMB by application id. */
  async takenOver(applications: readonly string[]): Promise<ReadonlyMap<string, Decimal>> {
    const { rows } = await sql<{ source_id: string; amount: string }>`
      select source_id, sum(amount * direction) as amount from budget_entry where source_id = any(${applications}) group by source_id`
      .execute(db)
    return new Map(rows.map(({ source_id: source, amount }) => [source, new Decimal(amount)]))
  },

  /**
   * Locks the budgets of the keys until the transaction ends; always in the same order (plans by id, then totals by key), to avoid
   * deadlocks.
   */
  async lock(keys: readonly BudgetKey[]): Promise<void> {
    const lines = distinctKeys(keys)
    if (lines.length === 0) return
    await sql`
      select id from annual_budget
      where del_flag = 0 and (department_id, expense_category_id, budget_year) in (
        select * from unnest(${lines.map(({ department }) => department)}::text[], ${lines.map(({ category }) => category)}::text[], ${
      lines.map(({ year }) => year)
    }::integer[]))
      order by id for update`.execute(db)
    await sql`
      select from budget_total where (year, department_id, expense_category_id, month) in (
        select year, department, category, month from jsonb_to_recordset(${
      JSON.stringify(lines)
    }::jsonb) as asked (year integer, department text, category text, month integer))
      order by year, department_id, expense_category_id, month for update`.execute(db)
  },

  /** Locks the budgets and posts the movements of an action; a no-op without movements. */
  async post(movements: readonly Movement[], posting: Posting): Promise<void> {
    await ledger(db).lock(movements)
    await ledger(db).postLocked([{ movements, posting }])
  },

  /** Posts movements of several documents whose budgets are already locked. */
  async postLocked(parts: readonly PostedPart[]): Promise<void> {
    await insertEntries(db, entriesOf(parts))
  },

  /** Posts without locking, provided that none of the years blocks exceeding. @returns whether it was posted */
  async postUncontrolled(parts: readonly PostedPart[]): Promise<boolean> {
    const entries = entriesOf(parts)
    const years = [...new Set(entries.map(({ year }) => year))]
    const isUncontrolled = sql`not exists (select from budget_year_setting where year = any(${years}::integer[]) and control = 'block')`
    const written = await insertEntries(db, entries, { condition: isUncontrolled })
    return written === entries.length
  },

  /**
   * Posts opening balances: one spend entry per budget for spending before go-live. A repetition violates the posting key of the ledger.
   */
  async carryIn(spent: readonly (BudgetKey & { readonly amount: Decimal })[],
    { operator, at }: Pick<Posting, 'operator' | 'at'>): Promise<void> {
    const entries = spent.filter(({ amount }) => amount.gt(0)).map((line) => ({
      ...common({ document: `${opening}-${line.year}`, type: opening, round: 1, operator, at }),
      ...columns({ ...line, row: opening, kind: 'spend' }),
    }))
    await insertEntries(db, entries, { step: 1 })
  },

  /** Posts one side of a move; its budget must be locked. @returns the id of the entry */
  async move(
    { kind, key: { department, category, year, month }, amount, direction, reason, number, ref, operator, at }: BudgetMove,
  ): Promise<string> {
    const { id } = await db
      .insertInto('budget_entry')
      .values({
        kind,
        department_id: department,
        expense_category_id: category,
        year,
        month,
        amount: moneyText(amount),
        direction,
        reason,
        number,
        ref_entry_id: ref ?? null,
        operator,
        happen_time: at,
        business_type: null,
        document_id: null,
        row_id: null,
        round: null,
        step: null,
        currency: null,
        rate: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },
})

/** Business type, row and prefix of the document id of opening balances. */
const opening = 'opening'

/** Movements of one document with their posting. */
export interface PostedPart {
  readonly movements: readonly Movement[]
  readonly posting: Posting
}

type LedgerEntryColumns = ReturnType<typeof common> & ReturnType<typeof columns>

const entriesOf = (parts: readonly PostedPart[]): LedgerEntryColumns[] =>
  parts.flatMap(({ movements, posting }) => movements.map((movement) => ({ ...common(posting), ...columns(movement) })))

interface Insertion {
  readonly condition?: RawBuilder<unknown>
  /** Step of the entries; by default the next one of each document. */
  readonly step?: number
}

/** Inserts any number of entries in one statement with constant text. @returns the number of inserted entries */
async function insertEntries(db: Db, entries: readonly LedgerEntryColumns[],
  { condition = sql`true`, step }: Insertion = {}): Promise<number> {
  if (entries.length === 0) return 0
  const names = sql.join(Object.keys(entries[0]!).map((name) => sql.ref(name)))
  const next = sql`(select coalesce(max(earlier.step), 0) + 1 from budget_entry earlier where earlier.document_id = entry.document_id)`
  const { numAffectedRows } = await sql`
    insert into budget_entry (${names}, step) select ${names}, ${step ?? next}
    from jsonb_populate_recordset(null::budget_entry, ${JSON.stringify(entries)}::jsonb) entry where ${condition}`.execute(db)
  return Number(numAffectedRows)
}

export interface PostedRow {
  readonly document_id: string
  readonly row_id: string
  readonly department_id: string
  readonly expense_category_id: string
  readonly year: number
  readonly month: number
  readonly source_id: string | null
  readonly source_row: string | null
  readonly occupied: string
  readonly spent: string
}

/** Converts a row of ledger sums into a balance. */
export const postedOf = (row: PostedRow) => ({
  document: row.document_id,
  row: row.row_id,
  department: row.department_id,
  category: row.expense_category_id,
  year: row.year,
  month: row.month,
  ...(row.source_id !== null && { source: { document: row.source_id, row: row.source_row ?? '' } }),
  occupied: new Decimal(row.occupied),
  spent: new Decimal(row.spent),
})

const common = ({ document, type, round, operator, at, currency, rate, number, offBudget = false, corrects = false }: Posting) => ({
  document_id: document,
  business_type: type,
  round,
  operator,
  happen_time: at,
  currency: currency ?? null,
  rate: rate ?? null,
  ref_entry_id: null,
  reason: null,
  number: number ?? null,
  off_budget: offBudget,
  correction: corrects,
})

const columns = ({ row, kind, amount, department, category, year, month, source }: Movement) => ({
  row_id: row,
  kind,
  amount: moneyText(amount),
  direction: kind === 'occupy' || kind === 'spend' ? (1 as const) : (-1 as const),
  department_id: department,
  expense_category_id: category,
  year,
  month,
  source_id: source?.document ?? null,
  source_row: source?.row ?? null,
})
