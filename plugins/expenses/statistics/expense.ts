import type { Feel } from '#kernel/fields.ts'
import type { FactSource, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { addresses } from './addresses.ts'
import { amount, apportioned, approvedRmb, count, documents, ofDocuments, once, requestedRmb, share } from '#plugins/statistics/measures.ts'

const bearing = { category: 'expenseCategory', costCenter: 'costCenter', project: 'project', currency: 'currencyType',
  invoice: 'invoiceType' } as const

/** Share of a row in the write-off of an advance. */
const writeOff = apportioned({ whole: 'header.writeOffTotalRmb', by: 'approvedAmount', total: 'header.approvedAmount' })

/** Condition that the row's category is over budget: in its own department if that owns the budget, else in another line. */
const overBudget: Feel = `header.overBudget = true and (some line in header.overBudgetInfo satisfies line.exceeded > 0 ` +
  `and line.category.id = expenseCategory.id\n  ` +
  `and (line.budgetDept.id = bearingDept.id or ` +
  `not(some other in header.overBudgetInfo satisfies other.category.id = expenseCategory.id and other.budgetDept.id = bearingDept.id)))`

/** Fact source for rows of claims of a form. */
const claimed = (form: string): FactSource => ({
  form,
  rows: 'items',
  at: 'completion',
  department: 'bearingDept',
  dimensions: bearing,
  measures: { requested: requestedRmb, approved: approvedRmb, writeoff: writeOff, total: `${approvedRmb} - (${writeOff})`, items: '1',
    overBudget: once(overBudget) },
})

const expenses = claimed('expenseReimbursement')

/** Expense statistics by department and category: claims and payments as far as paid, and offline reimbursements. */
export const expense: StatisticsPage = {
  ...addresses.expense,
  topic: 'spending',
  ...ofDocuments,
  plan: 'approved',
  facts: [
    {
      ...expenses,
      dimensions: { ...bearing, offBudget: 'offBudgetStatus' },
      measures: { ...expenses.measures, overdue: once('overdueDays > 0'), offBudget: once('offBudgetStatus = "1"') },
    },
    claimed('qualityClaim'),
  ],
  dimensions: {
    category: { cn: '费用类型', en: 'Category', of: { to: 'expenseCategory' } },
    costCenter: { cn: '成本中心', en: 'Cost centre', of: { to: 'costCenter' }, offersOccurring: true },
    project: { cn: '项目', en: 'Project', of: { to: 'project' } },
    invoice: { cn: '发票类型', en: 'Invoice type', of: { dict: 'invoiceType' } },
    currency: { cn: '币种', en: 'Currency', of: { to: 'currency' } },
    offBudget: { cn: '预算外', en: 'Off budget', of: { dict: 'offBudgetStatus' } },
  },
  measures: {
    documents: { ...documents, cn: '单据及登记', en: 'Claims and entries',
      hint: { cn: '每张报销单、每笔登记的线下报销各计一次，即使有多行或多个部门；合计可能小于各行之和',
        en: 'Each claim, and each offline claim entered, counts once, however many items or departments it has, so the total may be less ' +
          'than the sum of the rows' } },
    items: count('明细数', 'Items'),
    requested: amount('申请金额', 'Requested'),
    approved: amount('核准金额', 'Approved', {
      hint: { cn: '已完成的报销单核准的金额，按单据汇率折算为人民币，计入完成日',
        en: 'Approved on completed claims, in RMB at each claim’s rate, on the day of completion' },
    }),
    cut: amount('核减金额', 'Cut', { of: 'requested - approved',
      hint: { cn: '已完成的报销单的申请金额减去核准金额', en: 'Requested less approved on completed claims' } }),
    writeoff: amount('冲销金额', 'Offset', {
      hint: { cn: '报销单中冲销的预支，按核准金额分摊到各行',
        en: 'Advances set against claims, shared among the items by their approved amounts' },
    }),
    paid: amount('支付金额', 'Paid', { of: 'approved - writeoff' }),
    offline: amount('线下报销', 'Offline', {
      hint: { cn: '登记的线下报销金额，计入归属月份', en: 'Amounts entered as offline claims, in their budget month' },
    }),
    total: amount('合计', 'Total', {
      hint: { cn: '核准金额减去冲销的预支，加上线下报销；预支在付款时已经付出，不重复计入',
        en: 'Approved, less advances offset, plus offline claims. Advances were paid out before, so they are taken off' },
    }),
    share: share('total'),
    overdue: count('逾期明细', 'Overdue items', { isBad: true }),
    overBudget: count('超预算明细', 'Over-budget items', { isBad: true }),
    offBudget: count('预算外明细', 'Off-budget items', { isBad: true }),
  },
  groupBy: ['department', 'category'],
  headline: ['total', 'approved', 'offline', 'cut', 'documents'],
  charts: [
    { kind: 'columns', cn: '按月份与费用类型', en: 'By month and category', measure: 'total', by: 'category' },
    { kind: 'ranking', cn: '按承担部门', en: 'By bearing department', measure: 'total', by: 'department' },
    { kind: 'share', cn: '费用类型占比', en: 'Breakdown by category', measure: 'total', by: 'category' },
    { kind: 'heat', cn: '部门与费用类型', en: 'Departments and categories', measure: 'total', by: 'department', across: 'category' },
  ],
  filters: ['category', 'costCenter', 'project', 'invoice', 'currency', 'offBudget', 'person'],
}
