import type { cn } from './cn.ts'

export const en = {
  title: 'Finance overview',
  attention: 'Needs attention',
  nothing: 'Nothing needs attention',
  budgets: 'Budgets and expenses',
  money: 'Currencies and rates',
  centres: 'Cost centres and projects',
  more: 'More',
  'about:/annual-budget-management': 'Monthly budgets by department and category, with what is in use',
  'about:/offline-reimbursement': 'Expenses paid outside approval, counted against the budget when saved',
  'about:/expenseType-department': 'Categories with accounts, days to claim and required requests',
  'about:/currency-department': 'Currencies that documents may use, and where',
  'about:/exchange-management': 'Monthly rates to RMB, locked once used',
  'about:/costCenter-management': 'Cost centres with their managers and SAP codes',
  'about:/department-costcenter': 'Which departments may charge which centres, and when',
  'about:/project-management': 'Progress, managers and what projects have spent',
  'about:/project-department': 'Expense projects and who may use them',
  'about:/dev-project': 'R&D projects and their SAP projects',
} as const satisfies Record<keyof typeof cn, string>
