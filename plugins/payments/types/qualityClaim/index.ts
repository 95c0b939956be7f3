import { defineForm } from '#kernel/form.ts'
import { budgeted, closing, paid, writtenOff } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Reimbursement of the costs of a customer complaint, with product, cause and responsible people. */
export const qualityClaim = defineForm({
  key: 'qualityClaim',
  cn: '质量索赔报销',
  en: 'Quality claim',
  short: { cn: '质量索赔', en: 'Quality claim' },
  path: '/quality-claim',
  prefix: 'ZS',
  group: 'quality',
  icon: 'safety-certificate',
  amount: 'totalAmountRmb',
  approved: 'approvedAmount',
  paidBy: ['accountant', 'cashier'],
  print: { cover: ['items.invoiceNo'] },
  sections: [
    { id: 'basics', cn: '索赔信息', en: 'Claim' },
    { id: 'product', cn: '产品与数量', en: 'Product and quantities' },
    { id: 'analysis', cn: '不良与责任', en: 'Defect and responsibility' },
    { id: 'items', cn: '费用明细', en: 'Items' },
    budgeted,
    writtenOff,
    paid,
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['productModel', 'defectDescription'],
  columns: ['customer', 'claimNo', 'responsibleParty', 'totalAmountRmb', 'netLoss', 'claimResult'],
  budget: {
    class: 'spending',
    rows: 'items',
    department: 'bearingDept',
    category: 'expenseCategory',
    categoryCode: 'QUALITY',
    month: 'budgetMonth',
    amount: 'rmb(approvedAmount, header.exchangeRate)',
  },
})
