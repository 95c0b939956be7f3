import { calculated, defineFields, money, override, table, text } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { inRmb } from '#plugins/forms/mixins/approved.ts'
import { fixedCategory } from '#plugins/forms/mixins/application.ts'
import { bearing, rowBearing } from '#plugins/forms/mixins/bearing.ts'
import { budget } from '#plugins/forms/mixins/budget.ts'
import { claimedAmount, fx } from '#plugins/forms/mixins/fx.ts'
import { header } from '#plugins/forms/mixins/header.ts'
import { invoice, invoiceGroup } from '#plugins/forms/mixins/invoice.ts'
import { payDate, payee } from '#plugins/forms/mixins/payee.ts'
import { writeOff } from '#plugins/forms/mixins/writeOff.ts'
import { analysis, complaint, product } from './quality.ts'

const accountant = ['accountantReview'] as const

const items = table({
  cn: '费用明细',
  en: 'Expense items',
  required: true,
  min: 1,
  max: 50,
  section: 'items',
  span: 4,
  columnGroups: [invoiceGroup],
  columns: {
    expenseCategory: expenseCategory({ cn: '费用类型', en: 'Expense category', required: true, trend: true, editAt: accountant,
      default: 'header.expenseCategory.id' }),
    expenseDetail: text({ cn: '费用明细', en: 'Expense detail', as: 'expensePurpose', required: true, max: 25, editAt: accountant }),
    ...rowBearing({ editAt: accountant }),
    amount: money({ cn: '申请金额', en: 'Requested', as: 'invoiceAmount', required: true, min: 0 }),
    approvedAmount: money({ cn: '核准金额', en: 'Approved', as: 'approvedAmount', required: true, min: 0, editAt: accountant,
      default: 'amount' }),
    amountRmb: inRmb('amount'),
    ...invoice,
  },
})

export const fields = defineFields({
  ...override(header({ cn: '质量索赔报销', en: 'Quality claim' }), { attachmentList: { cn: '其他附件', en: 'Other files' } }),
  ...complaint,
  ...override(bearing({ editAt: accountant }), {
    project: { required: undefined, visible: 'some i in items satisfies i.expenseCategory.projectRequired' },
  }),
  ...product,
  ...analysis,
  ...override(fx({ total: 'sum(items[amount != null].amount)', rmb: 'sum(items[amountRmb != null].amountRmb)' }), {
    totalAmount: { ...claimedAmount, trend: true },
  }),
  expenseCategory: fixedCategory,
  items,
  approvedAmount: calculated({
    cn: '核准金额',
    en: 'Approved amount',
    result: 'money',
    section: 'items',
    value: 'sum(items[approvedAmount != null].approvedAmount)',
  }),
  netLoss: calculated({
    cn: '公司净损失',
    en: 'Net loss',
    result: 'money',
    section: 'items',
    value: 'totalAmountRmb - (if supplierRecoverAmount = null then 0 else rmb(supplierRecoverAmount, exchangeRate))',
  }),
  ...override(budget('false'), { overdue: { value: undefined } }),
  ...payee('1'),
  ...writeOff,
  payDate,
})
