import { calculated, date, datetime, defineFields, documentLink, integer, number, person, select, table, text,
  textarea } from '#kernel/fields.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { header } from '#plugins/forms/kit.ts'
import { material } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { factory } from '#plugins/system/references.ts'

/** Types that are charged to a cost centre and an account. */
const charged = 'requisitionType in ("costCenter","rd","service","scrap")'
const isReturn = 'header.requisitionType = "return"'
const warehouse = ['whIssue'] as const
const inspection = { editAt: ['qcInspect'] } as const

/** SAP's usual movement of each type; PMC may choose another. */
const usualMovement = 'if requisitionType in ("costCenter","rd","service") then "201" else if requisitionType = "project" then "221" ' +
  'else if requisitionType in ("production","set") then "261" else if requisitionType = "scrap" then "551" ' +
  'else if requisitionType = "borrow" then "311" else null'

const request = defineFields({
  factory: factory({ cn: '工厂', en: 'Plant', required: true, trend: true, section: 'request' }),
  requisitionType: select({ cn: '领料类型', en: 'Type', required: true, trend: true, dict: 'reqType', default: '"costCenter"',
    clears: ['items', 'movementType'], section: 'request' }),
  movementType: select({ cn: '移动类型', en: 'Movement type', required: true, dict: 'sapMovement', editAt: ['pmc'], default: usualMovement,
    section: 'request' }),
  reason: select({ cn: '领料原因', en: 'Reason', required: true, dict: 'reqReason', section: 'request' }),
  reasonDesc: textarea({ cn: '原因说明', en: 'Explanation', required: 'reason = "other"', max: 300, section: 'request', span: 4 }),
  costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: charged, trend: true, section: 'request' }),
  project: project({ cn: '项目', en: 'Project', required: 'requisitionType in ("rd","project")', trend: true, section: 'request' }),
  productionOrderNo: text({ cn: '生产工单号', en: 'Production order no.', required: 'requisitionType in ("production","set")',
    pattern: '^\\d{6,12}$', hint: { cn: '6–12位数字', en: '6–12 digits' }, section: 'request' }),
  subject: text({ cn: '总账科目', en: 'G/L account', required: charged, pattern: '^\\d{6,10}$', editAt: ['finance'],
    hint: { cn: '6–10位数字', en: '6–10 digits' }, section: 'request' }),
  setMaterial: material({ cn: '套料编码', en: 'Set-material code', required: 'requisitionType = "set"', filter: 'option.isSet = true',
    section: 'request' }),
  setCount: integer({ cn: '套数', en: 'Set count', required: 'requisitionType = "set"', min: 1, max: 99_999,
    default: 'if requisitionType = "set" then 1 else null', section: 'request' }),
  useDate: date({ cn: '需用日期', en: 'Required date', required: true, default: 'today()', section: 'request' }),
  plannedReturnTime: datetime({ cn: '计划归还时间', en: 'Planned return time', required: 'requisitionType = "borrow"', editAt: warehouse,
    section: 'request' }),
  originalDoc: documentLink({ cn: '原领料单', en: 'Original requisition', required: 'requisitionType = "return"',
    links: ['materialRequisition'], binds: true, max: 1, section: 'request', span: 2 }),
  receiver: person({ cn: '领料人', en: 'Receiver', required: true, default: 'applicant.id', section: 'request' }),
})

const items = table({
  cn: '物料明细',
  en: 'Materials',
  required: true,
  min: 1,
  max: 300,
  section: 'items',
  span: 4,
  fetches: {
    cn: '按套料展开',
    en: 'Expand the set',
    call: '/oaserver/production/setComponents',
    by: ['factory', 'setMaterial', 'setCount'],
    when: 'requisitionType = "set"',
  },
  takes: {
    from: 'originalDoc',
    of: {
      materialRequisition: {
        rows: 'items',
        when: 'issuedQty > 0',
        set: { material: 'material', unit: 'unit', storageLocation: 'storageLocation', batch: 'batch', issuedBefore: 'issuedQty' },
        keeps: ['material', 'unit', 'issuedBefore'],
      },
    },
  },
  columns: {
    material: material({ cn: '物料', en: 'Material', required: true,
      filter: 'option.isSet != true and (header.factory = null or option.factory = header.factory.code)' }),
    materialCode: text({ cn: '物料编码', en: 'Material code', readOnly: true, value: 'material.code' }),
    unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', default: 'material.unit' }),
    quantity: number({ cn: '申请数量', en: 'Requisition quantity', required: `not(${isReturn})`, shown: true, locked: isReturn, min: 0,
      precision: 3 }),
    storageLocation: text({ cn: '库存地点', en: 'Storage location', required: true, max: 10, pattern: '^[A-Z0-9]+$', editAt: warehouse,
      default: 'material.storageLocation' }),
    batch: text({ cn: '批次', en: 'Batch', max: 10, pattern: '^[A-Z0-9-]+$', editAt: warehouse,
      requiredAt: { whIssue: 'material.batchManaged = true' } }),
    stock: number({ cn: '可用库存', en: 'Available stock', system: true, readOnly: true, precision: 3 }),
    reservationNo: text({ cn: '预留号', en: 'Reservation no.', readOnly: true, value: 'header.reservation' }),
    issuedBefore: number({ cn: '原发料数量', en: 'Issued before', system: true, readOnly: true, visible: isReturn, precision: 3 }),
    returnedQty: number({ cn: '退料数量', en: 'Returned quantity', required: isReturn, min: 0, precision: 3 }),
    issuedQty: number({ cn: '实发数量', en: 'Issued quantity', required: `not(${isReturn})`, atNode: 'whIssue', editAt: warehouse, min: 0,
      precision: 3, default: 'quantity' }),
    shortReason: text({ cn: '少发原因', en: 'Reason for short issue', required: 'issuedQty < quantity', atNode: 'whIssue',
      editAt: warehouse, max: 100 }),
    // of the unqualified quantity of the material, set by the server
    blockedQty: number({ cn: '入冻结库存数量', en: 'Quantity to blocked stock', system: true, readOnly: true, visible: isReturn,
      precision: 3 }),
    movedQty: calculated({ cn: '过账数量', en: 'Posted quantity', result: 'number', precision: 3, visible: 'false',
      value: `if ${isReturn} then (if blockedQty = null then returnedQty else returnedQty - blockedQty) else issuedQty` }),
    standardPrice: number({ cn: '标准价', en: 'Standard price', system: true, readOnly: true, precision: 6 }),
    materialDesc: text({ cn: '物料描述', en: 'Description', readOnly: true, bilingual: true, value: 'material.name' }),
    amount: calculated({ cn: '金额', en: 'Amount', result: 'money', rmb: true,
      value: 'if quantity = null or standardPrice = null then null else round half up(quantity * standardPrice, 2)' }),
  },
})

/** Markers of quality, by material: written by incoming inspection at its node. */
const inspections = table({
  cn: '检验记录',
  en: 'Inspection records',
  required: true,
  min: 1,
  max: 300,
  atNode: 'qcInspect',
  section: 'inspection',
  span: 4,
  ...inspection,
  columns: {
    material: material({ cn: '物料', en: 'Material', required: true, ...inspection,
      filter: 'some i in header.items satisfies i.material.id = option.id' }),
    inspectionStatus: select({ cn: '检验状态', en: 'Inspection status', dict: 'inspectStatus', ...inspection }),
    productionOrderNo: text({ cn: '生产工单号', en: 'Production order no.', pattern: '^\\d{6,12}$', default: 'header.productionOrderNo',
      ...inspection }),
    productionDate: date({ cn: '日期', en: 'Date', default: 'today()', ...inspection }),
    serialNo: text({ cn: '生产序列号', en: 'Production serial no.', max: 40, ...inspection }),
    // requisitioned or returned quantity of the material, set by the server
    baseQty: number({ cn: '应检数量', en: 'Quantity to inspect', system: true, readOnly: true, precision: 3 }),
    qualifiedQty: number({ cn: '合格数量', en: 'Qualified quantity', required: true, min: 0, precision: 3, ...inspection }),
    unqualifiedQty: calculated({ cn: '不合格数量', en: 'Unqualified quantity', result: 'number', precision: 3,
      value: 'if baseQty = null or qualifiedQty = null then null else baseQty - qualifiedQty' }),
    note: text({ cn: '不良描述', en: 'Defect description', required: 'unqualifiedQty > 0', max: 200, ...inspection }),
  },
})

export const fields = defineFields({
  ...header({ cn: '领料申请', en: 'Material requisition' }),
  ...request,
  items,
  totalAmount: calculated({ cn: '金额合计', en: 'Total amount', result: 'money', rmb: true, trend: true,
    value: 'sum(items[amount != null].amount)', section: 'items' }),
  inspections,
  receivedDate: date({ cn: '收料日期', en: 'Received on', atNode: 'receiverConfirm', editAt: ['receiverConfirm'], default: 'today()',
    section: 'issue' }),
  reservation: text({ cn: 'SAP预留号', en: 'SAP reservation', system: true, readOnly: true, visible: 'reservation != null', max: 40,
    section: 'issue' }),
  materialDoc: text({ cn: 'SAP物料凭证', en: 'SAP material document', system: true, readOnly: true, visible: 'materialDoc != null', max: 40,
    section: 'issue' }),
})
