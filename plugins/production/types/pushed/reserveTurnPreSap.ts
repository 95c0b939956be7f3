import { calculated, date, defineFields, integer, money, number, person, table, text, textarea } from '#kernel/fields.ts'
import { approve, copy, defineFlow, departmentHead, role, rowPersons, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'
import { material } from '#plugins/masters/references.ts'
import { factory } from '#plugins/system/references.ts'
import { pushed, pushedHeader, pushedSections } from './pushed.ts'

const name = { cn: '预留变更', en: 'Reserved changes' }
const atPmc = { atNode: 'pmc', editAt: ['pmc'] } as const

const items = table({
  cn: '变更明细',
  en: 'Changes',
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
    fromReservation: text({ cn: '原预留', en: 'From reservation', required: true, max: 10 }),
    fromItem: text({ cn: '原预留行', en: 'From item', required: true, max: 4 }),
    fromObject: text({ cn: '原需求对象', en: 'From object', required: true, max: 30 }),
    toObject: text({ cn: '转入对象', en: 'To object', required: true, max: 30 }),
    toReservation: text({ cn: '转入预留', en: 'To reservation', max: 10 }),
    reservedQty: number({ cn: '预留数量', en: 'Reserved quantity', required: true, min: 0, precision: 3 }),
    changeQty: number({ cn: '变更数量', en: 'Changed quantity', required: true, min: 0, precision: 3 }),
    requireDate: date({ cn: '需求日期', en: 'Required date' }),
    storageLocation: text({ cn: '库存地点', en: 'Storage location', max: 10 }),
    batch: text({ cn: '批次', en: 'Batch', max: 10 }),
    amount: money({ cn: '金额', en: 'Amount', rmb: true, min: 0 }),
    agreedQty: number({ cn: '同意数量', en: 'Agreed quantity', required: true, min: 0, precision: 3, default: 'changeQty', ...atPmc }),
    agreedAmount: calculated({ cn: '同意金额', en: 'Agreed amount', result: 'money', rmb: true,
      value: 'if agreedQty = null or amount = null or changeQty = 0 then null else round half up(amount * agreedQty / changeQty, 2)' }),
    impact: text({ cn: '影响说明', en: 'Impact', required: 'agreedQty < changeQty', max: 200, ...atPmc }),
    fromOwner: person({ cn: '原需求负责人', en: 'Owner of the demand', required: true, ...atPmc }),
  },
})

const fields = defineFields({
  ...pushedHeader(name),
  changeNo: text({ cn: '变更号', en: 'Change no.', required: true, max: 20, section: 'document' }),
  plant: factory({ cn: '工厂', en: 'Plant', required: true, section: 'document' }),
  requester: person({ cn: '需求人', en: 'Requester', required: true, section: 'document' }),
  reason: textarea({ cn: '原因', en: 'Reason', required: true, max: 500, section: 'document', span: 4 }),
  items,
})

const rules = defineRules([
  ...headerRules,
  rule('RC-R1', { each: 'items', when: 'changeQty > reservedQty', fields: ['changeQty'], cn: '变更数量不能大于预留数量',
    en: 'The changed quantity cannot exceed the reserved quantity' }),
  rule('RC-R2', { each: 'items', when: 'fromObject = toObject', fields: ['toObject'], cn: '转入与转出对象不能相同',
    en: 'Source and target must differ' }),
  rule('RC-R3', { each: 'items', when: 'changeQty <= 0', fields: ['changeQty'], cn: '变更数量须大于0',
    en: 'The changed quantity must be more than 0' }),
  rule('RC-R4', { each: 'items', when: 'agreedQty > changeQty', fields: ['agreedQty'], at: ['pmc'], cn: '同意数量不能大于变更数量',
    en: 'The agreed quantity cannot exceed the changed quantity' }),
])

/** The threshold in RMB is a shipped default; it counts the amounts as SAP wrote them. */
const flow = defineFlow([
  approve('deptHead', departmentHead('requester'), { cn: '部门主管', en: 'Department head', mode: 'all' }),
  approve('pmc', role('pmc'), { cn: 'PMC', en: 'PMC', manual: true, opinionRequired: true }),
  approve('fromOwner', rowPersons('items.fromOwner'), { cn: '原需求负责人', en: 'Demand owner', mode: 'all' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'sum(items[amount != null].amount) >= 100000' }),
  copy('cc', role('warehouse'), { cn: '抄送', en: 'CC' }),
])

/** Reservations that move from one demand to another. */
export const reserveTurnPreSap = pushed({
  key: 'reserveTurnPreSap',
  ...name,
  path: '/reserve-turn-pre-sap',
  prefix: 'YLBG',
  icon: 'swap',
  sections: pushedSections({ cn: '变更明细', en: 'Changes' }),
  fields,
  rules,
  flow,
  subject: ['items.desc', 'reason'],
  columns: ['changeNo', 'plant', 'requester', 'sapDocNo'],
  answers: { approvedQty: 'agreedQty', remark: 'impact' },
})
