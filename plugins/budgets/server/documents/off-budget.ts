import { sql } from 'kysely'
import { z } from 'zod'
import { bearersOf } from '#kernel/evaluate/budget-amount.ts'
import { Refused } from '#kernel/errors.ts'
import { rowIdOf, rowsAt } from '#kernel/evaluate/rows.ts'
import { budgetTables, type Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Reason } from '#approval/types.ts'
import { defineDocumentAction, type DocumentStep } from '#server/extensions/document-extension.ts'
import { offBudget, type OffBudgetRows } from '#plugins/budgets/off-budget.ts'
import { changeItemStatus } from '#plugins/budgets/permissions.ts'
import { linkedApplications } from './applications.ts'
import { ledger, postedOf, type PostedRow, type Posting } from '../ledger/ledger.ts'
import { type Movement, reversing, spending } from '../ledger/reconcile.ts'

/** Refunds the spending of rows that were switched off budget, and posts it again for rows switched back. */
export async function moveSwitchedRows(step: DocumentStep, posting: Posting): Promise<void> {
  const rows = switchedRows(step)
  if (rows.size === 0) return
  const isSwitched = ({ row }: { readonly row: string }) => rows.has(row)
  const book = ledger(step.db)
  const posted = await book.balances(step.document.id)
  const movements = spending((await linkedApplications(step, posted)).demands.filter(isSwitched), posted.filter(isSwitched))
  const closed = await closedYear(step.db, movements.map(({ year }) => year))
  if (closed !== undefined) throw new Refused('budgets.locked', { year: closed })
  await book.post(movements, { ...posting, offBudget: true })
}

/** Movements that undo the off-budget switches of rows taken over from applications in the document's round; empty once posted. */
export async function switchedBack({ db, document: { id, round } }: DocumentStep): Promise<readonly Movement[]> {
  const { rows } = await sql<PostedRow>`
    select document_id, row_id, department_id, expense_category_id, year, month, source_id, source_row, 0 as occupied,
      sum(amount * direction) as spent
    from budget_entry where document_id = ${id} and round = ${round} and off_budget and source_id is not null
    group by document_id, row_id, department_id, expense_category_id, year, month, source_id, source_row
    order by row_id, year, month, department_id, expense_category_id, source_id, source_row`.execute(db)
  return reversing(rows.map(postedOf))
}

/** Refusal to undo a document with entries in a closed year. */
export async function closedYearRefusal({ db, document }: DocumentStep): Promise<Reason | undefined> {
  const posted = await ledger(db).balances(document.id)
  const closed = await closedYear(db, posted.map(({ year }) => year))
  return closed === undefined ? undefined : { code: 'budgets.locked', parameters: { year: closed } }
}

function switchedRows({ form, value, before = {} }: DocumentStep): ReadonlySet<string> {
  const field = form.budget?.offBudget ?? ''
  const was = new Map(bearersOf(form, before).map(({ row, value: bearer }) => [row, bearer[field]]))
  return new Set(bearersOf(form, value).filter(({ row, value: bearer }) => was.get(row) !== bearer[field]).map(({ row }) => row))
}

async function closedYear(db: DocumentStep['db'], years: readonly number[]): Promise<number | undefined> {
  if (years.length === 0) return undefined
  const row = await db.selectFrom('budget_year_setting').select('year').where('locked', '=', true).where('year', '=',
    sql<number>`any(${[...new Set(years)]}::integer[])`)
    .orderBy('year').limit(1).executeTakeFirst()
  return row?.year
}

const id = z.string().min(1).max(64)

const input = {
  items: z.array(z.strictObject({ itemId: id, offBudgetStatus: z.union([z.enum(['0', '1']), z.literal(0), z.literal(1)]) })).min(1).max(
    1000,
  ),
}

/** Row of a document with its new state: 1 off budget, 0 on budget. */
type Switch = z.output<typeof input.items>[number]

/** Document action that moves rows of a completed document off budget or back; `budgetOfDocuments` posts the entries. */
export const switchOffBudget = defineDocumentAction({
  ...offBudget,
  needs: changeItemStatus,
  during: ['completed'],
  input,
  note: { cn: '预算外状态已变更', en: 'Off-budget status changed' },
  answer: 'budgets.switched',
  placeIn,
  write: (value, place: OffBudgetRows, { items }) => switched(value, place, items),
})

function placeIn({ budget }: Form): OffBudgetRows | undefined {
  const tables = budget ? budgetTables(budget) : []
  return tables.length > 0 && budget?.offBudget !== undefined ? { tables, field: budget.offBudget } : undefined
}

function switched(value: FormValue, { tables, field }: OffBudgetRows, items: readonly Switch[]): FormValue {
  const known = new Set(tables.flatMap((table) => rowsAt(value, table)).map(rowIdOf))
  const unknown = items.flatMap(({ itemId }, index) =>
    known.has(itemId) ? [] : [{ field: `items.${index}.itemId`, code: 'budgets.noSuchRow' }]
  )
  if (unknown.length > 0) throw new Refused('budgets.noSuchRow', {}, unknown)
  const statuses = new Map(items.map(({ itemId, offBudgetStatus }) => [itemId, String(offBudgetStatus)]))
  const rows = tables.map((table) =>
    [table, rowsAt(value, table).map((row) => ({ ...row, [field]: statuses.get(rowIdOf(row) ?? '') ?? row[field] }))] as const
  )
  return { ...value, ...Object.fromEntries(rows) }
}
