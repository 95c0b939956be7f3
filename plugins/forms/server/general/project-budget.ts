import { rowsAt } from '#kernel/evaluate/rows.ts'
import { decimalOf, roundMoney, sumMoney } from '#kernel/values/money.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { budgetDepartment } from '#approval/directory.ts'
import { judgeBudgets, overBudgetRow } from '#plugins/budgets/server/public-api.ts'

/**
 * The excess of a project's ceiling of costs over the year's budgets. It holds nothing of them: costs count when they
 * are claimed.
 */
export async function projectBudget({ db, value, directory, document }: DocumentStep): Promise<FormValue> {
  const bearing = typeof value['bearingDept'] === 'string' ? budgetDepartment(directory, value['bearingDept'])?.id : undefined
  if (bearing === undefined) return { budgetDept: null, overBudget: false, overBudgetInfo: [] }
  const rate = decimalOf(String(value['exchangeRate'] ?? '')) ?? sumMoney(['1'])
  const requested = rowsAt(value, 'costItems').flatMap((row) => {
    const [, year, month] = /^(\d{4})-(\d{2})/.exec(String(row['month'] ?? '')) ?? []
    const amount = decimalOf(String(row['amount'] ?? ''))
    const category = row['expenseCategory']
    if (year === undefined || !amount?.gt(0) || typeof category !== 'string') return []
    return [{ department: bearing, category, year: Number(year), month: Number(month), amount: roundMoney(amount.times(rate)) }]
  })
  const exceeded = (await judgeBudgets(db, requested, document.id)).filter(({ overYear }) => overYear)
  return { budgetDept: bearing, overBudget: exceeded.length > 0, overBudgetInfo: exceeded.map((line) => overBudgetRow(line, directory)) }
}
