import { type ApprovalNode, approve, type Block, copy, defineFlow, departmentHead, ownerOf, personIn, role,
  vicePresident } from '#kernel/flow.ts'
import { defineForm, type Posts } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, date, datetime, defineFields, documentLink, integer, number, person, select, table, text,
  textarea } from '#kernel/fields.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { material } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { factory } from '#plugins/system/references.ts'

/** Types that are charged to a cost centre and an account. */
const charged = 'requisitionType in ("costCenter","rd","service","scrap")'
const isReturn = 'header.requisitionType = "return"'
const warehouse = ['whIssue'] as const
const inspection = { editAt: ['qcInspect'] } as const

/** SAP's usual movement that takes a goods issue back, and those that may be chosen. */
const returning =
  'if count(originalDoc) > 0 and originalDoc[1].movementType = "311" then "312" else if costCenter != null then "202" else if project != null then "222" else "262"'
const takesBack = 'movementType in ("202","222","262","312")'

/** SAP's usual movement of each type; PMC may choose another. */
const usualMovement = 'if requisitionType in ("costCenter","rd","service") then "201" else if requisitionType = "project" then "221" ' +
  'else if requisitionType in ("production","set") then "261" else if requisitionType = "scrap" then "551" ' +
  `else if requisitionType = "borrow" then "311" else if requisitionType = "return" then (${returning}) else null`

const request = defineFields({
  factory: factory({ cn: '工厂', en: 'Plant', required: true, trend: true, clears: ['items'], section: 'request' }),
  requisitionType: select({ cn: '领料类型', en: 'Type', required: true, trend: true, dict: 'reqType', default: '"costCenter"',
    clears: ['items', 'movementType'], section: 'request' }),
  movementType: select({ cn: '移动类型', en: 'Movement type', required: true, dict: 'sapMovement', editAt: ['pmc'], default: usualMovement,
    section: 'request' }),
  reason: select({ cn: '领料原因', en: 'Reason', required: true, dict: 'reqReason', section: 'request' }),
  reasonDesc: textarea({ cn: '原因说明', en: 'Explanation', required: 'reason = "other"', max: 300, section: 'request', span: 4 }),
  costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: charged, trend: true, section: 'request',
    visible: `${charged} or requisitionType = "return"`, default: `if ${charged} then usualCostCenter.id else null` }),
  usualCostCenter: costCenter({ cn: '常用成本中心', en: 'Usual cost centre', system: true, readOnly: true }),
  project: project({ cn: '项目', en: 'Project', required: 'requisitionType in ("rd","project")', trend: true, section: 'request',
    visible: 'requisitionType in ("rd","project","return")' }),
  productionOrderNo: text({ cn: '生产工单号', en: 'Production order no.', required: 'requisitionType in ("production","set")',
    visible: 'requisitionType in ("production","set","return")', pattern: '^\\d{6,12}$', hint: { cn: '6–12位数字', en: '6–12 digits' },
    section: 'request' }),
  subject: text({ cn: '总账科目', en: 'G/L account', required: charged, pattern: '^\\d{6,10}$', editAt: ['finance'],
    hint: { cn: '6–10位数字', en: '6–10 digits' }, section: 'request' }),
  setMaterial: material({ cn: '套料编码', en: 'Set-material code', required: 'requisitionType = "set"', filter: 'option.isSet = true',
    section: 'request' }),
  setCount: integer({ cn: '套数', en: 'Set count', required: 'requisitionType = "set"', min: 1, max: 99_999,
    default: 'if requisitionType = "set" then 1 else null', section: 'request' }),
  useDate: date({ cn: '需用日期', en: 'Required date', required: true, default: 'today()', section: 'request' }),
  plannedReturnTime: datetime({ cn: '计划归还时间', en: 'Planned return time', required: 'requisitionType = "borrow"', editAt: warehouse,
    section: 'request' }),
  /** Cost centre, project and order of the issue are credited. */
  originalDoc: documentLink({ cn: '原领料单', en: 'Original requisition', required: 'requisitionType = "return"',
    links: ['materialRequisition'], binds: true, max: 1, section: 'request', span: 2,
    proposes: { set: { costCenter: 'option.costCenter', project: 'option.project', productionOrderNo: 'option.productionOrderNo' } } }),
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
    itemKey: calculated({ cn: '物料标识', en: 'Item key', result: 'text', visible: 'false',
      value: 'material.id + "|" + (if storageLocation = null then "" else storageLocation) + "|" + (if batch = null then "" else batch)' }),
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
    qualifiedQty: number({ cn: '合格数量', en: 'Qualified quantity', requiredAt: { qcInspect: true }, min: 0, precision: 3,
      ...inspection }),
    unqualifiedQty: calculated({ cn: '不合格数量', en: 'Unqualified quantity', result: 'number', precision: 3,
      value: 'if baseQty = null or qualifiedQty = null then null else baseQty - qualifiedQty' }),
    note: text({ cn: '不良描述', en: 'Defect description', required: 'unqualifiedQty > 0', max: 200, ...inspection }),
  },
})

const fields = defineFields({
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

/** Entries that both postings have for the whole requisition; lists have an entry for each row of the table. */
const common = { project: 'project.sapId', costCentre: 'costCenter.code', recipient: 'receiver.nameCn', plants: 'factory.code' } as const

const returns = 'requisitionType = "return"'

/**
 * Postings of a requisition, within the pass: one reservation by the last approver before the issue, and one material document, all
 * materials or none, by the warehouse. Returns reserve nothing, and their unqualified quantities go into blocked stock; rows without a
 * quantity are not sent.
 */
function posts(beforeIssue: readonly ApprovalNode[]): readonly Posts[] {
  const reservations = beforeIssue.map(({ id }, index): Posts => ({
    id: `reservation-${id}`,
    cn: '预留',
    en: 'Reservation',
    at: id,
    before: true,
    call: 'sap.reservation',
    when: [`not(${returns})`, ...beforeIssue.slice(index + 1).map(({ when = 'true' }) => `not(${when})`)].join(' and '),
    body: {
      ...common,
      movement: 'movementType',
      reservationDate: 'useDate',
      order: 'productionOrderNo',
      materials: 'items.material.code',
      storageLocations: 'items.storageLocation',
      batches: 'items.batch',
      quantities: 'items.quantity',
      units: 'items.unit',
      requirementDates: 'useDate',
    },
    into: 'reservation',
    reversal: 'sap.reservationDeletion',
    role: 'sapAdmin',
  }))
  return [...reservations, {
    id: 'issue',
    cn: '发料过账',
    en: 'Goods movement',
    at: 'whIssue',
    before: true,
    call: 'sap.materialDocument',
    when: `${returns} or count(items[issuedQty > 0]) > 0`,
    body: {
      ...common,
      movementCode: '"03"',
      postingDate: 'today()',
      documentDate: 'today()',
      movements: `if ${returns} and not(${takesBack}) then (${returning}) else movementType`,
      orders: 'productionOrderNo',
      account: 'subject',
      reservation: 'reservation',
      materials: 'items.material.code',
      storageLocations: 'items.storageLocation',
      batches: 'items.batch',
      quantities: 'items.movedQty',
      blockedQuantities: 'items.blockedQty',
      units: 'items.unit',
    },
    amount: 'totalAmount',
    into: 'materialDoc',
    reversal: 'sap.materialDocumentCancellation',
    role: 'sapAdmin',
  }]
}

const inspected = ['qcInspect'] as const
const short = 'stock != null and quantity > stock'
const words = { cn: '库存不足，可用{n}', en: 'Insufficient stock, {n} available', blanks: { n: 'string(stock)' } } as const

const rules = defineRules([
  ...headerRules,
  rule('MR-R1-status', { each: 'inspections', when: 'inspectionStatus = null', fields: ['inspectionStatus'], at: inspected,
    cn: '检验状态不能为空', en: 'Inspection status is required' }),
  rule('MR-R1-order', { each: 'inspections', when: 'productionOrderNo = null', fields: ['productionOrderNo'], at: inspected,
    cn: '生产工单号不能为空', en: 'Production order number is required' }),
  rule('MR-R1-date', { each: 'inspections', when: 'productionDate = null', fields: ['productionDate'], at: inspected, cn: '日期不能为空',
    en: 'Date is required' }),
  rule('MR-R1-serial', { each: 'inspections', when: 'serialNo = null', fields: ['serialNo'], at: inspected, cn: '生产序列号不能为空',
    en: 'Production serial number is required' }),
  rule('MR-R1-pending', { each: 'inspections', when: 'inspectionStatus = "pending"', fields: ['inspectionStatus'], at: inspected,
    cn: '请给出检验结果', en: 'Enter the result of the inspection' }),
  rule('MR-R1-future', { each: 'inspections', when: 'productionDate > today()', fields: ['productionDate'], at: inspected,
    cn: '日期不能晚于今天', en: 'The date must not be in the future' }),
  rule('MR-R2-returned', { each: 'inspections', when: 'header.requisitionType = "return" and qualifiedQty > baseQty',
    fields: ['qualifiedQty'], at: inspected, cn: '合格数量不能大于退料数量',
    en: 'The qualified quantity cannot exceed the returned quantity' }),
  rule('MR-R2', { each: 'inspections', when: 'header.requisitionType != "return" and qualifiedQty > baseQty', fields: ['qualifiedQty'],
    at: inspected, cn: '合格数量不能大于领料数量', en: 'The qualified quantity cannot exceed the requisition quantity' }),
  rule('MR-R3', { each: 'items', when: `not(header.requisitionType in ("production","set","return")) and ${short}`, fields: ['quantity'],
    ...words }),
  rule('MR-R3-production', { each: 'items', when: `header.requisitionType in ("production","set") and ${short}`, fields: ['quantity'],
    level: 'warn', ...words }),
  rule('MR-R4-zero', { each: 'items', when: 'header.requisitionType = "return" and returnedQty = 0', fields: ['returnedQty'],
    cn: '退料数量须大于0', en: 'The returned quantity must be more than 0' }),
  rule('MR-R4-movement', { when: `${returns} and movementType != null and not(${takesBack})`, fields: ['movementType'],
    cn: '退料请选择202、222、262或312', en: 'For a return, choose 202, 222, 262 or 312' }),
  rule('MR-R4-issue', { when: `not(${returns}) and ${takesBack}`, fields: ['movementType'], at: ['start', 'pmc'],
    cn: '发料不能选择退料的移动类型', en: 'An issue can’t have the movement type of a return' }),
  rule('MR-R16', { when: 'count(distinct values(items.itemKey)) < count(items)', fields: ['items'], at: ['start', 'whIssue'],
    cn: '物料、库存地点和批次重复', en: 'Two rows have the same material, storage location and batch' }),
  rule('MR-R17', { when: 'some i in items satisfies not(some r in inspections satisfies r.material.id = i.material.id)',
    fields: ['inspections'], at: inspected, cn: '每种物料都须有检验记录', en: 'Each material needs an inspection record' }),
  rule('MR-R5', { when: 'requisitionType != "return" and project != null and project.status != "1"', fields: ['project'], cn: '项目已关闭',
    en: 'The project is closed' }),
  rule('MR-R6', { when: 'requisitionType != "return" and costCenter != null and costCenter.status != "1"', fields: ['costCenter'],
    cn: '成本中心已停用', en: 'The cost centre is disabled' }),
  rule('MR-R7', { when: 'setMaterial != null and setMaterial.isSet != true', fields: ['setMaterial'], cn: '套料无BOM',
    en: 'The set material has no BOM' }),
  rule('MR-R9', { each: 'items', when: 'quantity <= 0 and header.requisitionType != "return"', fields: ['quantity'], cn: '申请数量须大于0',
    en: 'The requisition quantity must be more than 0' }),
  rule('MR-R10', { each: 'items', when: 'quantity != null and unit = "pcs" and floor(quantity) != quantity', fields: ['quantity'],
    cn: '单位为件时数量须为整数', en: 'The quantity must be a whole number of pieces' }),
  rule('MR-R11', { each: 'items', when: 'issuedQty > quantity', fields: ['issuedQty'], at: ['whIssue'], cn: '实发数量不能大于申请数量',
    en: 'The issued quantity cannot exceed the requisition quantity' }),
  rule('MR-R12', { when: 'useDate < today()', fields: ['useDate'], cn: '需用日期不能早于今天',
    en: 'The required date must not be before today' }),
  rule('MR-R13', { when: 'plannedReturnTime != null and plannedReturnTime <= now()', fields: ['plannedReturnTime'],
    at: ['start', 'whIssue'], cn: '计划归还时间须晚于现在', en: 'The planned return time must be in the future' }),
  rule('MR-R14', { when: 'plannedReturnTime != null and date(plannedReturnTime) > today() + duration("P90D")',
    fields: ['plannedReturnTime'], at: ['start', 'whIssue'], cn: '借料不能超过90天', en: 'Materials are lent for 90 days at most' }),
  rule('MR-R15', { each: 'items', when: 'header.requisitionType != "return" and returnedQty != null', fields: ['returnedQty'],
    cn: '只有退料才填写退料数量', en: 'Only a return has a returned quantity' }),
])

/** Thresholds in RMB are shipped defaults. */
const beforeIssue = [
  approve('deptHead', departmentHead('applicantDept'), { cn: '部门主管', en: 'Department head', mode: 'all' }),
  approve('costOwner', ownerOf('costCenter'), { cn: '成本中心负责人', en: 'Cost-centre owner', mode: 'all', when: 'costCenter != null' }),
  approve('projectManager', ownerOf('project'), { cn: '项目经理', en: 'Project manager', mode: 'all', when: 'project != null' }),
  approve('pmc', role('pmc'), { cn: 'PMC', en: 'PMC', when: 'requisitionType in ("production","set","scrap")',
    opinionMustContain: [{ text: 'arrivalTime', when: 'some i in items satisfies i.quantity > i.stock' }] }),
  approve('finance', role('accountant'), { cn: '财务', en: 'Finance', when: 'requisitionType = "scrap" or totalAmount >= 20000' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all', when: 'totalAmount >= 50000' }),
  approve('qcInspect', role('iqc'), { cn: '质检', en: 'Inspection', manual: true, hidden: ['refuse'],
    when: 'requisitionType = "return" or (requisitionType = "production" and reason in ("defect","rework"))' }),
] as const

const flow = defineFlow([
  ...beforeIssue,
  approve('whIssue', role('warehouse', { by: 'factory', of: 'factory' }), { cn: '仓库发料', en: 'Warehouse', manual: true,
    hidden: ['refuse'], opinionMustContain: [{ text: 'plannedReturnTime', when: 'requisitionType = "borrow"' }] }),
  approve('receiverConfirm', personIn('receiver'), { cn: '领料人确认', en: 'Receiver', mode: 'all', confirms: true, hidden: ['refuse'] }),
  copy('cc', role('planner'), { cn: '抄送', en: 'CC', when: 'requisitionType = "production"' }),
] satisfies readonly Block[], { hidden: ['return'] })

/** Materials that a department, a project or an order takes out of a warehouse, or brings back. */
export const materialRequisition = defineForm({
  key: 'materialRequisition',
  cn: '领料申请',
  en: 'Material requisition',
  path: '/material-requisition-apply',
  detailPath: '/nmaterial-requisition-apply',
  prefix: 'LLSQ',
  group: 'production',
  icon: 'inbox',
  amount: 'totalAmount',
  sections: [
    basics,
    { id: 'request', cn: '领料信息', en: 'Requisition' },
    { id: 'items', cn: '物料明细', en: 'Materials' },
    { id: 'inspection', cn: '检验', en: 'Inspection' },
    { id: 'issue', cn: '发料', en: 'Issue' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  posts: posts(beforeIssue),
  figures: [{ call: 'sap.stock', with: { material: 'material', plant: 'factory', storageLocation: 'storageLocation' },
    narrowedBy: { batch: 'batch' }, rows: 'items', into: { stock: 'qty' }, at: ['edit', 'submit', 'whIssue'] }],
  subject: ['items.materialDesc', 'reasonDesc'],
  columns: ['factory', 'requisitionType', 'totalAmount', 'useDate', 'costCenter', 'project', 'materialDoc'],
})
