import { defineForm } from '#kernel/form.ts'
import { changeItemStatus } from '#plugins/budgets/permissions.ts'
import { costTables } from './cost-fields.ts'
import { basics, budgeted, closing, paid, writtenOff } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Claim for an approved trip: fares, hotels, allowances and other costs of all travellers. */
export const travelReimbursement = defineForm({
  key: 'travelReimbursement',
  cn: '差旅费报销',
  en: 'Travel expense claim',
  short: { cn: '差旅报销', en: 'Travel expense' },
  path: '/evection-apply',
  prefix: 'CL',
  group: 'finance',
  icon: 'reconciliation',
  amount: 'totalAmountRmb',
  approved: 'approvedAmount',
  paidBy: ['accountant', 'cashier'],
  print: { cover: ['transportRows.invoiceNo', 'hotelRows.invoiceNo', 'otherRows.invoiceNo'] },
  sections: [
    basics,
    { id: 'trips', cn: '出差与行程', en: 'Trips and itinerary' },
    { id: 'costs', cn: '费用', en: 'Costs' },
    { id: 'items', cn: '合计', en: 'Totals' },
    budgeted,
    writtenOff,
    paid,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: [{ from: 'tripRows.startCity', to: 'tripRows.endCity' }, { from: 'tripRows.startTime', to: 'tripRows.endTime' }],
  columns: ['totalTripDays', 'totalAmountRmb', 'approvedAmount', 'netPayable', 'overBudget', 'overStandard'],
  permissions: [changeItemStatus],
  budget: {
    class: 'spending',
    rows: costTables,
    department: 'bearingDept',
    category: 'expenseCategory',
    categoryCode: 'TRAVEL',
    month: 'budgetMonth',
    amount: 'rmb(approvedAmount, header.exchangeRate)',
    offBudget: 'offBudgetStatus',
  },
})
