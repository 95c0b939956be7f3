import { calculated, defineFields, integer, money, number, person, radio, table, text } from '#kernel/fields.ts'
import { approve, copy, defineFlow, generalManager, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'
import { material, supplier } from '#plugins/masters/references.ts'
import { factory } from '#plugins/system/references.ts'
import { pushed, pushedHeader, pushedSections, readsStock, stockInSap } from './pushed.ts'

const name = { cn: 'MOQ触发采购审批', en: 'MOQ-triggered purchase' }

/** Condition that the extra quantity lasts longer than `months`; exact, since the months that are shown are rounded. */
const lastsBeyond = (months: number, row = '') =>
  `${row}extraQty * 6 > ${months} * (if ${row}last6Usage = null then 0 else ${row}last6Usage)`

const items = table({
  cn: '采购明细',
  en: 'Items',
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
    supplier: supplier({ cn: '供应商', en: 'Supplier', required: true }),
    requireQty: number({ cn: '需求数量', en: 'Required', required: true, min: 0, precision: 3 }),
    moq: number({ cn: 'MOQ', en: 'MOQ', required: true, min: 0, precision: 3 }),
    packQty: number({ cn: '包装量', en: 'Pack', required: true, min: 0, precision: 3 }),
    orderQty: number({ cn: '采购数量', en: 'Order quantity', required: true, min: 0, precision: 3 }),
    extraQty: calculated({ cn: '超出数量', en: 'Extra quantity', result: 'number', precision: 3,
      value: 'if orderQty = null or requireQty = null then null else orderQty - requireQty' }),
    price: money({ cn: '单价', en: 'Price', precision: 6, each: true, rmb: true, min: 0, required: true }),
    extraAmount: calculated({ cn: '超出金额', en: 'Extra amount', result: 'money', rmb: true,
      value: 'if extraQty = null or price = null then null else round half up(extraQty * price, 2)' }),
    stock: number({ cn: '库存', en: 'Stock', precision: 3 }),
    ...stockInSap,
    last6Usage: number({ cn: '近6月用量', en: 'Usage of 6 months', precision: 3, min: 0, default: '0' }),
    // 999: material without usage
    coverMonths: calculated({ cn: '可用月数', en: 'Cover months', result: 'number', precision: 2, infinity: 999,
      value: 'if extraQty <= 0 then 0 else if last6Usage = null or last6Usage = 0 then 999 else ' +
        'round half up(extraQty * 6 / last6Usage, 2)' }),
    source: text({ cn: '来源', en: 'Source', max: 50 }),
    decision: radio({
      cn: '结论',
      en: 'Decision',
      required: true,
      atNode: 'pmc',
      editAt: ['pmc'],
      default: '"1"',
      options: [
        { value: '1', cn: '同意MOQ', en: 'Accept MOQ' },
        { value: '2', cn: '按需求采购', en: 'Buy required only' },
        { value: '3', cn: '不采购', en: 'Do not buy' },
      ],
    }),
    consumePlan: text({ cn: '消化方案', en: 'Consumption plan', visible: `decision = "1" and ${lastsBeyond(6)}`, atNode: 'pmc',
      editAt: ['pmc'], max: 300 }),
    negotiated: text({ cn: '采购谈判结果', en: 'Negotiation result', editAt: ['purchase'], max: 200 }),
  },
})

const fields = defineFields({
  ...pushedHeader(name),
  batchNo: text({ cn: '批次号', en: 'Batch', required: true, max: 20, section: 'document' }),
  plant: factory({ cn: '工厂', en: 'Plant', required: true, section: 'document' }),
  purchaseGroup: text({ cn: '采购组', en: 'Purchasing group', required: true, max: 10, section: 'document' }),
  buyer: person({ cn: '采购员', en: 'Buyer', required: true, section: 'document' }),
  items,
  totalExtra: calculated({ cn: '超出总额', en: 'Total extra', result: 'money', rmb: true, trend: true,
    value: 'sum(items[extraAmount != null].extraAmount)', section: 'items' }),
})

const rules = defineRules([
  ...headerRules,
  rule('MQ-R1', { each: 'items', when: `decision = "1" and ${lastsBeyond(6)} and consumePlan = null`, fields: ['consumePlan'], at: ['pmc'],
    cn: '可用月数超过6个月，请填写消化方案', en: 'Cover exceeds 6 months, please enter a consumption plan' }),
  rule('MQ-R2', { each: 'items', when: 'decision = "2" and moq > requireQty', fields: ['decision'], at: ['pmc'], level: 'warn',
    cn: '供应商MOQ高于需求，可能无法按需求采购', en: 'The supplier’s MOQ exceeds what is required' }),
  rule('MQ-R3', { each: 'items', when: 'orderQty < requireQty or orderQty < moq', fields: ['orderQty'], cn: '采购数量不能小于需求数量和MOQ',
    en: 'The order quantity must not be below the required quantity or the MOQ' }),
  rule('MQ-R4', { each: 'items', when: 'packQty > 0 and modulo(orderQty, packQty) != 0', fields: ['orderQty'],
    cn: '采购数量须为包装量的整数倍', en: 'The order quantity must be a multiple of the pack' }),
])

/** Thresholds in RMB are shipped defaults. */
const flow = defineFlow([
  approve('purchase', role('purchaseManager'), { cn: '采购', en: 'Purchasing' }),
  approve('pmc', role('pmc'), { cn: 'PMC', en: 'PMC', manual: true }),
  approve('finance', role('accountant'), { cn: '财务', en: 'Finance', when: 'totalExtra >= 20000' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: `totalExtra >= 50000 or (some i in items satisfies ${lastsBeyond(12, 'i.')})` }),
  approve('gm', generalManager, { cn: '总经理', en: 'General manager', mode: 'all', when: 'totalExtra >= 300000' }),
  copy('cc', role('warehouse'), { cn: '抄送', en: 'CC' }),
])

/** Purchases above the required quantity because of a supplier's minimum order quantity. */
export const moqApproveSap = pushed({
  key: 'moqApproveSap',
  ...name,
  path: '/moq-approve-sap',
  prefix: 'MOQ',
  icon: 'shopping-cart',
  amount: 'totalExtra',
  sections: pushedSections({ cn: '采购明细', en: 'Items' }),
  fields,
  rules,
  flow,
  figures: readsStock({ plant: 'plant' }),
  subject: ['items.desc'],
  columns: ['batchNo', 'plant', 'purchaseGroup', 'buyer', 'totalExtra'],
  answers: { decision: 'decision', remark: 'consumePlan' },
})
