import { defineForm } from '#kernel/form.ts'
import { changeItemStatus } from '#plugins/budgets/permissions.ts'
import { basics, budgeted, closing, paid, writtenOff } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Claim for everyday expenses paid by an employee or owed to a supplier. */
export const expenseReimbursement = defineForm({
  key: 'expenseReimbursement',
  cn: '费用报销',
  en: 'Expense claim',
  short: { cn: '费用报销', en: 'Expense' },
  path: '/reimbursement',
  prefix: 'BX',
  group: 'finance',
  icon: 'wallet',
  amount: 'totalAmountRmb',
  approved: 'approvedAmount',
  paidBy: ['accountant', 'cashier'],
  print: { cover: ['items.invoiceNo'] },
  sections: [
    basics,
    { id: 'links', cn: '关联申请', en: 'Linked requests' },
    { id: 'items', cn: '报销明细', en: 'Items' },
    budgeted,
    writtenOff,
    paid,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['items.expenseDetail'],
  columns: ['reimburseKind', 'totalAmountRmb', 'approvedAmount', 'netPayable', 'overBudget'],
  permissions: [changeItemStatus],
  budget: {
    class: 'spending',
    rows: 'items',
    department: 'bearingDept',
    category: 'expenseCategory',
    month: 'budgetMonth',
    amount: 'rmb(approvedAmount, header.exchangeRate)',
    offBudget: 'offBudgetStatus',
  },
})
