import { calculated, date, defineFields, money, override, select, table, text, textarea, toggle } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { project } from '#plugins/projects/references.ts'
import { inRmb } from '#plugins/forms/mixins/approved.ts'
import { bearing, rowBearing } from '#plugins/forms/mixins/bearing.ts'
import { budget } from '#plugins/forms/mixins/budget.ts'
import { claimedAmount, fx } from '#plugins/forms/mixins/fx.ts'
import { header } from '#plugins/forms/mixins/header.ts'
import { invoice, invoiceGroup } from '#plugins/forms/mixins/invoice.ts'
import { payDate, payee } from '#plugins/forms/mixins/payee.ts'
import { writeOff } from '#plugins/forms/mixins/writeOff.ts'
import { linkFields, links } from './links.ts'

const accountant = ['accountantReview'] as const
/** Every document that is linked. */
const linked = `concatenate(${linkFields.map((field) => `header.${field}`).join(', ')})`

/** Of the request that a row claims: kept with the row for statistics, which follow from the claim alone. */
const ofLinked = (field: (typeof linkFields)[number], attribute: string) => `header.${field}[businessNo = linkNo][1].${attribute}`
const ofEntertainment = (attribute: string) => ofLinked('entertainmentLinks', attribute)
const kept = { visible: 'false' } as const
const entertained = defineFields({
  host: calculated({ cn: '主陪人', en: 'Host', result: 'text', ...kept, value: ofEntertainment('host') }),
  hostType: calculated({ cn: '主陪类型', en: 'Host type', result: 'text', ...kept, value: ofEntertainment('hostType') }),
  counterpart: calculated({ cn: '对象类别', en: 'Counterparty type', result: 'text', ...kept, value: ofEntertainment('counterpartKind') }),
  entertainment: calculated({ cn: '招待类型', en: 'Type', result: 'text', ...kept, value: ofEntertainment('entertainmentType') }),
  heads: calculated({ cn: '招待人数', en: 'Attendees', result: 'integer', ...kept,
    value: `${ofEntertainment('ourCount')} + ${ofEntertainment('theirCount')}` }),
  standard: calculated({
    cn: '招待标准',
    en: 'Entertainment standard',
    result: 'money',
    ...kept,
    value: `if ${ofEntertainment('capAmount')} = null then ${ofEntertainment('standardAmount')} else min([${
      ofEntertainment('standardAmount')
    }, ${ofEntertainment('capAmount')}])`,
  }),
})

/** The supplier and the contract of the service or purchase that a row claims, likewise. */
const supplied = defineFields({
  providedBy: calculated({
    cn: '供应商',
    en: 'Supplier',
    result: 'text',
    ...kept,
    value: `if ${ofLinked('serviceFeeLinks', 'supplier')} = null then ${ofLinked('procurementLinks', 'onlySupplier')} else ${
      ofLinked('serviceFeeLinks', 'supplier')
    }`,
  }),
  underContract: calculated({ cn: '合同', en: 'Contract', result: 'text', ...kept, value: ofLinked('serviceFeeLinks', 'contractLink') }),
})

/** Days after the expense date within which a claim is on time, where the category says nothing else. */
const overdueAfter = 'parameter("claimRule", "overdueDays")'

const items = table({
  cn: '报销明细',
  en: 'Expense items',
  required: true,
  min: 1,
  max: 100,
  section: 'items',
  span: 4,
  columnGroups: [invoiceGroup],
  columns: {
    expenseDate: date({ cn: '费用日期', en: 'Expense date', as: 'expenseDate', required: true }),
    expenseCategory: expenseCategory({
      cn: '费用类型',
      en: 'Expense category',
      required: true,
      trend: true,
      editAt: accountant,
      filter: 'option.reimburseKind = null or option.reimburseKind = header.reimburseKind',
    }),
    expenseDetail: text({ cn: '费用明细', en: 'Expense detail', as: 'expensePurpose', required: true, max: 25, editAt: accountant }),
    ...rowBearing({ editAt: accountant }),
    project: project({
      cn: '项目',
      en: 'Project',
      required: 'expenseCategory.projectRequired',
      editAt: accountant,
      default: 'header.project.id',
    }),
    linkNo: select({
      cn: '关联单号',
      en: 'Linked document',
      required: 'expenseCategory.requiresLink != null',
      optionsFrom: linkFields,
      default: `if count(${linked}) = 1 then ${linked}[1].businessNo else null`,
    }),
    amount: money({ cn: '申请金额', en: 'Requested amount', as: 'invoiceAmount', required: true, min: 0 }),
    approvedAmount: money({ cn: '核准金额', en: 'Approved amount', as: 'approvedAmount', required: true, min: 0, editAt: accountant,
      default: 'amount' }),
    amountRmb: inRmb('amount'),
    ...invoice,
    overdueDays: calculated({
      cn: '逾期天数',
      en: 'Days overdue',
      result: 'integer',
      value: `if expenseDate = null then 0 else max(0, days(expenseDate, if header.createTime = null then today() ` +
        `else date(header.createTime)) - 1 - (if expenseCategory.overdueDays = null then ${overdueAfter} ` +
        `else expenseCategory.overdueDays))`,
    }),
    offBudgetStatus: select({ cn: '预算状态', en: 'Budget status', dict: 'offBudgetStatus', readOnly: true, default: '"0"' }),
    rowRemark: text({ cn: '备注', en: 'Row remark', as: 'rowRemark', max: 100 }),
    ...entertained,
    ...supplied,
  },
})

const overdue =
  'some i in items satisfies (i.overdueDays > 0 or (i.expenseDate.year < today().year and today() > date(today().year, 1, 31)))'

export const fields = defineFields({
  ...header({ cn: '费用报销', en: 'Expense claim' }),
  reimburseKind: select({
    cn: '报销类别',
    en: 'Expense type',
    required: true,
    trend: true,
    dict: 'reimburseKind',
    section: 'basics',
    default: '"1"',
    clears: ['items', ...linkFields],
  }),
  ...override(bearing({ editAt: accountant }), {
    project: { required: undefined, visible: 'some i in items satisfies i.expenseCategory.projectRequired' },
  }),
  ...override(fx({ total: 'sum(items[amount != null].amount)', rmb: 'sum(items[amountRmb != null].amountRmb)' }), {
    totalAmount: claimedAmount,
  }),
  ...links,
  items,
  approvedAmount: calculated({
    cn: '核准金额',
    en: 'Approved amount',
    result: 'money',
    section: 'items',
    value: 'sum(items[approvedAmount != null].approvedAmount)',
  }),
  ...budget(overdue),
  overStandardExplanation: textarea({
    cn: '超标说明',
    en: 'Over-standard explanation',
    unrepeated: true,
    max: 1000,
    section: 'budget',
    span: 4,
    required: 'entertainClaimedRmb > entertainAppliedRmb',
  }),
  entertainClaimedRmb: calculated({
    cn: '招待报销',
    en: 'Entertainment claimed',
    system: true,
    result: 'money',
    rmb: true,
    value: 'sum(items[amountRmb != null and expenseCategory.requiresLink = "entertainmentApply"].amountRmb)',
  }),
  entertainAppliedRmb: calculated({
    cn: '申请金额',
    en: 'Entertainment requested',
    system: true,
    result: 'money',
    rmb: true,
    value: 'sum(entertainmentLinks[estimatedTotalAmountRmb != null].estimatedTotalAmountRmb)',
  }),
  ...payee('3'),
  ...writeOff,
  paperReceived: toggle({ cn: '纸质单据已收', en: 'Paper documents received', editAt: accountant, atNode: 'accountantReview', shown: true,
    section: 'payee' }),
  sapVoucherNo: text({ cn: 'SAP凭证号', en: 'SAP voucher no.', system: true, editAt: ['financeManager'], section: 'payee' }),
  payDate,
})
