import { defineFields, documentLink, type Feel } from '#kernel/fields.ts'

/** The fields that name the applications of a claim. */
export const linkFields = ['taxiLinks', 'entertainmentLinks', 'dispatchLinks', 'serviceFeeLinks', 'procurementLinks'] as const
const needsLink = (kind: string, businessType: string) =>
  `reimburseKind = "${kind}" or some i in items satisfies i.expenseCategory.requiresLink = "${businessType}"`

/** The claim of rows that name a linked application, in RMB. */
const claims = { rows: 'items', by: 'linkNo', at: 'amount', amount: 'rmb(approvedAmount, header.exchangeRate)' } as const
const once = { binds: true, claim: 'once', claims } as const
const partly = { binds: true, claim: 'remaining', claims } as const
const placed = { section: 'links', span: 2 } as const

/** A row for each linked application, of what is still open of it. */
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

export const links = defineFields({
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
