import type { Feel } from '#kernel/fields.ts'
import type { FactSource, StatisticsPage } from '#kernel/statistics.ts'
import { addresses } from './addresses.ts'
import { amount, apportioned, approvedRmb, count, documents, ofDocuments, once, requestedRmb, share } from './measures.ts'

const bearing = { category: 'expenseCategory', costCenter: 'costCenter', project: 'project', currency: 'currencyType', invoice: 'invoiceType' } as const

/** The part of a row that is set against an advance. */
const writeOff = apportioned({ whole: 'header.writeOffTotalRmb', by: 'approvedAmount', total: 'header.approvedAmount' })

/** The document's lines over budget name the row's category: of its own department, where that keeps its own budget. */
const overBudget: Feel = `header.overBudget = true and (some line in header.overBudgetInfo satisfies line.exceeded > 0 and line.category.id = expenseCategory.id
  and (line.budgetDept.id = bearingDept.id or not(some other in header.overBudgetInfo satisfies other.category.id = expenseCategory.id and other.budgetDept.id = bearingDept.id)))`

/** Rows of a claim of this type. */
const claimed = (form: string): FactSource => ({
  form,
  rows: 'items',
  at: 'completion',
  department: 'bearingDept',
  dimensions: bearing,
  measures: { requested: requestedRmb, approved: approvedRmb, writeoff: writeOff, total: `${approvedRmb} - (${writeOff})`, items: '1', overBudget: once(overBudget) },
})

const expenses = claimed('expenseReimbursement')

/** Spending by department and category: claims as far as they were paid, and payments beside the approvals. */
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
    costCenter: { cn: '成本中心', en: 'Cost centre', of: { to: 'costCenter' } },
    project: { cn: '项目', en: 'Project', of: { to: 'project' } },
    invoice: { cn: '发票类型', en: 'Invoice type', of: { dict: 'invoiceType' } },
    currency: { cn: '币种', en: 'Currency', of: { to: 'currency' } },
    offBudget: { cn: '预算外', en: 'Off budget', of: { dict: 'offBudgetStatus' } },
  },
  measures: {
    documents,
    items: count('明细数', 'Items'),
    requested: amount('申请金额', 'Requested'),
    approved: amount('核准金额', 'Approved'),
    cut: amount('核减金额', 'Cut', { of: 'requested - approved' }),
    writeoff: amount('冲销金额', 'Offset'),
    paid: amount('支付金额', 'Paid', { of: 'approved - writeoff' }),
    offline: amount('线下报销', 'Offline'),
    total: amount('合计', 'Total'),
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
