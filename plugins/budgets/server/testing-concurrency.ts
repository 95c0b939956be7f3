import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import { Refused } from '#kernel/errors.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { isConnectionLost, isLockTimeout } from '#server/database/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { testHost } from '#server/resources/testing.ts'
import { move } from './plans/adjust.ts'
import { budgetAudit } from './ledger/audit.ts'
import { budgets } from './plans/plans.ts'
import { budgetOfDocuments } from './documents/extension.ts'
import { at, claim, company, stepIn, valueOf } from './testing.ts'

/** Number of attempts by outcome. */
export interface AttemptCounts {
  readonly done: number
  readonly refused: number
  /** The connection broke or a lock timed out, so the outcome is unknown to the client. */
  readonly lost: number
}

interface BudgetCase {
  readonly operations: number
  readonly clients: number
  /** Departments that own budgets; fewer departments give more contention. */
  readonly departments: readonly string[]
  /** Number of operations after which a backend is killed, possibly within a transaction; never if absent. */
  readonly killEvery?: number
  /** Random number, 0 inclusive to 1 exclusive. */
  chance(): number
}

const categories = ['food', 'cars'] as const
const months = [10, 11, 12] as const

/** Creates `size` departments with two lines each in a year that blocks exceeding. @returns the ids of the departments */
export async function prepareBudgetCase(db: Db, monthly: string, size = 1): Promise<readonly string[]> {
  await company(db)
  await budgets(db).setYear({ year: 2026, control: 'block' })
  const more = Array.from({ length: size - 1 }, (_, number) => `plant-${number}`)
  for (const id of more)
    await groups(db, new Date()).create({ id, parent: 'group', type: 'DEPARTMENT', name: `${id}/${id}`, hasBudgetDept: true })
  const departments = ['plant', ...more]
  for (const department of departments) {
    for (const category of categories)
      await budgets(db).save({ year: 2026, department, category, months: Array.from({ length: 12 }, () => monthly), by: 'test',
        at: new Date() })
  }
  return departments
}

/** Concurrent clients file, change, complete, refuse and void claims and transfer budget at random. */
export async function tryLedger(db: Db, settings: BudgetCase): Promise<AttemptCounts> {
  const counts = { done: 0, refused: 0, lost: 0 }
  let left = settings.operations
  const client = async (name: number) => {
    const own: string[] = []
    while (left-- > 0) {
      if (settings.killEvery !== undefined && left % settings.killEvery === 0) await killOne(db)
      counts[await outcome(attempt(db, settings, { name, own }))]++
    }
  }
  await Promise.all(Array.from({ length: settings.clients }, (_, name) => client(name)))
  return counts
}

/** Budgets with more in use than planned; must be empty if the control blocks. */
export async function exceededBudgets(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select entry.department_id, entry.expense_category_id, entry.month,
      sum(amount * direction) filter (where kind not in ('transfer', 'adjust')) as in_use,
      min(plan.m11) + coalesce(sum(amount * direction) filter (where kind in ('transfer', 'adjust')), 0) as budget
    from budget_entry entry join annual_budget plan on plan.department_id = entry.department_id
      and plan.expense_category_id = entry.expense_category_id and plan.budget_year = entry.year
    group by 1, 2, 3
    having sum(amount * direction) filter (where kind not in ('transfer', 'adjust')) > min(plan.m11) +
      coalesce(sum(amount * direction) filter (where kind in ('transfer', 'adjust')), 0)`
    .execute(db)
  return rows
}

/** Runs the audit over every document of the case. */
export const recounted = (db: Db) => budgetAudit.run(db, testHost(db, [definePlugin({ id: 'made-up', forms: [claim] })]).host)

interface Client {
  readonly name: number
  /** Ids of the client's documents. */
  readonly own: string[]
}

async function outcome(work: Promise<unknown>): Promise<keyof AttemptCounts> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof Refused) return 'refused'
    if (isConnectionLost(error) || isLockTimeout(error)) return 'lost'
    throw error
  }
}

function attempt(db: Db, settings: BudgetCase, client: Client): Promise<unknown> {
  const drawn = settings.chance()
  if (drawn < 0.4 || client.own.length === 0) return transaction(db, (tx) => file(tx, settings, client))
  if (drawn < 0.5) return transaction(db, (tx) => moveSome(tx, settings))
  return transaction(db, (tx) => proceed(tx, settings, client))
}

async function file(tx: Db, settings: BudgetCase, { name, own }: Client): Promise<void> {
  const id = `${name}-${own.length}-${Math.floor(settings.chance() * 1e12).toString(36)}`
  own.push(id)
  const value = draw(settings)
  await budgetOfDocuments.onSubmit!(await stepIn(tx, { id, value }))
  await tx
    .insertInto('document')
    .values({
      id,
      number: id,
      type: claim.key,
      flow: 'case',
      title: id,
      title_en: id,
      state: 'inApproval',
      round: 1,
      revision: 1,
      value: JSON.stringify(value),
      process: '{}',
      amount: null,
      starter: 'wang',
      applicant: 'wang',
      department: 'line',
      current_nodes: JSON.stringify([{ id: 'x' }]),
      started_at: at,
      ended_at: null,
      updated_at: at,
      history_seq: 1,
      history_hash: 'h',
    })
    .execute()
}

/** Advances one of the client's documents: changes, completes or refuses it, or voids it after completion. */
async function proceed(tx: Db, settings: BudgetCase, { own }: Client): Promise<void> {
  const id = pick(settings, own)
  const found = await tx.selectFrom('document').select(['state', 'value']).where('id', '=', id).forUpdate().executeTakeFirst()
  const before = found?.value as FormValue
  if (found?.state === 'completed') return leave(tx, id, { value: before, state: 'voided', wasCompleted: true })
  if (found?.state !== 'inApproval') return
  const drawn = settings.chance()
  if (drawn < 0.2) return leave(tx, id, { value: before, state: 'refused', wasCompleted: false })
  return drawn < 0.6 ? change(tx, id, { before, value: draw(settings) }) : complete(tx, id, before)
}

async function change(tx: Db, id: string, { before, value }: { before: FormValue; value: FormValue }): Promise<void> {
  await budgetOfDocuments.onPass!(await stepIn(tx, { id, value, before }))
  await store(tx, id, { value, state: 'inApproval' })
}

async function complete(tx: Db, id: string, value: FormValue): Promise<void> {
  await budgetOfDocuments.onCompleted!(await stepIn(tx, { id, value, before: value }))
  await store(tx, id, { value, state: 'completed' })
}

async function leave(tx: Db, id: string,
  { value, state, wasCompleted }: { value: FormValue; state: 'refused' | 'voided'; wasCompleted: boolean }): Promise<void> {
  await budgetOfDocuments.onReleased!(await stepIn(tx, { id, value, before: value }), state, wasCompleted)
  await store(tx, id, { value, state })
}

const store = (tx: Db, id: string, { value, state }: { value: FormValue; state: 'inApproval' | 'completed' | 'refused' | 'voided' }) =>
  tx.updateTable('document').set({ value: JSON.stringify(value), state, ended_at: state === 'inApproval' ? null : at,
    current_nodes: JSON.stringify(state === 'inApproval' ? [{ id: 'x' }] : []) }).where('id', '=', id).execute()

function moveSome(tx: Db, settings: BudgetCase): Promise<unknown> {
  const key = () => ({ department: pick(settings, settings.departments), category: pick(settings, categories), year: 2026,
    month: pick(settings, months) })
  return move(tx, { from: key(), to: key(), amount: amountOf(settings), reason: 'case' }, { operator: 'wang', at })
}

function draw(settings: BudgetCase): FormValue {
  const rows = Array.from({ length: 1 + Math.floor(settings.chance() * 3) }, (_, row) => ({
    rowId: String(row),
    amount: amountOf(settings).toFixed(2),
    expenseCategory: pick(settings, categories),
    bearingDept: pick(settings, settings.departments),
  }))
  return valueOf(rows, { budgetMonth: `2026-${pick(settings, months)}-01` })
}

const pick = <Item>({ chance }: BudgetCase, items: readonly Item[]): Item => items[Math.floor(chance() * items.length)]!

const amountOf = ({ chance }: BudgetCase): Decimal => new Decimal(Math.ceil(chance() * 20_000)).div(100)

/** Kills the backend of a client within a transaction. */
async function killOne(db: Db): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and xact_start is not null
    order by random() limit 1`
    .execute(db).catch(() => undefined)
}
