import { defineForm, type Posts } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, departmentHead, generalManager, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, calculated, cascader, currency, date, defineFields, integer, money, people, radio, select, table, text, textarea,
  toggle } from '#kernel/fields.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
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

const fields = defineFields({ ...header({ cn: '新供应商导入', en: 'New supplier introduction' }), ...company, ...business, ...supply,
  ...contacts, ...papers, ...audit, ...vendor })

/** Posts the supplier as a business partner with company code and purchasing data. */
const posts: readonly Posts[] = [
  {
    id: 'vendor',
    cn: '供应商主数据',
    en: 'Vendor master',
    at: 'completion',
    call: 'sap.vendor',
    body: {
      name: 'supplierName',
      searchTerm: 'supplierShort',
      creditCode: 'creditCode',
      dunsNo: 'dunsNo',
      domestic: 'domestic',
      area: 'area',
      street: 'address',
      accountGroup: 'sapVendorGroup',
      purchaseOrg: 'purchaseOrg',
      reconciliationAccount: 'reconAccount',
      paymentTerm: 'paymentTerm',
      currency: 'currencyType',
      tradeTerm: 'tradeTerm',
      contacts: 'contacts',
      bankAccounts: 'bankAccounts',
    },
    into: 'sapVendorNo',
    role: 'sapAdmin',
  },
]

const paid = ['start', 'finance'] as const

const own = defineRules([
  rule('NS-R2', { each: 'certificates', when: 'validTo <= today()', fields: ['validTo'], cn: '证书已过期',
    en: 'The certificate has expired' }),
  rule('NS-R3', {
    when: 'count(scores) > 0 and sum(scores[weight != null].weight) != 100',
    fields: ['scores'],
    at: ['sqe'],
    cn: '权重合计必须为100',
    en: 'Weights must total 100',
  }),
  rule('NS-R3-twice', {
    when: 'count(distinct values(scores.item)) < count(scores)',
    fields: ['scores'],
    at: ['sqe'],
    cn: '评分项重复',
    en: 'Two rows score the same topic',
  }),
  rule('NS-R4', {
    when: 'supplierLevel = "D"',
    fields: ['supplierLevel'],
    at: ['sqe'],
    cn: '等级为D的供应商不能导入，请拒绝',
    en: 'A level D supplier cannot be introduced, please refuse',
  }),
  rule('NS-R5', {
    when: 'not(some c in certificates satisfies c.certType = "licence")',
    fields: ['certificates'],
    cn: '请上传营业执照',
    en: 'Please upload the business licence',
  }),
  rule('NS-R6', { when: 'count(contacts[isMain = "1"]) != 1', fields: ['contacts'], cn: '必须有且仅有一个主要联系人',
    en: 'Exactly one main contact is required' }),
  rule('NS-R7', { when: 'not(list contains(agreements, "integrity"))', fields: ['agreements'], cn: '须签署廉洁协议',
    en: 'The integrity agreement must be signed' }),
  rule('NS-R8', {
    when: 'supplierType in ("material","outsource") and not(list contains(agreements, "quality") and list contains(agreements, "rohs"))',
    fields: ['agreements'],
    cn: '生产物料和委外加工供应商须签署质量协议和环保协议',
    en: 'Suppliers of production material and subcontractors must sign the quality and RoHS agreements',
  }),
  rule('NS-R9', { when: 'foundedDate > today()', fields: ['foundedDate'], cn: '成立日期不能晚于今天',
    en: 'The founding date can’t be in the future' }),
  rule('NS-R10', { when: 'registeredCapital <= 0', fields: ['registeredCapital'], cn: '注册资本须大于0',
    en: 'The registered capital must be more than 0' }),
  rule('NS-R11', { when: 'auditDate > today()', fields: ['auditDate'], at: ['sqe'], cn: '审核日期不能晚于今天',
    en: 'The audit date can’t be in the future' }),
  rule('NS-R12', {
    each: 'bankAccounts',
    fields: ['accountNo'],
    level: 'confirm',
    at: paid,
    when: 'currencyType = "CNY" and accountNo != null and not(contains(accountNo, "*")) and not(luhn(accountNo))',
    cn: '银行卡号校验未通过，请确认卡号是否正确，是否继续？',
    en: 'The bank card number failed the check. Continue with this number?',
  }),
])

const rules = [...headerRules, ...own] as const

/** Condition: the supplier delivers goods that can be inspected. */
const inspected = 'not(supplierType in ("service","software"))'

const flow = defineFlow([
  approve('purchaseManager', departmentHead('applicantDept'), { cn: '采购经理', en: 'Purchasing manager', mode: 'all' }),
  approve('rd', role('rdDirector'), { cn: '研发评审', en: 'R&D review', when: 'supplierType in ("material","outsource","mold")' }),
  approve('sqe', role('sqe'), {
    cn: 'SQE审核',
    en: 'SQE audit',
    manual: true,
    opinionRequired: true,
    when: inspected,
    checkList: [
      { id: 'licence', cn: '营业执照有效', en: 'Licence valid' },
      { id: 'systems', cn: '体系证书有效', en: 'System certificates valid' },
      { id: 'rohs', cn: '环保资料齐全', en: 'RoHS file complete' },
      { id: 'processes', cn: '关键工序受控', en: 'Key processes controlled' },
    ],
  }),
  approve('qualityHead', role('qualityHead'), { cn: '质量负责人', en: 'Quality head', mode: 'all', when: inspected }),
  approve('finance', role('accountant'), {
    cn: '财务',
    en: 'Finance',
    manual: true,
    checkList: [
      { id: 'account', cn: '账户名与公司名一致', en: 'Account name equals supplier' },
      { id: 'tax', cn: '税号已核', en: 'Tax no. verified' },
    ],
  }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all' }),
  approve('gm', generalManager, { cn: '总经理', en: 'General manager', mode: 'all',
    when: 'totalScore < 70 or audit = "no" or isAgent = true' }),
  copy('cc', both(role('warehouse'), role('planner')), { cn: '抄送', en: 'CC' }),
])

const message = { cn: '该供应商已存在：{businessNo}', en: 'The supplier already exists: {businessNo}' }

/** Introduction of a supplier: audited, then added to the register on completion. */
export const newSuppliers = defineForm({
  key: 'newSuppliers',
  cn: '新供应商导入',
  en: 'New supplier introduction',
  short: { cn: '供应商导入', en: 'New supplier' },
  path: '/new-supplier-import',
  prefix: 'XGYS',
  group: 'contract',
  icon: 'shop',
  sections: [
    basics,
    { id: 'company', cn: '企业信息', en: 'Company' },
    { id: 'business', cn: '业务与交易条件', en: 'Business and terms' },
    { id: 'supply', cn: '拟供物料', en: 'Materials to supply' },
    { id: 'contacts', cn: '联系人与账户', en: 'Contacts and accounts' },
    { id: 'papers', cn: '资质与协议', en: 'Certificates and agreements' },
    { id: 'audit', cn: '现场审核', en: 'On-site audit' },
    { id: 'vendor', cn: 'SAP主数据', en: 'SAP master data' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  posts,
  unique: [{ among: 'live', by: ['supplierName'], message }, { among: 'live', by: ['creditCode'], message }],
  subject: ['supplierName', 'mainProducts'],
  columns: ['supplierType', 'introReason', 'totalScore', 'supplierLevel', 'domestic', 'paymentTerm', 'audit'],
  print: { omit: ['vendor'] },
})
