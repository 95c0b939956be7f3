import { defineForm } from '#kernel/form.ts'
import { basics, budgeted, closing, settlement } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Purchase of expense items: approved, ordered at a final price, received, then claimed or paid. */
export const costBasedProcurement = defineForm({
  key: 'costBasedProcurement',
  cn: '费用类采购',
  en: 'Purchase request',
  short: { cn: '费用采购', en: 'Purchase' },
  path: '/cost-based-procurement',
  prefix: 'FC',
  group: 'expenseApplication',
  icon: 'shop',
  amount: 'totalAmountRmb',
  claimed: 'usedAmount',
  unclaimed: 'remainingAmount',
  followUps: [settlement],
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'demand', cn: '采购需求', en: 'Requirements' },
    { id: 'items', cn: '采购明细', en: 'Items' },
    { id: 'quotes', cn: '比价', en: 'Quotations' },
    budgeted,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['items.itemName', 'purpose'],
  columns: ['procurementType', 'needDate', 'urgency', 'totalAmountRmb', 'overBudget'],
  budget: {
    class: 'application',
    rows: 'items',
    department: 'bearingDept',
    category: 'expenseCategory',
    categoryCode: 'PROC',
    month: 'budgetMonth',
    amount: 'amountRmb',
    settled: 'settled',
  },
})
