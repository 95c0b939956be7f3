import { readEnv } from '#server/env.ts'
import type { Directory } from '#approval/directory.ts'
import { currency, date, defineFields, department, money, number, select, table, text, toggle } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { defineFlow } from '#kernel/flow.ts'
import { type BudgetEffect, defineForm, type Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { MigrationSet } from '#server/database/migrations.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { documentMigrations } from '#server/documents/migrations.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { identityMigrations } from '#server/identity/migrations.ts'
import { directoryOf } from '#server/identity/organisation/directory.ts'
import { organisations } from '#server/identity/organisation/organisation.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { categories, migrations as expenseTypes } from '#plugins/expense-types/server/public-api.ts'
import { budgets } from './plans/plans.ts'
import { migrations } from './migrations.ts'

export const sets: readonly MigrationSet[] = [
  identityMigrations,
  { id: 'documents', migrations: documentMigrations },
  { id: 'expense-types', migrations: expenseTypes },
  { id: 'budgets', migrations },
]

/** A fixed time in November 2026. */
export const at = new Date('2026-11-20T04:00:00Z')

/** Creates departments (`plant` owns budgets, `line` below it does not, nor does `office` or a department above it) and categories. */
export async function company(db: Db): Promise<void> {
  const units = groups(db, new Date())
  await units.create({ id: 'group', type: 'GROUP', name: '集团/Group' })
  await units.create({ id: 'plant', parent: 'group', type: 'DEPARTMENT', name: '工厂/Plant', hasBudgetDept: true })
  await units.create({ id: 'line', parent: 'plant', type: 'DEPARTMENT', name: '产线/Line' })
  await units.create({ id: 'office', parent: 'group', type: 'DEPARTMENT', name: '办公室/Office' })
  for (const code of ['food', 'cars', 'free'])
    await categories(db).save({ id: code, code: code.toUpperCase(), nameCn: code, nameEn: code, by: 'test', at: new Date() })
}

/** Saves a plan with the same amount in each month. */
export const plan = (db: Db, category: string, monthly: string, year = 2026) =>
  budgets(db).save({ year, department: 'plant', category, months: Array.from({ length: 12 }, () => monthly), by: 'test', at: new Date() })

const fields = defineFields({
  bearingDept: department({ cn: '部门', en: 'Department', as: 'bearingDepartment' }),
  budgetDept: department({ cn: '预算部门', en: 'Budget department', system: true }),
  budgetMonth: date({ cn: '月份', en: 'Month', system: true }),
  paidIn: currency({ cn: '币种', en: 'Currency' }),
  rateOfMonth: number({ cn: '汇率', en: 'Rate', as: 'exchangeRate', system: true, precision: 6 }),
  exceedsBudget: toggle({ cn: '超预算', en: 'Over budget', as: 'overBudget', system: true }),
  exceededBudgets: table({
    cn: '超预算信息',
    en: 'Over budget',
    as: 'overBudgetRows',
    system: true,
    columns: {
      budgetDept: department({ cn: '预算部门', en: 'Budget department' }),
      departmentName: text({ cn: '部门', en: 'Department' }),
      category: expenseCategory({ cn: '类别', en: 'Category' }),
      month: date({ cn: '月份', en: 'Month' }),
      budget: money({ cn: '预算', en: 'Budget' }),
      spent: money({ cn: '已用', en: 'Used' }),
      occupied: money({ cn: '占用', en: 'Occupied' }),
      available: money({ cn: '可用', en: 'Available' }),
      thisAmount: money({ cn: '本次', en: 'This' }),
      exceeded: money({ cn: '超出', en: 'Over by' }),
      warnLevel: text({ cn: '预警', en: 'Band' }),
    },
  }),
  items: table({
    cn: '明细',
    en: 'Items',
    columns: {
      bearingDept: department({ cn: '部门', en: 'Department', as: 'bearingDepartment' }),
      expenseCategory: expenseCategory({ cn: '类别', en: 'Category' }),
      amount: money({ cn: '金额', en: 'Amount' }),
      offBudgetStatus: select({ cn: '预算外', en: 'Off budget',
        options: [{ value: '0', cn: '内', en: 'In' }, { value: '1', cn: '外', en: 'Off' }] }),
    },
  }),
})

const effect: BudgetEffect = {
  class: 'spending',
  rows: 'items',
  department: 'bearingDept',
  category: 'expenseCategory',
  month: 'budgetMonth',
  amount: 'rmb(amount, header.rateOfMonth)',
  offBudget: 'offBudgetStatus',
}

const form = (key: string, budget: BudgetEffect): Form =>
  defineForm({ key, cn: key, en: key, path: `/${key}`, prefix: 'T', group: 'test', icon: 'x', fields, flow: defineFlow([]), budget })

export const claim = form('madeUpClaim', effect)
export const application = form('madeUpApplication', { ...effect, class: 'application' })

export interface Item {
  readonly rowId: string
  readonly amount: string
  readonly expenseCategory?: string
  readonly bearingDept?: string
  readonly offBudgetStatus?: string
}

export const valueOf = (items: readonly Item[], rest: FormValue = {}): FormValue => ({
  bearingDept: 'line',
  budgetMonth: '2026-11-01',
  rateOfMonth: '1.000000',
  items: items.map((item) => ({ expenseCategory: 'food', bearingDept: 'line', ...item })),
  ...rest,
})

const known = organisations()

async function directory(db: Db): Promise<Directory> {
  return directoryOf(await known.at(db), { at }, () => undefined)
}

type StepInput = Partial<DocumentStep> & { id: string; value: FormValue }

/** Runs a step of a document in its own transaction. */
export const step = <Result>(db: Db, input: StepInput, work: (step: DocumentStep) => Promise<Result>): Promise<Result> =>
  transaction(db, async (tx) => work(await stepIn(tx, input)))

/** Creates a step of a document in an open transaction. */
export async function stepIn(tx: Db, { id, ...rest }: StepInput): Promise<DocumentStep> {
  return {
    db: tx,
    env: readEnv({}),
    form: claim,
    document: { id, round: 1, starter: 'wang' },
    actor: { id: 'wang', name: '王/Wang', locale: 'cn' },
    at,
    directory: await directory(tx),
    references: { source: () => undefined },
    ...rest,
  }
}
