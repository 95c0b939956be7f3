import { defineFields, cascader, currency, date, integer, money, radio, select, text, textarea, toggle, attachment, calculated, people,
  table } from '#kernel/fields.ts'
import { header } from '#plugins/forms/kit.ts'
import { supplier } from '#plugins/masters/references.ts'
import { contacts, papers, supply } from './tables.ts'

const sqe = ['sqe']

const audited = 'audit = "yes"'

/** Audit criteria with weights, which total 100. */
const topics = [
  ['quality', '质量体系', 'Quality system', 25],
  ['technology', '技术能力', 'Technology', 20],
  ['delivery', '交付', 'Delivery', 20],
  ['price', '价格', 'Price', 15],
  ['env', '环境社会', 'ESG', 10],
  ['finance', '经营财务', 'Finance', 10],
] as const

const usualScores = `[${topics.map(([item, , , weight]) => `{item: "${item}", weight: ${weight}}`).join(', ')}]`

/** Results of the on-site audit by the supplier quality engineers. */
const audit = defineFields({
  audit: radio({
    cn: '现场审核',
    en: 'On-site audit',
    required: true,
    trend: true,
    default: 'if supplierType in ("material","outsource","mold") then "yes" else "no"',
    editAt: sqe,
    section: 'audit',
    options: [{ value: 'yes', cn: '需要', en: 'Required' }, { value: 'no', cn: '免审', en: 'Waived' }],
  }),
  waiveReason: textarea({ cn: '免审原因', en: 'Waiver reason', required: 'audit = "no"', max: 300, editAt: sqe, section: 'audit',
    span: 3 }),
  auditDate: date({ cn: '审核日期', en: 'Audit date', required: audited, atNode: 'sqe', editAt: sqe, section: 'audit' }),
  auditTeam: people({ cn: '审核人员', en: 'Audit team', required: audited, atNode: 'sqe', editAt: sqe, min: 1, max: 10, section: 'audit',
    span: 2 }),
  scores: table({
    cn: '审核评分',
    en: 'Audit scores',
    required: audited,
    atNode: 'sqe',
    editAt: sqe,
    min: topics.length,
    max: topics.length,
    default: usualScores,
    section: 'audit',
    span: 4,
    columns: {
      item: select({ cn: '评分项', en: 'Topic', required: true, options: topics.map(([value, cn, en]) => ({ value, cn, en })) }),
      weight: integer({ cn: '权重（%）', en: 'Weight %', required: true, min: 0, max: 100 }),
      score: integer({ cn: '得分', en: 'Score', required: true, min: 0, max: 100 }),
      points: calculated({ cn: '加权得分', en: 'Weighted', result: 'number', precision: 2, value: 'weight * score / 100' }),
      note: text({ cn: '说明', en: 'Note', max: 200 }),
    },
  }),
  totalScore: calculated({
    cn: '综合得分',
    en: 'Total score',
    result: 'number',
    precision: 1,
    section: 'audit',
    value: 'if count(scores[points != null]) = 0 then null else round half up(sum(scores[points != null].points), 1)',
  }),
  supplierLevel: select({
    cn: '评定等级',
    en: 'Level',
    atNode: 'sqe',
    editAt: sqe,
    dict: 'supplierLevel',
    section: 'audit',
    default: 'if totalScore >= 85 then "A" else if totalScore >= 70 then "B" else if totalScore >= 60 then "C" ' +
      'else if totalScore < 60 then "D" else null',
  }),
  auditReport: attachment({ cn: '审核报告', en: 'Audit report', required: audited, atNode: 'sqe', editAt: sqe, section: 'audit', span: 2 }),
})

const finance = ['finance']

/** Fields of the vendor master in SAP. */
const vendor = defineFields({
  sapVendorGroup: select({ cn: '账户组', en: 'Account group', atNode: 'finance', editAt: finance, dict: 'sapVendorGroup',
    section: 'vendor' }),
  purchaseOrg: select({ cn: '采购组织', en: 'Purchasing organisation', atNode: 'finance', editAt: finance, dict: 'purchaseOrg',
    section: 'vendor' }),
  reconAccount: select({ cn: '统驭科目', en: 'Reconciliation account', atNode: 'finance', editAt: finance, dict: 'reconAccount',
    section: 'vendor' }),
  sapVendorNo: text({ cn: 'SAP供应商编码', en: 'SAP vendor no.', system: true, readOnly: true, max: 40, section: 'vendor' }),
})

const domestic = 'domestic = "1"'

/** Fields of the supplier's company. */
const company = defineFields({
  supplierName: text({ cn: '供应商全称', en: 'Supplier name', required: true, max: 100, section: 'company', span: 2 }),
  supplierShort: text({ cn: '简称', en: 'Short name', required: true, max: 30, section: 'company' }),
  supplierType: select({ cn: '供应商类别', en: 'Supplier type', required: true, trend: true, dict: 'supplierType', default: '"material"',
    section: 'company' }),
  introReason: select({ cn: '导入原因', en: 'Reason', required: true, dict: 'supplierIntroReason', section: 'company' }),
  replacedSupplier: supplier({ cn: '被替代供应商', en: 'Supplier replaced', required: 'introReason in ("quality","cost")',
    section: 'company' }),
  domestic: radio({
    cn: '境内/境外',
    en: 'Domestic or overseas',
    required: true,
    trend: true,
    default: '"1"',
    section: 'company',
    options: [{ value: '1', cn: '境内', en: 'Domestic' }, { value: '0', cn: '境外', en: 'Overseas' }],
  }),
  creditCode: text({
    cn: '统一社会信用代码',
    en: 'Unified social credit code',
    required: domestic,
    max: 18,
    pattern: '^[0-9A-HJ-NPQRTUWXY]{18}$',
    section: 'company',
    hint: { cn: '18位数字和大写字母', en: '18 digits and capital letters' },
  }),
  legalPerson: text({ cn: '法定代表人', en: 'Legal representative', required: domestic, max: 30, section: 'company' }),
  registeredCapital: money({ cn: '注册资本（万元）', en: 'Registered capital (10,000)', required: true, min: 0, section: 'company' }),
  foundedDate: date({ cn: '成立日期', en: 'Founded on', required: true, section: 'company' }),
  area: cascader({ cn: '所在地区', en: 'Region', required: true, section: 'company' }),
  address: text({ cn: '详细地址', en: 'Address', required: true, max: 200, section: 'company', span: 3 }),
  dunsNo: text({ cn: '邓白氏编码', en: 'D-U-N-S no.', max: 9, pattern: '^\\d{9}$', section: 'company' }),
  staffCount: integer({ cn: '员工人数', en: 'Staff', min: 1, section: 'company' }),
  reasonDesc: textarea({ cn: '原因说明', en: 'Explanation', required: true, max: 500, section: 'company', span: 4 }),
})

/** Products and commercial terms. */
const business = defineFields({
  mainProducts: textarea({ cn: '主营产品', en: 'Main products', required: true, max: 500, section: 'business', span: 2 }),
  mainCustomers: textarea({ cn: '主要客户', en: 'Main customers', max: 500, section: 'business', span: 2 }),
  capacity: textarea({ cn: '月产能及交期', en: 'Monthly capacity and lead time',
    required: 'supplierType in ("material","outsource","mold")', max: 500, section: 'business', span: 2 }),
  paymentTerm: select({ cn: '付款条件', en: 'Payment term', required: true, dict: 'paymentTerm', default: '"m60"', section: 'business' }),
  taxRate: select({
    cn: '税率',
    en: 'Tax rate',
    required: true,
    default: '"13"',
    section: 'business',
    options: ['0', '1', '3', '6', '9', '13'].map((value) => ({ value, cn: `${value}%`, en: `${value}%` })),
  }),
  currencyType: currency({ cn: '币种', en: 'Currency', required: true, default: '"CNY"', section: 'business' }),
  tradeTerm: select({ cn: '贸易条款', en: 'Trade term', required: true, dict: 'tradeTerm', default: '"dom"', section: 'business' }),
  isAgent: toggle({ cn: '是否代理商', en: 'Agent', default: 'supplierType = "trader"', section: 'business' }),
})

export const fields = defineFields({ ...header({ cn: '新供应商导入', en: 'New supplier introduction' }), ...company, ...business, ...supply,
  ...contacts, ...papers, ...audit, ...vendor })
