import { calculated, date, daterange, defineFields, money, number, percent, select, table, text, textarea, toggle } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { supplier } from '#plugins/masters/references.ts'
import { contract } from '#plugins/forms/references.ts'
import { bearingOfApplication, budget, fx, header, inRmb, quotes, rowBearing, settling } from '#plugins/forms/kit.ts'

const accountant = ['accountantReview'] as const
const purchasing = ['procurementReview'] as const

const service = defineFields({
  serviceFeeType: select({ cn: '服务类型', en: 'Service type', required: true, trend: true, dict: 'serviceFeeType', section: 'service' }),
  serviceName: text({ cn: '服务名称', en: 'Service name', required: true, max: 30, section: 'service', span: 2 }),
  expenseCategory: expenseCategory({
    cn: '费用类型',
    en: 'Expense category',
    required: true,
    trend: true,
    editAt: accountant,
    section: 'service',
    filter: 'option.requiresLink = "serviceFeeApply"',
  }),
  servicePeriod: daterange({ cn: '服务期间', en: 'Service period', required: true, section: 'service' }),
  isNewSupplier: toggle({ cn: '新服务商', en: 'New provider', editAt: purchasing, section: 'service' }),
  supplier: supplier({ cn: '服务商', en: 'Service provider', required: 'isNewSupplier != true', editAt: purchasing, section: 'service' }),
  supplierName: text({ cn: '服务商名称', en: 'Provider name', required: 'isNewSupplier = true', max: 100, editAt: purchasing,
    section: 'service', span: 2 }),
  contractLink: contract({ cn: '关联合同', en: 'Contract', required: 'totalAmountRmb > 20000', editAt: purchasing, section: 'service' }),
  reason: textarea({ cn: '申请事由', en: 'Reason', required: true, min: 10, max: 1000, section: 'service', span: 4 }),
})

const items = table({
  cn: '服务费明细',
  en: 'Service fee items',
  required: true,
  max: 50,
  section: 'items',
  span: 4,
  columns: {
    expenseDetail: text({ cn: '费用明细', en: 'Expense detail', required: true, max: 25 }),
    quantity: number({ cn: '数量', en: 'Quantity', required: true, min: 0, precision: 2, default: '1' }),
    unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', default: '"item"' }),
    unitPrice: money({ cn: '单价', en: 'Unit price', each: true, required: true, min: 0 }),
    amount: calculated({ cn: '金额', en: 'Amount', result: 'money', value: 'quantity * unitPrice' }),
    amountRmb: inRmb('quantity * unitPrice'),
    taxRate: percent({ cn: '税率', en: 'Tax rate', min: 0, max: 13, editAt: accountant, default: '6' }),
    ...rowBearing({ editAt: accountant }),
  },
})

const payment = defineFields({
  paymentPlan: table({
    cn: '付款计划',
    en: 'Payment plan',
    required: 'totalAmountRmb > 20000',
    max: 20,
    section: 'plan',
    span: 4,
    columns: {
      // a rule refuses 0 % and fractions, and a total other than 100 %
      percent: number({ cn: '比例（%）', en: 'Percent', required: true, min: 0, max: 100, precision: 2,
        default: 'if count(header.paymentPlan) <= 1 then 100 else null' }),
      planDate: date({ cn: '计划日期', en: 'Planned date', required: true }),
      condition: text({ cn: '付款条件', en: 'Condition', max: 100 }),
    },
  }),
  acceptanceStandard: textarea({ cn: '验收标准', en: 'Acceptance criteria', max: 500, section: 'plan', span: 4 }),
  usedAmount: calculated({ cn: '已用', en: 'Used', result: 'money', visible: 'usedAmount != null', system: true, section: 'plan' }),
  remainingAmount: calculated({ cn: '剩余', en: 'Remaining', result: 'money', visible: 'remainingAmount != null', system: true,
    section: 'plan' }),
})

export const fields = defineFields({
  ...header({ cn: '服务费申请', en: 'Service fee request' }),
  ...bearingOfApplication('servicePeriod.start', accountant),
  ...service,
  ...fx({ total: 'sum(items[amount != null].amount)', rmb: 'sum(items[amountRmb != null].amountRmb)' }),
  items,
  ...quotes(10_000, purchasing),
  notLowestReason: text({
    cn: '未选最低价说明',
    en: 'Why not the lowest quotation',
    max: 200,
    editAt: purchasing,
    section: 'quotes',
    span: 4,
    required: 'some q in quotes satisfies q.selected = true and q.amount > min(quotes[amount != null].amount)',
  }),
  ...payment,
  ...settling('plan'),
  ...budget('false'),
})
