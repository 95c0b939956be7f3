import { approve, both, copy, defineFlow, role } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { date, datetime, defineFields, money, percent, radio, select, text, textarea } from '#kernel/fields.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'
import { customer, salesGroup } from '#plugins/masters/references.ts'
import { contractRules, limits, nodes, numberedOnce, reviewedSections, subject } from '../block/form.ts'
import { classified, clauseReview, clauseRules, clauses, contractBlock, lineRules, lines, summed } from '../block/fields.ts'

const { header, terms, parties, paper } = contractBlock({ cn: '销售合同评审', en: 'Sales contract review' })

const specification = { spec: text({ cn: '规格型号', en: 'Specification', max: 100, default: 'material.nameCn' }) }

/** Line columns filled in by finance and delivery. */
const ofLine = defineFields({
  grossMargin: percent({ cn: '毛利率', en: 'Gross margin', required: true, atNode: 'finance', editAt: ['finance'] }),
  deliveryDate: date({ cn: '交期', en: 'Delivery date', default: 'header.deliveryDate' }),
})

/** Credit limit and receivables of the customer, as last read from SAP. */
const credit = defineFields({
  creditLimit: money({ cn: '客户信用额度', en: 'Credit limit', rmb: true, system: true, readOnly: true, section: 'parties' }),
  creditOpen: money({ cn: '应收余额', en: 'Open receivables', rmb: true, system: true, readOnly: true, section: 'parties' }),
  creditReadAt: datetime({ cn: '信用数据读取时间', en: 'Credit as of', system: true, readOnly: true, section: 'parties' }),
})

const fields = defineFields({
  ...header,
  ...classified('sales'),
  customer: customer({ cn: '客户', en: 'Customer', required: true, trend: true, section: 'parties' }),
  salesGroup: salesGroup({ cn: '销售组', en: 'Sales group', required: true, default: 'customer.salesGroupId', section: 'parties' }),
  salesChannel: select({ cn: '销售渠道', en: 'Sales channel', required: true, trend: true, dict: 'salesChannel', default: '"domestic"',
    section: 'parties' }),
  ...credit,
  ...parties,
  tradeTerm: select({ cn: '贸易条款', en: 'Trade term', required: true, dict: 'tradeTerm', default: '"dom"', section: 'items' }),
  deliveryDate: date({ cn: '交货日期', en: 'Delivery date', required: 'contractType != "framework"', section: 'items' }),
  deliveryPlace: text({ cn: '交货地点', en: 'Place of delivery', max: 100, section: 'items', span: 2 }),
  isCustom: radio({ cn: '是否定制产品', en: 'Customised product', required: true, trend: true, dict: 'yesNo', default: '"0"',
    section: 'items' }),
  specialQuality: textarea({ cn: '特殊质量要求', en: 'Special quality requirement', max: 500, section: 'items', span: 4 }),
  ...lines({ cn: '产品明细', en: 'Product lines', max: 200, required: true, named: specification, more: ofLine }),
  ...summed,
  ...terms,
  ...clauses(['quality', 'delivery', 'price', 'payment', 'warranty', 'breach', 'ip', 'confidentiality']),
  ...paper,
})

const { deptHead, legal, finance, vp, gm, seal, archive } = nodes

/** Condition: the customer's open amount with this contract exceeds the credit limit. */
const isOverCredit = 'creditOpen + amountRmb > creditLimit'

const own = defineRules([
  rule('X-R3', { when: isOverCredit, fields: ['creditOpen'], level: 'confirm', cn: '超出客户信用额度，是否继续？',
    en: 'The customer credit limit is exceeded, continue?' }),
])

const flow = defineFlow([
  deptHead,
  approve('salesManager', role('salesManagerApprover'), { cn: '销售经理', en: 'Sales manager' }),
  clauseReview,
  approve('rd', role('rdDirector'), { cn: '研发评审', en: 'R&D review', when: 'isCustom = "1"' }),
  approve('quality', role('qualityHead'), {
    cn: '质量负责人',
    en: 'Quality head',
    when: 'specialQuality != null or (some c in clauses satisfies (c.clauseType = "quality" and c.result != null and c.result != "pass"))',
  }),
  legal,
  finance,
  approve('financeDirector', role('financeManager'), { cn: '财务总监', en: 'Finance director', mode: 'all', when: isOverCredit }),
  { ...vp, when: `amountRmb >= ${limits.of('salesContractApproval', 'viceGm')} or (some c in clauses satisfies c.result = "conditional")` },
  { ...gm, when: `amountRmb >= ${limits.of('salesContractApproval', 'generalManager')} or ${isOverCredit}` },
  seal,
  archive,
  copy('cc', both(role('planner'), role('financeStaff')), { cn: '抄送', en: 'CC' }),
])

/** Contract with a customer, reviewed clause by clause before it is signed. */
export const salesContractApproval = defineForm({
  key: 'salesContractApproval',
  cn: '销售合同评审',
  en: 'Sales contract review',
  short: { cn: '销售合同', en: 'Sales contract' },
  path: '/sales-contract-approval',
  prefix: 'XSHT',
  group: 'contract',
  icon: 'solution',
  amount: 'amountRmb',
  abortAfterCompletion: true,
  sections: reviewedSections({ cn: '交货与产品', en: 'Delivery and products' }),
  fields,
  rules: [...headerRules, ...fxRules, ...contractRules, ...lineRules, ...clauseRules, ...own],
  flow,
  figures: [{ call: 'sap.credit', with: { customer: 'customer' }, into: { creditLimit: 'limit', creditOpen: 'receivables' },
    readAt: 'creditReadAt', at: ['edit', 'submit', 'finance'] }],
  unique: numberedOnce,
  subject,
  columns: ['contractNo', 'contractName', 'customer', 'contractType', 'amountRmb', 'expiryDate'],
})
