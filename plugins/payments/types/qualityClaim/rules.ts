import { defineRules, rule } from '#kernel/rules.ts'
import { approvedWithinAmount, bearingRules, budgetRules, fxRules, headerRules, invoiceRules, paidAfterFiling, payeeRules,
  writeOffRules } from '#plugins/forms/kit.ts'

const reviewed = ['start', 'qualityReview'] as const

/** Required data for tracing the product. */
const traced = defineRules([
  rule('ZS-01-status', { when: 'inspectionStatus = null', fields: ['inspectionStatus'], at: reviewed, cn: '检验状态不能为空',
    en: 'Inspection status is required' }),
  rule('ZS-01-order', { when: 'productionOrderNo = null', fields: ['productionOrderNo'], at: reviewed, cn: '生产工单号不能为空',
    en: 'Production order number is required' }),
  rule('ZS-01-date', { when: 'productionDate = null', fields: ['productionDate'], at: reviewed, cn: '日期不能为空',
    en: 'Date is required' }),
  rule('ZS-01-serial', { when: 'productionSerialNo = null', fields: ['productionSerialNo'], at: reviewed, cn: '生产序列号不能为空',
    en: 'Production serial number is required' }),
])

const quantities = defineRules([
  rule('ZS-02-issued', {
    when: 'qualifiedQty > shippedQty',
    fields: ['qualifiedQty'],
    at: reviewed,
    cn: '合格数量不能大于发料数量',
    en: 'The qualified quantity cannot exceed the issued quantity',
  }),
  rule('ZS-02-returned', {
    when: 'qualifiedQty > returnedQty',
    fields: ['qualifiedQty'],
    at: reviewed,
    cn: '合格数量不能大于退料数量',
    en: 'The qualified quantity cannot exceed the returned quantity',
  }),
  rule('ZS-08', { when: 'shippedQty <= 0', fields: ['shippedQty'], cn: '出货数量须大于0', en: 'The shipped quantity must be more than 0' }),
  rule('ZS-09', {
    when: 'defectQty <= 0 or defectQty > shippedQty',
    fields: ['defectQty'],
    at: reviewed,
    cn: '不良数量须大于0且不大于出货数量',
    en: 'The defective quantity must be more than 0 and no more than the shipped quantity',
  }),
  rule('ZS-10', { when: 'returnedQty > shippedQty', fields: ['returnedQty'], cn: '退货数量不能大于出货数量',
    en: 'The returned quantity cannot exceed the shipped quantity' }),
])

const own = defineRules([
  rule('ZS-03', {
    when: 'count(items) > 0 and totalAmount = 0',
    fields: ['totalAmount'],
    cn: '报销金额不能为0',
    en: 'The reimbursement amount cannot be 0',
  }),
  rule('ZS-03-row', {
    each: 'items',
    when: 'amount = 0',
    fields: ['amount'],
    cn: '报销明细金额不能为0',
    en: 'Each reimbursement item amount cannot be 0',
  }),
  rule('ZS-04', { when: 'count(items) = 0', fields: ['items'], cn: '请至少添加一条报销明细', en: 'Add at least one reimbursement item' }),
  rule('ZS-05', { when: 'totalAmount > claimAmount', fields: ['totalAmount'], cn: '报销金额不能大于索赔金额',
    en: 'The reimbursement is more than the customer’s claim' }),
  rule('ZS-06', {
    when: 'responsibleParty = "1" and supplierRecoverAmount = 0',
    fields: ['supplierRecoverAmount'],
    at: ['sqeReview'],
    cn: '供应商责任须填写追偿金额',
    en: 'The supplier is responsible: enter the amount to recover',
  }),
  rule('ZS-11', { when: 'complaintDate > today()', fields: ['complaintDate'], cn: '投诉日期不能晚于今天',
    en: 'The complaint date can’t be in the future' }),
  rule('ZS-12', {
    when: 'productionDate > complaintDate',
    fields: ['productionDate'],
    at: reviewed,
    cn: '生产日期不能晚于投诉日期',
    en: 'The production date can’t be after the complaint',
  }),
  rule('ZS-13', { when: 'claimAmount <= 0', fields: ['claimAmount'], cn: '索赔金额须大于0', en: 'The claimed amount must be more than 0' }),
  approvedWithinAmount('ZS-14', 'items'),
  paidAfterFiling('ZS-15'),
])

export const rules = [
  ...headerRules,
  ...fxRules,
  ...bearingRules({ rows: 'items', at: ['accountantReview'] }),
  ...traced,
  ...quantities,
  ...own,
  ...invoiceRules('items'),
  ...budgetRules,
  ...payeeRules,
  ...writeOffRules,
] as const
