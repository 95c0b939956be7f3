import type { FactSource, StatisticsPage } from '#kernel/statistics.ts'
import { addresses } from './addresses.ts'
import { amount, approvedRmb, count, documents, once, requestedRmb } from './measures.ts'

const bearing = { category: 'expenseCategory', costCenter: 'costCenter', project: 'project', currency: 'currencyType' } as const

/** Rows of a claim of this type. */
const claimed = (form: string): FactSource => ({
  form,
  rows: 'items',
  at: 'completion',
  department: 'bearingDept',
  dimensions: bearing,
  measures: { requested: requestedRmb, approved: approvedRmb, items: '1' },
})

const expenses = claimed('expenseReimbursement')

/** What each department spent on which category. */
export const expense: StatisticsPage = {
  ...addresses.expense,
  topic: 'spending',
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
    currency: { cn: '币种', en: 'Currency', of: { to: 'currency' } },
    offBudget: { cn: '预算外', en: 'Off budget', of: { dict: 'offBudgetStatus' } },
  },
  measures: {
    documents,
    items: count('明细数', 'Items'),
    requested: amount('申请金额', 'Requested'),
    approved: amount('核准金额', 'Approved'),
    cut: amount('核减金额', 'Cut', { of: 'requested - approved' }),
    overdue: count('逾期明细', 'Overdue items', { isBad: true }),
    offBudget: count('预算外明细', 'Off-budget items', { isBad: true }),
  },
  groupBy: ['department', 'category'],
  headline: ['approved', 'requested', 'cut', 'documents', 'overdue'],
  charts: [
    { kind: 'columns', cn: '按月份与费用类型', en: 'By month and category', measure: 'approved', by: 'category' },
    { kind: 'ranking', cn: '按承担部门', en: 'By bearing department', measure: 'approved', by: 'department' },
    { kind: 'share', cn: '费用类型占比', en: 'Shares of categories', measure: 'approved', by: 'category' },
    { kind: 'heat', cn: '部门与费用类型', en: 'Departments by category', measure: 'approved', by: 'department', across: 'category' },
  ],
  filters: ['category', 'costCenter', 'project', 'currency', 'offBudget'],
}
