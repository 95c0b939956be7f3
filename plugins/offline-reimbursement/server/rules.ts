import { sql } from 'kysely'
import { todayOf } from '#kernel/dates.ts'
import { Refused } from '#kernel/errors.ts'
import { decimalOf, inRmb, moneyText } from '#kernel/money.ts'
import type { FormValue } from '#kernel/value.ts'
import type { Db } from '#server/database/tables.ts'
import { drawNumber } from '#server/documents/store/numbers.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { holdOpenMonth } from '#plugins/budgets/server/public-api.ts'
import { costCenters } from '#plugins/cost-centres/server/public-api.ts'
import { rates } from '#plugins/currencies/server/public-api.ts'
import { categories } from '#plugins/expense-types/server/public-api.ts'
import { bookIt } from './booking.ts'
import { remarkOn } from './over-budget.ts'
import './tables.ts'

const prefix = 'XX'

/** What a row of the register needs to be booked, and what follows from it in the ledger. */
export const offlineRules: RecordRules = {
  async prepare(step) {
    const { db, at, value, before } = step
    const month = text(value, 'budgetMonth') || text(value, 'expenseDate').slice(0, 7)
    await judge(step)
    await holdMonths(step, month)
    const currency = text(value, 'currencyType')
    const exchangeRate = await rates(db).find(currency, month)
    if (exchangeRate === undefined) throw refusedAt('offline.noRate', 'currencyType', { currency, month })
    const budgetDept = await budgetDepartmentOf(db, text(value, 'bearingDept'))
    if (budgetDept === undefined) throw refusedAt('offline.noBudget', 'bearingDept')
    await judgeRepeated(step, month)
    return {
      budgetMonth: month, budgetDept, exchangeRate, amountRmb: moneyText(inRmb(text(value, 'amount'), exchangeRate)!),
      businessNo: before?.['businessNo'] ?? (await drawNumber(db, prefix, todayOf(at))),
    }
  },
  settle: bookIt,
  remark: remarkOn,
}

/** What the row says must fit together. */
async function judge({ db, at, value }: RecordStep): Promise<void> {
  if (decimalOf(text(value, 'amount'))?.isZero() ?? true) throw refusedAt('offline.nothing', 'amount')
  if (text(value, 'expenseDate') > todayOf(at)) throw refusedAt('offline.future', 'expenseDate')
  await judgeCategory(db, value)
  const charge = { department: text(value, 'bearingDept'), costCenter: text(value, 'costCenter'), category: text(value, 'expenseCategory') }
  if ((await costCenters(db).unmapped([charge], text(value, 'expenseDate'))).length > 0) throw refusedAt('offline.notMapped', 'costCenter')
}

async function judgeCategory(db: Db, value: FormValue): Promise<void> {
  const category = await categories(db).find(text(value, 'expenseCategory'))
  if (!category?.enabled) throw refusedAt('offline.categoryOff', 'expenseCategory')
  if (category.projectRequired && text(value, 'project') === '') throw refusedAt('offline.projectRequired', 'project')
}

/** Neither the month that is booked nor the one that was may be closed. */
async function holdMonths({ db, at, before }: RecordStep, month: string): Promise<void> {
  await holdMonth(db, month, at)
  const old = before && text(before, 'budgetMonth')
  if (old !== undefined && old !== month) await holdMonth(db, old, at)
}

async function holdMonth(db: Db, month: string, at: Date): Promise<void> {
  await holdOpenMonth(db, month, at).catch((error: unknown) => {
    throw error instanceof Refused ? new Refused(error.code, error.parameters, [{ field: 'budgetMonth', code: error.code, parameters: error.parameters }]) : error
  })
}

/** The nearest department at or above this one that owns budgets. */
async function budgetDepartmentOf(db: Db, department: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sys_group as below')
    .innerJoin('sys_group as above', (join) => join.on(sql<boolean>`starts_with(below.path, above.path)`))
    .select('above.id')
    .where('below.id', '=', department)
    .where('above.has_budget_dept', '=', true)
    .where('above.del_flag', '=', 0)
    .orderBy('above.level', 'desc')
    .executeTakeFirst()
  return row?.id
}

const question = 'offline.exists'

/** The same again is a question to whoever enters it, and in a file, where nobody is asked, an error. */
async function judgeRepeated({ db, id, value, before, confirmed }: RecordStep, month: string): Promise<void> {
  const isSame = before && identity.every((key) => String(before[key]) === String(value[key])) && decimalOf(text(before, 'amount'))?.eq(text(value, 'amount'))
  if (isSame || confirmed.includes(question) || !(await isRepeated(db, { ...value, budgetMonth: month }, id))) return
  throw new Refused(question, {}, [{ field: 'voucherNo', code: question, level: 'confirm' }])
}

const identity = ['voucherNo', 'company', 'bearingDept', 'expenseCategory'] as const

async function isRepeated(db: Db, value: FormValue, id = ''): Promise<boolean> {
  const found = await db
    .selectFrom('offline_reimbursement')
    .select('id')
    .where('voucher_no', '=', text(value, 'voucherNo'))
    .where('company', '=', text(value, 'company'))
    .where('bearing_dept', '=', text(value, 'bearingDept'))
    .where('expense_category', '=', text(value, 'expenseCategory'))
    .where('amount', '=', text(value, 'amount'))
    .where(sql<boolean>`left(budget_month, 4) = ${text(value, 'budgetMonth').slice(0, 4)}`)
    .where('del_flag', '=', 0)
    .where('id', '<>', id)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

const refusedAt = (code: string, field: string, parameters = {}) => new Refused(code, parameters, [{ field, code, parameters }])

function text(value: FormValue, key: string): string {
  const found = value[key]
  return typeof found === 'string' ? found : ''
}
