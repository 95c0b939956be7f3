import type { cn } from './cn.ts'

export const en = {
  title: 'Finance overview',
  attention: 'Needs attention',
  nothing: 'Nothing needs attention',
  budgets: 'Budgets and expenses',
  money: 'Currencies and rates',
  centres: 'Cost centres and projects',
  more: 'More',
  'about:/annual-budget-management': 'Twelve months for each department and category, and what is in use',
  'about:/offline-reimbursement': 'What was paid beside the approvals, counted on saving',
  'about:/expenseType-department': 'Categories, accounts, overdue days and required links',
  'about:/currency-department': 'Currencies that documents may use, and where',
  'about:/exchange-management': 'Monthly rates to RMB, locked once used',
  'about:/costCenter-management': 'Cost centres, who answers for them, SAP codes',
  'about:/department-costcenter': 'Which departments may charge which centres, and when',
  'about:/project-management': 'Progress, managers and what projects have spent',
  'about:/project-department': 'Expense projects and who may use them',
  'about:/dev-project': 'R&D projects and their SAP projects',
} as const satisfies Record<keyof typeof cn, string>
