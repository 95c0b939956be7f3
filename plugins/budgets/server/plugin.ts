import { sql, type SqlBool } from 'kysely'
import { nowOf } from '#kernel/values/dates.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { defineServer } from '#server/plugin.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import type { RowScope } from '#server/host.ts'
import type { DisplayStep, DocumentExtension } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'
import type { UsageSource } from '#server/extensions/usages.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { budgetAudit } from './ledger/audit.ts'
import { budgetOfDocuments } from './documents/extension.ts'
import { migrations } from './migrations.ts'
import { budgetRoutes } from './routes.ts'
import { switchOffBudget } from './documents/off-budget.ts'
import { releaseRemaining } from './documents/release-remaining.ts'
import { budgetScope } from './grid/row-scope.ts'
import { varianceDue } from './variance/variance.ts'
import './tables.ts'
import { figuresScope } from './grid/figures-scope.ts'
import { budgetRegister } from './counted-rows.ts'
import { samples } from './samples.ts'

/** Usages of units in budgets; people have none. */
const budgetUsages: UsageSource = {
  id: 'budgets',
  cn: '年度预算',
  en: 'Annual budgets',
  keepsUnit: true,
  async count(db, subject) {
    if (!('units' in subject)) return 0
    const { count } = await budgetsOf(db, subject.units).select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
    return Number(count)
  },
  async list(db, subject, { limit, offset }) {
    if (!('units' in subject)) return []
    const rows = await budgetsOf(db, subject.units)
      .innerJoin('sys_group', 'sys_group.id', 'annual_budget.department_id')
      .innerJoin('expense_category', 'expense_category.id', 'annual_budget.expense_category_id')
      .select(['annual_budget.id', 'budget_year', 'sys_group.name', 'expense_category.name_cn', 'expense_category.name_en'])
      .orderBy('budget_year', 'desc').orderBy('annual_budget.id').limit(limit).offset(offset).execute()
    return rows.map(({ id, budget_year: year, name, name_cn, name_en }) => ({
      id,
      name,
      detail: bilingual({ cn: `${year} ${name_cn}`, en: `${year} ${name_en}` }),
      path: `/annual-budget-management?year=${year}`,
    }))
  },
}

const budgetsOf = (db: Db, units: readonly string[]) =>
  db.selectFrom('annual_budget').where('annual_budget.del_flag', '=', 0).where(
    sql<SqlBool>`annual_budget.department_id = any(${[...units]}::text[])`,
  )

const withheld = { budget: null, spent: null, occupied: null, available: null, exceeded: null } as const

/**
 * Hides figures of exceeded budgets from readers who may neither see these budgets nor decide about the document; they get the budget, its
 * band and the requested amount only.
 */
const figuresOfDocuments: DocumentExtension = {
  concerns: ({ fields }) => keyAs(fields, 'overBudgetRows') !== undefined,
  async disclosed(showing): Promise<FormValue> {
    const table = keyAs(showing.form.fields, 'overBudgetRows') ?? ''
    const rows = rowsAt(showing.value, table)
    if (rows.length === 0 || (await decides(showing))) return {}
    const knows = await figuresScope(showing, showing.db, { caller: showing.reader, directory: showing.directory })
    return { [table]: rows.map((row) => (knows(String(row['budgetDept'])) ? row : { ...row, ...withheld })) }
  },
}

/** Returns whether the reader is or was an assignee of the document, and not its initiator or applicant. */
async function decides({ db, document, reader }: DisplayStep): Promise<boolean> {
  if (!document || document.starter === reader.id || document.applicant === reader.id) return false
  return (await db.selectFrom('task').select('id').where('document', '=', document.id).where('assignee', '=', reader.id).limit(1)
    .executeTakeFirst()) !== undefined
}

/** Row scope of planned lines, over all years. */
const plannedScope: RowScope = {
  cn: '年度预算',
  en: 'Annual budgets',
  async admits(host, db, caller) {
    const departments = await budgetScope(host, db, caller)
    return departments === 'all' || departments.length > 0
  },
  async count(host, db, caller) {
    const counted = db.selectFrom('annual_budget').select((eb) => eb.fn.countAll<string>().as('count')).where('del_flag', '=', 0)
    const departments = await budgetScope(host, db, caller)
    const seen = await counted.$if(departments !== 'all',
      (query) => query.where('department_id', 'in', departments.length > 0 ? [...departments] : [''])).executeTakeFirstOrThrow()
    const { count } = await counted.executeTakeFirstOrThrow()
    return { seen: Number(seen.count), all: Number(count) }
  },
}

/** Action item: number of overspent lines without a reason in finished quarters of this year. */
const reasonsDue: ActionItemSource = {
  id: 'varianceReasons',
  cn: '待填写的差异原因',
  en: 'Variance reasons due',
  enOne: 'Variance reason due',
  path: '/annual-budget-management?open=variance',
  needs: can.view,
  async count({ db, caller, at, departments }) {
    const scope = await budgetScope({ departments }, db, caller)
    return varianceDue(db, { year: Number(nowOf(at).slice(0, 4)), scope, at })
  },
}

export default defineServer({
  id: 'budgets',
  contributes: [budgetRegister, samples],
  callNames: {
    subjects: { annualBudget: { cn: '年度预算', en: 'Annual budget' }, budget: { cn: '预算', en: 'Budget' },
      budgetLedger: { cn: '预算台账', en: 'Budget ledger' }, budgetYear: { cn: '预算年度', en: 'Budget year' },
      budgetVariance: { cn: '差异原因', en: 'Variance reason' } },
    operations: {
      '/budgetservice/budget/adjust': { cn: '调拨', en: 'Transfer' },
      '/budgetservice/annualBudget/lock': { cn: '锁定', en: 'Lock' },
      '/budgetservice/annualBudget/setting': { cn: '修改年度设置', en: 'Change the year’s settings' },
      '/oaserver/:businessType/changeOffBudgetItemStatus': { cn: '更改预算内外', en: 'Change the off-budget status' },
      '/budgetservice/budget/varianceReason': { cn: '填写差异原因', en: 'Enter variance reason' },
    },
  },
  migrations,
  routes: budgetRoutes,
  extensions: [budgetOfDocuments, figuresOfDocuments],
  documentActions: [switchOffBudget],
  rowScopes: { budget: plannedScope },
  audits: [budgetAudit],
  usages: [budgetUsages],
  jobs: [releaseRemaining],
  actionItems: [reasonsDue],
  warnings: [reasonsDue],
})
