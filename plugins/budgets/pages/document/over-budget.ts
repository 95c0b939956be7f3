import { keyAs } from '#kernel/fields/roles.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { decimalOf, sumMoney } from '#kernel/values/money.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { definePartText } from '#fields/text.ts'

/** A budget that the document exceeds, or one that was not planned. */
export interface OverBudgetRow {
  readonly rowId: string
  readonly budgetDept: string
  readonly category: string
  readonly month: string
  /** The reader may see the figures; others only see the budget and the requested amount. */
  readonly hasFigures: boolean
  /** The year's control blocks exceeding this budget. */
  readonly isBlocked: boolean
  /** No budget is planned, so there is nothing to exceed. */
  readonly isUnplanned: boolean
  /** Amounts in RMB as decimal text; absent without a budget. */
  readonly budget: string | undefined
  readonly used: string
  readonly spent: string
  readonly thisAmount: string | undefined
  readonly exceeded: string | undefined
}

/** Reads exceeded and missing budgets from a form's value. */
export const overBudgetRows = ({ fields }: Form, value: FormValue): readonly OverBudgetRow[] =>
  rowsAt(value, keyAs(fields, 'overBudgetRows') ?? '').map((row, index) => ({
    rowId: text(row['rowId']) ?? String(index),
    budgetDept: text(row['budgetDept']) ?? '',
    category: text(row['category']) ?? '',
    month: text(row['month']) ?? '',
    hasFigures: text(row['exceeded']) !== undefined,
    isBlocked: row['warnLevel'] === 'blocked',
    isUnplanned: row['warnLevel'] === 'none',
    budget: text(row['budget']),
    spent: text(row['spent']) ?? '0',
    used: sumMoney([text(row['spent']), text(row['occupied'])]).toFixed(2),
    thisAmount: text(row['thisAmount']),
    exceeded: text(row['exceeded']),
  }))

/** Segments of the usage bar in percent: spent and occupied, capped at 100 in total. */
export function barOf({ budget, spent }: Pick<OverBudgetRow, 'budget' | 'spent'>): { spent: number; occupied: number } {
  const whole = decimalOf(budget)
  if (!whole || whole.lte(0)) return { spent: 0, occupied: 100 }
  const share = (amount: string) => Math.min(100, Math.max(0, decimalOf(amount)?.div(whole).times(100).toNumber() ?? 0))
  return { spent: share(spent), occupied: Math.max(0, 100 - share(spent)) }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

export const useDocumentText = definePartText({
  cn: {
    overBudget: '超预算',
    within: '预算内',
    budget: '预算',
    noBudget: '未设预算',
    usedOccupied: '已用 + 占用',
    thisTime: '本次',
    exceeded: '超出',
    released: '将释放预算 {amount}',
    judgedAtFiling: '按提交时的预算判断，之后可能有变化',
    blocked: '该年度预算不可超出，不能提交',
    explanationBy: '— {name}',
    offBudget: '预算内外调整',
    offBudgetNote: '转为预算外的明细将退回已占用的预算',
    offBudgetRow: '第 {n} 行预算外',
    offBudgetDone: '提交成功',
    offBudgetFailed: '提交失败',
    offBudgetSave: '保存',
  },
  en: {
    overBudget: 'Over budget',
    within: 'Within budget',
    budget: 'Budget',
    noBudget: 'No budget set',
    usedOccupied: 'Used + occupied',
    thisTime: 'This request',
    exceeded: 'Over by',
    released: 'This releases {amount} of budget',
    judgedAtFiling: 'Judged by the budget at submission, which may have changed since',
    blocked: 'This year’s budget can’t be exceeded, so this can’t be submitted',
    explanationBy: '— {name}',
    offBudget: 'Off-budget items',
    offBudgetNote: 'Items moved off budget release the budget they have used',
    offBudgetRow: 'Row {n} off budget',
    offBudgetDone: 'Submitted successfully',
    offBudgetFailed: 'Submission failed',
    offBudgetSave: 'Save',
  },
})
