import { calculated, currency, date, defineFields, integer, money, number, person, radio, select, table, text, textarea,
  toggle } from '#kernel/fields.ts'
import { approve, copy, defineFlow, departmentHead, generalManager, ownerOf, personIn, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'
import { material, supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { factory } from '#plugins/system/references.ts'
import { pushed, pushedHeader, pushedSections, readsStock, stockInSap } from './pushed.ts'

const name = { cn: 'SAP采购申请', en: 'SAP purchase requisition' }
/** A line that SAP has deleted counts in no total and in no condition, and needs no decision. */
const counts = 'deleted != true'
const assigned = (category: string) => `some i in items satisfies i.acctCategory = "${category}" and not(i.deleted = true)`

const items = table({
  cn: '申请明细',
  en: 'Items',
  required: true,
  min: 1,
  max: 500,
  section: 'items',
  span: 4,
  struckBy: 'deleted',
  columns: {
    itemNo: integer({ cn: '行号', en: 'Item', required: true, min: 1, max: 99_999, isName: true }),
    material: material({ cn: '物料', en: 'Material' }),
    desc: text({ cn: '描述', en: 'Description', required: true, max: 100 }),
    qty: number({ cn: '数量', en: 'Quantity', required: true, min: 0, precision: 3 }),
    unit: text({ cn: '单位', en: 'Unit', required: true, max: 10 }),
    price: money({ cn: '评估价', en: 'Valuation price', required: true, precision: 6, each: true, min: 0 }),
    priceUnit: integer({ cn: '价格单位', en: 'Price per', required: true, min: 1, max: 99_999 }),
    amount: calculated({ cn: '金额', en: 'Amount', result: 'money', value: 'round half up(qty / priceUnit * price, 2)' }),
    deliveryDate: date({ cn: '交货日期', en: 'Delivery date', required: true, isLateAfter: true }),
    acctCategory: select({ cn: '科目分配', en: 'Account assignment', dict: 'prAcctCategory' }),
    costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: 'acctCategory = "K"' }),
    project: project({ cn: '项目', en: 'Project', required: 'acctCategory = "P"' }),
    order: text({ cn: '内部订单', en: 'Order', visible: 'acctCategory = "F"', max: 20 }),
    asset: text({ cn: '资产', en: 'Asset', required: 'acctCategory = "A"', max: 20 }),
    glAccount: text({ cn: '科目', en: 'G/L account', max: 10 }),
    storageLocation: text({ cn: '库存地点', en: 'Storage location', max: 10 }),
    supplier: supplier({ cn: '建议供应商', en: 'Supplier' }),
    lastPrice: money({ cn: '上次价', en: 'Last price', precision: 6, each: true, min: 0 }),
    lastSupplier: text({ cn: '上次供应商', en: 'Last supplier', max: 100 }),
    stock: number({ cn: '库存', en: 'Stock', precision: 3 }),
    ...stockInSap,
    openPoQty: number({ cn: '在途', en: 'On order', precision: 3 }),
    text: text({ cn: '文本', en: 'Text', max: 200 }),
    deleted: toggle({ cn: 'SAP已删除', en: 'Deleted in SAP' }),
    decision: radio({ cn: '行结论', en: 'Line decision', required: counts, atNode: 'prApprove', editAt: ['prApprove'],
      default: 'if deleted = true then null else "1"',
      options: [{ value: '1', cn: '同意', en: 'Agree' }, { value: '0', cn: '不同意', en: 'Disagree' }] }),
    lineRemark: text({ cn: '行备注', en: 'Line remark', required: 'decision = "0"', atNode: 'prApprove', editAt: ['prApprove'], max: 200 }),
  },
})

const fields = defineFields({
  ...pushedHeader(name),
  prNo: text({ cn: '采购申请号', en: 'PR no.', required: true, pattern: '^\\d{10}$', section: 'document' }),
  docType: select({ cn: '凭证类型', en: 'Document type', required: true, trend: true, dict: 'prDocType', section: 'document' }),
  purchaseGroup: text({ cn: '采购组', en: 'Purchasing group', required: true, pattern: '^[A-Z0-9]{3}$', section: 'document' }),
  plant: factory({ cn: '工厂', en: 'Plant', required: true, section: 'document' }),
  requester: person({ cn: '需求人', en: 'Requester', required: true, section: 'document' }),
  deptCode: text({ cn: '需求部门编码', en: 'Department code', max: 20, section: 'document' }),
  currencyType: currency({ cn: '币种', en: 'Currency', required: true, default: '"CNY"', section: 'document' }),
  exchangeRate: number({ cn: '汇率', en: 'Exchange rate to RMB', as: 'exchangeRate', system: true, readOnly: true, precision: 6,
    section: 'document' }),
  urgent: radio({ cn: '是否紧急', en: 'Urgent', dict: 'yesNo', default: '"0"', section: 'document' }),
  reason: textarea({ cn: '申请原因', en: 'Reason', required: true, max: 500, section: 'document', span: 4 }),
  items,
  totalAmount: calculated({ cn: '总金额', en: 'Total', result: 'money', trend: true,
    value: 'sum(items[not(deleted = true) and amount != null].amount)', section: 'items' }),
  totalAmountRmb: calculated({ cn: '总金额（人民币）', en: 'Total in RMB', result: 'money', rmb: true, trend: true,
    value: 'rmb(totalAmount, exchangeRate)', section: 'items' }),
})

const rules = defineRules([
  ...headerRules,
  ...fxRules,
  rule('PR-R2', { when: `count(items[${counts}]) > 0 and count(items[${counts} and not(decision = "0")]) = 0`, fields: ['items'],
    at: ['prApprove'], cn: '全部行不同意时请使用拒绝', en: 'All lines are disagreed, please use Refuse' }),
  rule('PR-R4', { each: 'items', when: 'qty <= 0', fields: ['qty'], cn: '数量须大于0', en: 'The quantity must be more than 0' }),
])

/** Thresholds in RMB are shipped defaults. Every approver gives an opinion. */
const flow = defineFlow([
  approve('deptHead', departmentHead('requester'), { cn: '部门主管', en: 'Department head', mode: 'all', opinionRequired: true }),
  approve('costOwner', ownerOf('items.costCenter'), { cn: '成本中心负责人', en: 'Cost-centre owner', mode: 'all', opinionRequired: true,
    when: assigned('K') }),
  approve('projectManager', ownerOf('items.project'), { cn: '项目经理', en: 'Project manager', mode: 'all', opinionRequired: true,
    when: assigned('P') }),
  approve('prApprove', role('purchaseManager'), { cn: '采购申请审批', en: 'Purchase-requisition approval', opinionRequired: true,
    manual: true }),
  approve('finance', role('accountant'), { cn: '财务', en: 'Finance', opinionRequired: true, when: 'docType in ("ZNB1","ZNB2")' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all', opinionRequired: true,
    when: 'totalAmountRmb >= 50000' }),
  approve('gm', generalManager, { cn: '总经理', en: 'General manager', mode: 'all', opinionRequired: true,
    when: 'totalAmountRmb >= 300000' }),
  copy('cc', personIn('requester'), { cn: '抄送', en: 'CC' }),
], { hidden: ['countersign', 'transfer', 'return'] })

/** A purchase requisition of SAP, released line by line. */
export const sapPurchaseRequisition = pushed({
  key: 'sapPurchaseRequisition',
  ...name,
  path: '/sapPurchaseRequisition',
  prefix: 'PR',
  icon: 'file',
  amount: 'totalAmountRmb',
  sections: pushedSections({ cn: '申请明细', en: 'Items' }),
  fields,
  rules,
  flow,
  figures: readsStock({ plant: 'plant' }, { storageLocation: 'storageLocation' }),
  subject: ['items.desc', 'reason'],
  columns: ['prNo', 'docType', 'plant', 'totalAmountRmb', 'requester', 'urgent', 'purchaseGroup'],
  answers: { decision: 'decision', remark: 'lineRemark' },
  call: 'sap.requisitionRelease',
  result: { requisition: 'prNo' },
})
