import { calculated, date, defineFields, money, override, select, table, text, textarea, toggle, documentLink,
  type Feel } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { project } from '#plugins/projects/references.ts'
import { bearing, budget, claimedAmount, fx, header, inRmb, invoice, invoiceGroup, payDate, payee, rowBearing,
  writeOff } from '#plugins/forms/kit.ts'

/** Link fields for the applications of a claim. */
const linkFields = ['taxiLinks', 'entertainmentLinks', 'dispatchLinks', 'serviceFeeLinks', 'procurementLinks'] as const

const needsLink = (kind: string, businessType: string) =>
  `reimburseKind = "${kind}" or some i in items satisfies i.expenseCategory.requiresLink = "${businessType}"`

/** Consumption of a linked application by the rows that refer to it, in RMB. */
const claims = { rows: 'items', by: 'linkNo', at: 'amount', amount: 'rmb(approvedAmount, header.exchangeRate)' } as const

const once = { binds: true, claim: 'once', claims } as const

const partly = { binds: true, claim: 'remaining', claims } as const

const placed = { section: 'links', span: 2 } as const

/** Adds a row per linked application, with its remaining balance. */
const row = (set: Readonly<Record<string, Feel>>) => ({
  rows: 'items',
  set: {
    linkNo: 'option.businessNo',
    expenseCategory: 'option.expenseCategory',
    bearingDept: 'option.bearingDept',
    costCenter: 'option.costCenter',
    project: 'option.project',
    amount: 'option.remaining',
    ...set,
  },
})

const links = defineFields({
  taxiLinks: documentLink({
    cn: '关联打车申请',
    en: 'Linked taxi requests',
    links: ['taxiApply'],
    ...once,
    ...placed,
    max: 50,
    required: needsLink('2', 'taxiApply'),
    filter: 'option.starter = applicant.id or option.applicant = applicant.id or list contains(option.passengers, applicant.id)',
    proposes: row({ expenseDate: 'if option.dispatchTime = null then null else date(substring(option.dispatchTime, 1, 10))',
      expenseDetail: '"打车费"', amount: 'option.estimatedFare' }),
  }),
  entertainmentLinks: documentLink({
    cn: '关联招待申请',
    en: 'Linked entertainment requests',
    links: ['entertainmentApply'],
    ...once,
    ...placed,
    max: 10,
    required: needsLink('3', 'entertainmentApply'),
    filter: 'option.starter = applicant.id or option.applicant = applicant.id or option.host = applicant.id',
    proposes: row({ expenseDate: 'if date(option.entertainDate) > today() then null else date(option.entertainDate)',
      expenseDetail: 'substring(option.venue, 1, 25)' }),
  }),
  dispatchLinks: documentLink({
    cn: '关联派车申请',
    en: 'Linked car requests',
    links: ['dispatchCar'],
    ...once,
    ...placed,
    max: 20,
    own: true,
    required: 'reimburseKind = "4"',
    filter: 'option.carKind = "2" or option.tollAmount > 0',
    proposes: row({
      expenseDate: 'if option.dispatchTime = null then null else date(substring(option.dispatchTime, 1, 10))',
      expenseDetail: '"用车费用"',
      amount: '(if option.kmAllowance = null then 0 else option.kmAllowance) + (if option.tollAmount = null then 0 else option.tollAmount)',
    }),
  }),
  serviceFeeLinks: documentLink({
    cn: '关联服务费申请',
    en: 'Linked service fee requests',
    links: ['serviceFeeApply'],
    ...partly,
    ...placed,
    max: 10,
    filter: 'not(option.settled = true)',
    required: 'reimburseKind = "5"',
    proposes: row({ expenseDetail: 'substring(option.serviceName, 1, 25)' }),
  }),
  procurementLinks: documentLink({
    cn: '关联费用采购',
    en: 'Linked purchase requests',
    links: ['costBasedProcurement'],
    ...partly,
    ...placed,
    max: 10,
    filter: 'not(option.settled = true)',
    required: 'reimburseKind = "6"',
    proposes: row({ expenseDetail: 'substring(option.purpose, 1, 25)' }),
  }),
})

const accountant = ['accountantReview'] as const
/** Expression for all linked documents. */
const linked = `concatenate(${linkFields.map((field) => `header.${field}`).join(', ')})`

/** Expression for an attribute of the request that a row claims; copied to the row for statistics, which only read the claim. */
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

/** Supplier and contract of the service or purchase that a row claims, copied for statistics. */
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

/** Default number of days after the expense date within which a claim is on time. */
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
