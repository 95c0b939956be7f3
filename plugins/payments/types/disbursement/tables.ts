import { attachment, calculated, date, datetime, defineFields, department, money, number, override, person, select, table, text,
  toggle } from '#kernel/fields.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { project } from '#plugins/projects/references.ts'
import { inRmb, invoice } from '#plugins/forms/kit.ts'

const accountant = ['accountantReview'] as const

/** Payment kinds whose rows are charged as costs; the others are advances, charged by a later claim. */
export const charged = '("3","4","5","7","9")'
const bearsCost = `header.disburseKind in ${charged}`

/** Condition of rows whose invoice comes with the payment. */
const proven = 'header.invoiced and not(invoiceLater = true)'

/** The row's linked document among the header's links. */
const linked = 'concatenate(header.serviceFeeLinks, header.procurementLinks)[businessNo = linkNo][1]'

/** Amount already paid by other documents; 0 if null. */
export const paid = '(if paidAmount = null then 0 else paidAmount)'

/** Nodes at which invoices are entered; promised invoices follow at `invoices`. */
const entered = ['accountantReview', 'invoices'] as const

/** Invoice columns, required only where the invoice comes with the payment. */
const invoiceColumns = override(invoice, {
  invoiceType: { required: proven, editAt: entered },
  invoiceTitle: { required: `${proven} and invoiceType != "4"`, editAt: entered },
  invoiceNo: { required: `${proven} and invoiceType != "4"`, editAt: entered },
  invoiceDate: { required: `${proven} and invoiceType != "4"`, editAt: entered },
  invoiceKind: { required: `${proven} and invoiceType != "4"`, editAt: entered },
  taxRate: { required: `${proven} and invoiceKind in ("1","5","6")`, editAt: entered },
  taxAmount: {
    visible: proven,
    editAt: entered,
    default: 'if expenseCategory.deductible and taxRate != null then decimal(thisPayAmount / (100 + taxRate) * taxRate, 2) else 0',
  },
  noInvoiceReason: { required: `${proven} and invoiceType = "4"`, editAt: entered },
  invoiceFiles: { required: `${proven} and invoiceType in ("1","3")`, editAt: entered },
})

export const items = table({
  cn: '付款明细',
  en: 'Payment items',
  required: true,
  min: 1,
  max: 100,
  section: 'items',
  span: 4,
  columns: {
    expenseDetail: text({ cn: '费用明细', en: 'Expense detail', required: true, max: 25, editAt: accountant }),
    linkNo: select({
      cn: '关联单号',
      en: 'Linked document',
      required: 'header.disburseKind in ("4","5")',
      optionsFrom: ['serviceFeeLinks', 'procurementLinks'],
      default: 'if count(header.serviceFeeLinks) + count(header.procurementLinks) = 1 ' +
        'then concatenate(header.serviceFeeLinks, header.procurementLinks)[1].businessNo else null',
    }),
    expenseCategory: expenseCategory({ cn: '费用类型', en: 'Expense category', required: bearsCost, trend: true, editAt: accountant }),
    bearingDept: department({
      cn: '费用承担部门',
      en: 'Bearing department',
      as: 'bearingDepartment',
      required: bearsCost,
      trend: true,
      editAt: accountant,
      filter: 'option.hasBudgetDept = true',
      default: 'header.bearingDept.id',
    }),
    costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: bearsCost, editAt: accountant, default: 'header.costCenter.id' }),
    project: project({ cn: '项目', en: 'Project', required: `${bearsCost} and expenseCategory.projectRequired`, editAt: accountant,
      default: 'header.project.id' }),
    subtotal: money({ cn: '应付小计', en: 'Subtotal', required: true,
      default: `if header.disburseKind = "3" then header.termAmount else if linkNo = null then null ` +
        `else decimal(${linked}.amount / header.exchangeRate, 2)` }),
    paidAmount: calculated({
      cn: '已付金额',
      en: 'Already paid',
      result: 'money',
      visible: 'header.disburseKind in ("3","4","5")',
      value: `if header.disburseKind = "3" and header.termAmount != null then header.termUsed else if linkNo = null then 0 ` +
        `else decimal((${linked}.amount - ${linked}.remaining) / header.exchangeRate, 2)`,
    }),
    requestedAmount: money({ cn: '申请付款金额', en: 'Requested', system: true, readOnly: true, visible: 'requestedAmount != null' }),
    thisPayAmount: money({ cn: '本次付款金额', en: 'Paid this time', as: 'invoiceAmount', required: true, trend: true, editAt: accountant,
      default: `subtotal - ${paid}` }),
    payRatio: calculated({
      cn: '付款比例（%）',
      en: 'Share (%)',
      result: 'number',
      precision: 2,
      value: 'if subtotal = null or subtotal = 0 or thisPayAmount = null then null else decimal(thisPayAmount / subtotal * 100, 2)',
    }),
    amountRmb: inRmb('thisPayAmount'),
    // stored for statistics, which read the payment only
    underContract: calculated({ cn: '合同', en: 'Contract', result: 'text', visible: 'false',
      value: 'header.serviceFeeLinks[businessNo = linkNo][1].contractLink' }),
    invoiceLater: toggle({ cn: '发票后补', en: 'Invoice to follow', visible: 'header.invoiced', editAt: entered }),
    invoiceDueDate: date({ cn: '发票补交日期', en: 'Invoice due by', required: 'invoiceLater = true', editAt: accountant }),
    ...invoiceColumns,
  },
})

const isAdvance = 'disburseKind in ("1","2")'
const isRequested = 'repaymentAsked = true'
const at = { atNode: 'repayment', section: 'repayment' } as const

/**
 * Cash repayments of an advance. Entries are immutable; a wrong one is cancelled by a reversal. The input fields take the next entry and
 * are cleared afterwards.
 */
export const repaymentFields = defineFields({
  repayments: table({
    cn: '还款记录',
    en: 'Repayments',
    system: true,
    readOnly: true,
    section: 'repayment',
    span: 4,
    visible: `${isAdvance} and count(repayments) > 0`,
    columns: {
      entryNo: number({ cn: '序号', en: 'No.' }),
      paidOn: date({ cn: '还款日期', en: 'Repaid on', required: true, system: true }),
      amount: money({ cn: '还款金额', en: 'Amount', required: true, system: true }),
      reverses: number({ cn: '冲正序号', en: 'Reverses no.' }),
      note: text({ cn: '说明', en: 'Note' }),
      receipt: attachment({ cn: '收款凭证', en: 'Receipt' }),
      recordedBy: person({ cn: '登记人', en: 'Recorded by' }),
      recordedAt: datetime({ cn: '登记时间', en: 'Recorded at' }),
    },
  }),
  repayAmount: money({ cn: '累计还款', en: 'Total repaid', system: true, readOnly: true, section: 'repayment',
    visible: `${isAdvance} and repayAmount != null` }),
  // in disclosed values only: requests an entry; the server moves the inputs into the table before it checks
  repaymentAsked: toggle({ cn: '待登记', en: 'To be recorded', system: true, readOnly: true }),
  repaymentReverses: number({
    cn: '冲正第几笔',
    en: 'Reverses no.',
    ...at,
    required: 'false',
    min: 1,
    visible: `${isAdvance} and count(repayments) > 0`,
    hint: { cn: '登记还款时不填', en: 'Leave empty for a repayment' },
  }),
  repaymentDate: date({ cn: '还款日期', en: 'Repaid on', ...at, required: isRequested, visible: isAdvance, default: 'today()' }),
  repaymentAmount: money({ cn: '还款金额', en: 'Amount repaid', ...at, required: isRequested, min: 0,
    visible: `${isAdvance} and repaymentReverses = null` }),
  repaymentNote: text({ cn: '说明', en: 'Note', ...at, required: `${isRequested} and repaymentReverses != null`, max: 100,
    visible: isAdvance, span: 2 }),
  repaymentReceipt: attachment({ cn: '收款凭证', en: 'Receipt', ...at, required: 'false', visible: isAdvance, span: 4, max: 5,
    extensions: ['pdf', 'png', 'jpg', 'jpeg'] }),
})
