import { approve, type Block, copy, defineFlow, departmentHead, ownerOf, personIn, role, vicePresident } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { basics, closing, headerRules } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { posts } from './posts.ts'

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
  rule('MR-R5', { when: 'project != null and project.status != "1"', fields: ['project'], cn: '项目已关闭', en: 'The project is closed' }),
  rule('MR-R6', { when: 'costCenter != null and costCenter.status != "1"', fields: ['costCenter'], cn: '成本中心已停用',
    en: 'The cost centre is disabled' }),
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
  figures: [{ call: 'sap.stock', with: { material: 'material', plant: 'factory', storageLocation: 'storageLocation', batch: 'batch' },
    rows: 'items', into: { stock: 'qty' }, at: ['edit', 'submit', 'whIssue'] }],
  subject: ['items.materialDesc', 'reasonDesc'],
  columns: ['factory', 'requisitionType', 'totalAmount', 'useDate', 'costCenter', 'project', 'materialDoc'],
})
