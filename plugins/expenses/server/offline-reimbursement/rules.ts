import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import { type FieldProblem, type Parameters, Refused } from '#kernel/errors.ts'
import { decimalOf, inRmb, moneyText, sumMoney } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { bilingual } from '#kernel/wording/names.ts'
import type { Db } from '#server/database/tables.ts'
import { drawNumber } from '#server/documents/store/numbers.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { budgetLedger, holdOpenMonth, judgeBudgets, spending } from '#plugins/budgets/server/public-api.ts'
import { costCenters } from '#plugins/cost-centres/server/public-api.ts'
import { rates } from '#plugins/currencies/server/public-api.ts'
import { categories } from '#plugins/expense-types/server/public-api.ts'
import { projectCharges } from '#plugins/projects/server/public-api.ts'
import './tables.ts'
import { offlineReimbursement } from '../../offline-reimbursement/offline-reimbursement.ts'
import { countOffline } from './counting.ts'

/** Row id in the ledger: each register row has one ledger row. */
const row = 'register'

/**
 * Reconciles ledger, project charges and statistics with a row of the register: posts the difference, or reverses everything if deleted.
 * @throws Refused if the month of a deleted row is closed
 */
async function bookIt({ db, id, value, by, at }: RecordStep, change: 'written' | 'deleted'): Promise<void> {
  if (change === 'deleted') await holdOpenMonth(db, String(value['budgetMonth']), at)
  const ledger = budgetLedger(db)
  const movements = spending(change === 'deleted' ? [] : [demandOf(value)], await ledger.balances(id))
  // the charges of a deleted row are kept: its reversed spending makes them add up to zero
  if (change === 'written') await projectCharges(db).keep(id, chargesOf(value))
  await countOffline(db, { id, value, at }, change)
  await ledger.post(movements, {
    document: id,
    type: offlineReimbursement.name,
    round: 1,
    operator: by,
    at,
    number: String(value['businessNo']),
    corrects: true,
    currency: String(value['currencyType']),
    rate: String(value['exchangeRate']),
  })
}

const chargesOf = ({ project }: FormValue) => (typeof project === 'string' && project !== '' ? [{ row, project }] : [])

/** Budget demand of a row; negative amounts are refunds. */
function demandOf(value: FormValue) {
  const [year = 0, month = 0] = String(value['budgetMonth']).split('-').map(Number)
  return { row, department: String(value['budgetDept']), category: String(value['expenseCategory']), year, month,
    amount: sumMoney([String(value['amountRmb'])]) }
}

/** Remark after saving a row that exceeds its budget; not refused, since the money was already paid. */
async function remarkOn({ db, id, value }: RecordStep): Promise<{ code: string; parameters: Parameters } | undefined> {
  const demand = demandOf(value)
  const [line] = await judgeBudgets(db, [demand], id)
  if (!line || demand.amount.lte(0) || !(line.exceeded.gt(0) || line.overYear)) return undefined
  const budget = await namesOf(db, demand)
  if (line.exceeded.gt(0))
    return { code: 'offline.overBudget', parameters: { ...budget, month: String(value['budgetMonth']), amount: moneyText(line.exceeded) } }
  return { code: 'offline.overYear', parameters: { ...budget, year: demand.year } }
}

async function namesOf(db: Db, { department, category }: { department: string; category: string }): Promise<Parameters> {
  const unit = await db.selectFrom('sys_group').select('name').where('id', '=', department).executeTakeFirst()
  const type = await db.selectFrom('expense_category').select(['name_cn', 'name_en']).where('id', '=', category).executeTakeFirst()
  return { department: unit?.name ?? '', category: type ? bilingual({ cn: type.name_cn, en: type.name_en }) : '' }
}

const prefix = 'XX'

/** Rules of the register's rows, including their posting to the ledger. */
export const offlineRules: RecordRules = {
  async prepare(step) {
    const { db, at, value, before } = step
    const month = text(value, 'budgetMonth') || text(value, 'expenseDate').slice(0, 7)
    const exchangeRate = await rateOf(db, value, month)
    const budgetDept = await budgetDepartmentOf(db, text(value, 'bearingDept'))
    const problems = [...(await contradictions(step)), ...(await closedMonths(step, month)),
      ...unbooked(value, { month, exchangeRate, budgetDept })]
    if (problems[0]) throw new Refused(problems[0].code, problems[0].parameters, problems)
    await judgeRepeated(step, month)
    return {
      budgetMonth: month,
      budgetDept,
      exchangeRate,
      amountRmb: moneyText(inRmb(text(value, 'amount'), exchangeRate!)!),
      businessNo: before?.['businessNo'] ?? (await drawNumber(db, prefix, todayOf(at))),
    }
  },
  afterWrite: bookIt,
  remark: remarkOn,
}

const rateOf = async (db: Db, value: FormValue,
  month: string) => (month === '' ? undefined : rates(db).find(text(value, 'currencyType'), month))

/** Problems of values that are inconsistent with each other. */
async function contradictions({ db, at, value }: RecordStep): Promise<FieldProblem[]> {
  const category = await categories(db).find(text(value, 'expenseCategory'))
  const charge = { department: text(value, 'bearingDept'), costCenter: text(value, 'costCenter'), category: text(value, 'expenseCategory') }
  const isWhole = Object.values(charge).every((part) => part !== '') && text(value, 'expenseDate') !== ''
  return [
    ...problemIf(decimalOf(text(value, 'amount'))?.isZero() ?? true, 'offline.nothing', 'amount'),
    ...problemIf(text(value, 'expenseDate') > todayOf(at), 'offline.future', 'expenseDate'),
    ...problemIf(!category?.enabled, 'offline.categoryOff', 'expenseCategory'),
    ...problemIf(category?.projectRequired === true && text(value, 'project') === '', 'offline.projectRequired', 'project'),
    ...problemIf(isWhole && (await costCenters(db).unmapped([charge], text(value, 'expenseDate'))).length > 0, 'offline.notMapped',
      'costCenter'),
  ]
}

interface Booking {
  readonly month: string
  readonly exchangeRate: string | undefined
  readonly budgetDept: string | undefined
}

/** Problems if the rate or the budget for booking is missing. */
const unbooked = (value: FormValue, { month, exchangeRate, budgetDept }: Booking): FieldProblem[] => [
  ...problemIf(month !== '' && exchangeRate === undefined, 'offline.noRate', 'currencyType', { currency: text(value, 'currencyType'),
    month }),
  ...problemIf(budgetDept === undefined, 'offline.noBudget', 'bearingDept'),
]

/** Problems if the new or the previous month is closed; locks both against closing. */
async function closedMonths({ db, at, before }: RecordStep, month: string): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  for (const each of new Set([month, before ? text(before, 'budgetMonth') : month])) {
    if (each === '') continue
    await holdOpenMonth(db, each, at).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error
      problems.push({ field: 'budgetMonth', code: error.code, parameters: error.parameters })
    })
  }
  return problems
}

/** The nearest department at or above one that owns budgets. */
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

/** Refuses a duplicate row; it can be confirmed when entered manually, but not in an import. */
async function judgeRepeated({ db, id, value, before, confirmed }: RecordStep, month: string): Promise<void> {
  const isSame = before && identity.every((key) => String(before[key]) === String(value[key])) &&
    decimalOf(text(before, 'amount'))?.eq(text(value, 'amount'))
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

const problemIf = (isBroken: boolean, code: string, field: string,
  parameters: Parameters = {}): FieldProblem[] => (isBroken ? [{ field, code, parameters }] : [])

function text(value: FormValue, key: string): string {
  const found = value[key]
  return typeof found === 'string' ? found : ''
}
