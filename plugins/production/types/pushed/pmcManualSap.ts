import { calculated, currency, date, defineFields, integer, money, number, person, table, text, textarea } from '#kernel/fields.ts'
import { approve, copy, defineFlow, departmentHead, generalManager, ownerOf, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'
import { customer, material } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { factory } from '#plugins/system/references.ts'
import { pushed, pushedHeader, pushedSections, readsStock, stockInSap } from './pushed.ts'

const name = { cn: 'PMC手工备料', en: 'PMC manual material preparation' }
const atHead = { atNode: 'planHead', editAt: ['planHead'] } as const

const items = table({
  cn: '备料明细',
  en: 'Materials',
  required: true,
  min: 1,
  max: 500,
  section: 'items',
  span: 4,
  columns: {
    itemNo: integer({ cn: '行号', en: 'Item', required: true, min: 1, max: 99_999, isName: true }),
    material: material({ cn: '物料', en: 'Material', required: true }),
    desc: text({ cn: '描述', en: 'Description', required: true, max: 100 }),
    unit: text({ cn: '单位', en: 'Unit', required: true, max: 10 }),
    qty: number({ cn: '数量', en: 'Quantity', required: true, min: 0, precision: 3 }),
    price: money({ cn: '单价', en: 'Price', required: true, precision: 6, each: true, min: 0 }),
    amount: calculated({ cn: '金额', en: 'Amount', result: 'money', value: 'round half up(qty * price, 2)' }),
    requireDate: date({ cn: '需求日', en: 'Required', required: true }),
    stock: number({ cn: '库存', en: 'Stock', precision: 3 }),
    ...stockInSap,
    openPoQty: number({ cn: '在途', en: 'On order', precision: 3 }),
    last6Usage: number({ cn: '近6月用量', en: '6-month usage', precision: 3, min: 0 }),
    product: text({ cn: '产品', en: 'Product', max: 50 }),
    approvedQty: number({ cn: '批准数量', en: 'Approved quantity', required: true, min: 0, precision: 3, default: 'qty', ...atHead }),
    approvedAmount: calculated({ cn: '批准金额', en: 'Approved amount', result: 'money',
      value: 'if approvedQty = null or price = null then null else round half up(approvedQty * price, 2)' }),
  },
})

const fields = defineFields({
  ...pushedHeader(name),
  prepNo: text({ cn: '备料单号', en: 'Preparation no.', required: true, max: 20, section: 'document' }),
  plant: factory({ cn: '工厂', en: 'Plant', required: true, section: 'document' }),
  planner: person({ cn: '计划员', en: 'Planner', required: true, section: 'document' }),
  customer: customer({ cn: '客户', en: 'Customer', section: 'document' }),
  project: project({ cn: '项目', en: 'Project', section: 'document' }),
  expireDate: date({ cn: '消化期限', en: 'Consume by', required: true, section: 'document' }),
  currencyType: currency({ cn: '币种', en: 'Currency', required: true, default: '"CNY"', section: 'document' }),
  exchangeRate: number({ cn: '汇率', en: 'Exchange rate to RMB', as: 'exchangeRate', system: true, readOnly: true, precision: 6,
    section: 'document' }),
  reason: textarea({ cn: '备料原因', en: 'Reason', required: true, max: 500, section: 'document', span: 4 }),
  items,
  totalAmount: calculated({ cn: '金额合计', en: 'Total amount', result: 'money', trend: true, value: 'sum(items[amount != null].amount)',
    section: 'items' }),
  totalAmountRmb: calculated({ cn: '金额合计（人民币）', en: 'Total in RMB', result: 'money', rmb: true, trend: true,
    value: 'rmb(totalAmount, exchangeRate)', section: 'items' }),
  responsible: person({ cn: '呆滞责任人', en: 'Person responsible for residue', required: true, default: 'planner.id', section: 'items',
    ...atHead }),
})

const rules = defineRules([
  ...headerRules,
  ...fxRules,
  rule('PM-R1', { when: 'customer = null and project = null', fields: ['customer'], cn: '请选择客户或项目',
    en: 'Please select the customer or project' }),
  rule('PM-R2', { each: 'items', when: 'approvedQty > qty', fields: ['approvedQty'], at: ['planHead'], cn: '批准数量不能大于申请数量',
    en: 'The approved quantity cannot exceed the requested quantity' }),
  rule('PM-R3', { when: 'expireDate <= today()', fields: ['expireDate'], cn: '消化期限须晚于今天', en: 'The date must be after today' }),
  rule('PM-R4', { each: 'items', when: 'qty <= 0', fields: ['qty'], cn: '数量须大于0', en: 'The quantity must be more than 0' }),
])

/** Thresholds in RMB are shipped defaults; they count the amounts as SAP wrote them. */
const flow = defineFlow([
  approve('planHead', departmentHead('planner'), { cn: '计划主管', en: 'Planning head', mode: 'all', manual: true }),
  approve('salesConfirm', role('salesManagerApprover'), { cn: '销售确认', en: 'Sales', opinionRequired: true, when: 'customer != null' }),
  approve('projectManager', ownerOf('project'), { cn: '项目经理', en: 'Project manager', mode: 'all', when: 'project != null' }),
  approve('finance', role('accountant'), { cn: '财务', en: 'Finance', when: 'totalAmountRmb >= 50000' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all', when: 'totalAmountRmb >= 100000' }),
  approve('gm', generalManager, { cn: '总经理', en: 'General manager', mode: 'all', when: 'totalAmountRmb >= 500000' }),
  copy('cc', role('purchaseManager'), { cn: '抄送', en: 'CC' }),
])

/** Materials that planning prepares by hand, with the person responsible for leftovers. */
export const pmcManualSap = pushed({
  key: 'pmcManualSap',
  ...name,
  path: '/pmc-manual-sap',
  prefix: 'SGBL',
  icon: 'inbox',
  amount: 'totalAmountRmb',
  sections: pushedSections({ cn: '备料明细', en: 'Materials' }),
  fields,
  rules,
  flow,
  figures: readsStock({ plant: 'plant' }),
  subject: ['items.desc', 'reason'],
  columns: ['prepNo', 'plant', 'planner', 'totalAmountRmb', 'customer', 'project', 'expireDate'],
  answers: { approvedQty: 'approvedQty' },
  result: { responsible: 'responsible.code' },
})
