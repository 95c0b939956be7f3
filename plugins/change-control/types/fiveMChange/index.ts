import { attachment, calculated, date, datetime, defineFields, documentLink, integer, multiselect, number, radio, select, table, text,
  textarea, toggle } from '#kernel/fields.ts'
import { approve, both, copy, defineFlow, role, selectUser, vicePresident } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { basics, closing, deptHead, header, headerRules } from '#plugins/forms/kit.ts'
import { material } from '#plugins/masters/references.ts'
import { factory } from '#plugins/system/references.ts'
import { materialStock } from '../../sap.ts'

const temporary = 'duration = "temporary"'
const photos = { extensions: ['jpg', 'jpeg', 'png'], max: 20, maxBytes: 20_480_000 }

const change = defineFields({
  category: multiselect({ cn: '变更类别', en: 'Category', required: true, trend: true, dict: 'fiveMCategory', section: 'change', span: 2 }),
  level: radio({ cn: '变更级别', en: 'Level', required: true, trend: true, dict: 'fiveMLevel', default: '"C"', editAt: ['qualityAssess'],
    section: 'change' }),
  duration: radio({ cn: '变更性质', en: 'Nature', required: true, dict: 'fiveMDuration', default: '"temporary"', section: 'change' }),
  factory: factory({ cn: '工厂', en: 'Plant', required: true, section: 'change' }),
  line: text({ cn: '产线', en: 'Line', required: true, max: 30, section: 'change' }),
  productionOrderNo: text({ cn: '生产工单号', en: 'Production order no.', required: true, pattern: '^\\d{6,12}$', max: 12,
    section: 'change', hint: { cn: '6–12位数字', en: '6–12 digits' } }),
  orderQty: integer({ cn: '工单数量', en: 'Order quantity', required: true, min: 1, section: 'change' }),
  productModel: material({ cn: '产品型号', en: 'Product model', required: true, section: 'change', span: 2 }),
  planStart: date({ cn: '计划实施日期', en: 'Planned start', required: true, section: 'change' }),
  planEnd: date({ cn: '计划结束日期', en: 'Planned end', required: temporary, section: 'change' }),
  subject: text({ cn: '变更主题', en: 'Subject', required: true, max: 100, section: 'change', span: 4 }),
  before: textarea({ cn: '变更前', en: 'Before', required: true, max: 1000, section: 'change', span: 2 }),
  after: textarea({ cn: '变更后', en: 'After', required: true, max: 1000, section: 'change', span: 2 }),
  reason: textarea({ cn: '变更原因', en: 'Reason', required: true, max: 1000, section: 'change', span: 4 }),
  beforeAfterPhotos: attachment({ cn: '变更前后照片', en: 'Before and after photos', ...photos, section: 'change', span: 4 }),
  isOverdue: toggle({ cn: '已超期', en: 'Overdue', as: 'fiveMOverdue', system: true }),
})

const materialLines = table({
  cn: '涉及物料',
  en: 'Materials',
  required: 'list contains(category, "material")',
  min: 1,
  max: 200,
  section: 'materials',
  span: 4,
  columns: {
    material: material({ cn: '物料', en: 'Material', required: true }),
    oldMaterial: material({ cn: '原物料', en: 'Old material' }),
    qty: number({ cn: '数量', en: 'Quantity', required: true, min: 0.001, precision: 3 }),
    unit: select({ cn: '单位', en: 'Unit', required: true, dict: 'unit', default: 'material.unit' }),
    stockQty: number({ cn: '库存', en: 'Stock', system: true, precision: 3 }),
    shortQty: calculated({ cn: '缺口数量', en: 'Shortage', result: 'number', precision: 3,
      value: 'if qty > stockQty then qty - stockQty else 0' }),
    needPurchase: radio({ cn: '需采购', en: 'To purchase', required: true, trend: true, dict: 'yesNo', default: '"0"' }),
    needSmt: radio({ cn: '需贴片', en: 'SMT needed', required: true, trend: true, dict: 'yesNo', default: '"0"' }),
  },
})

/** State and note of a professional area: assessed at its own node, verified at the last. */
const area = (cn: string, en: string, { key, node }: { readonly key: string; readonly node: string }) => ({
  state: select({ cn: `${cn}状态`, en: `${en} state`, required: true, trend: true, dict: `fiveM${en}State`, default: '"1"',
    editAt: [node, 'verify'], section: 'assessment' }),
  note: textarea({ cn: `${cn}评估说明`, en: `${en} assessment`, required: `${key} in ("3","4")`, max: 500, atNode: node, editAt: [node],
    section: 'assessment', span: 3 }),
})

const electronic = area('电子', 'Electronic', { key: 'electronicState', node: 'electronic' })
const structure = area('结构', 'Structure', { key: 'structureState', node: 'structure' })
const software = area('软件', 'Software', { key: 'softwareState', node: 'software' })

const assessment = defineFields({
  electronicState: electronic.state,
  electronicNote: electronic.note,
  structureState: structure.state,
  structureNote: structure.note,
  softwareState: software.state,
  softwareNote: { ...software.note, span: 2 as const },
  softwareVersion: text({ cn: '软件版本', en: 'Software version', required: 'softwareState in ("3","4")', max: 40, atNode: 'software',
    editAt: ['software'], section: 'assessment' }),
  risk: select({ cn: '风险评估', en: 'Risk assessment', required: true, trend: true, dict: 'riskGrade', default: '"low"',
    editAt: ['qualityAssess'], section: 'assessment' }),
  customerNotice: radio({ cn: '通知客户', en: 'Customer notified', required: true, dict: 'yesNo',
    default: 'if level = "A" then "1" else "0"', editAt: ['qualityAssess'], section: 'assessment' }),
  needEcn: radio({ cn: '是否转ECN', en: 'ECN needed', dict: 'yesNo', atNode: 'qualityAssess', editAt: ['qualityAssess'], default: '"0"',
    section: 'assessment' }),
})

const execution = defineFields({
  arrivalTime: datetime({ cn: '到货时间', en: 'Arrival time', atNode: 'materialPurchase', editAt: ['materialPurchase'],
    section: 'execution' }),
  plannedReturnTime: datetime({ cn: '计划归还（回板）时间', en: 'Planned return time', atNode: 'patchPlan', editAt: ['patchPlan'],
    section: 'execution' }),
  smtOrderNo: text({ cn: 'SMT订单号', en: 'SMT order no.', pattern: '^[A-Z0-9-]{6,20}$', max: 20, atNode: 'patchOrder',
    editAt: ['patchOrder'], section: 'execution' }),
  ecn: documentLink({ cn: '关联ECN', en: 'Linked ECN', required: 'needEcn = "1" and duration = "permanent"', shown: true, atNode: 'verify',
    editAt: ['verify'], links: ['ecnApply'], linkStates: ['inApproval', 'completed'], binds: true, max: 1, section: 'execution', span: 2 }),
  inspection: table({
    cn: '首件确认',
    en: 'First-article check',
    atNode: 'verify',
    editAt: ['verify'],
    min: 1,
    max: 100,
    section: 'execution',
    span: 4,
    columns: {
      inspectionStatus: select({ cn: '检验状态', en: 'Inspection status', required: true, dict: 'inspectStatus', default: '"ok"' }),
      productionOrderNo: text({ cn: '生产订单号', en: 'Production order no.', required: true, max: 12,
        default: 'header.productionOrderNo' }),
      productionDate: date({ cn: '生产日期', en: 'Production date', required: true, default: 'today()' }),
      serialNo: text({ cn: '序列号', en: 'Serial no.', required: true, max: 40 }),
      issuedQty: number({ cn: '发料数量', en: 'Issued quantity', required: true, min: 0, precision: 3 }),
      qualifiedQty: number({ cn: '合格数量', en: 'Qualified quantity', required: true, min: 0, precision: 3 }),
      photos: attachment({ cn: '首件照片', en: 'First-article photos', ...photos }),
    },
  }),
})

const notAssessed = (cn: string, en: string): { readonly cn: string; readonly en: string } => ({ cn: `请填写${cn}评估状态`,
  en: `Please set the ${en} state` })

/** The initiator sets an area to "not involved" or "to assess"; the other states are set at its node. */
const assessedLater = ['electronicState', 'structureState', 'softwareState'] as const

const rules = defineRules([
  ...headerRules,
  rule('FM-R2', { each: 'inspection', when: 'qualifiedQty > issuedQty', fields: ['qualifiedQty'], at: ['verify'],
    cn: '合格数量不能大于发料数量', en: 'The qualified quantity cannot exceed the issued quantity' }),
  rule('FM-R3a', { when: 'electronicState in ("1","5")', fields: ['electronicState'], at: ['electronic'],
    ...notAssessed('电子', 'electronic') }),
  rule('FM-R3b', { when: 'structureState in ("1","5")', fields: ['structureState'], at: ['structure'],
    ...notAssessed('结构', 'structure') }),
  rule('FM-R3c', { when: 'softwareState in ("1","5")', fields: ['softwareState'], at: ['software'], ...notAssessed('软件', 'software') }),
  rule('FM-R4', {
    when: 'not(electronicState in ("0","2","5") and structureState in ("0","2","5") and softwareState in ("0","2","5"))',
    fields: [...assessedLater],
    at: ['verify'],
    cn: '电子/结构/软件状态未全部验证',
    en: 'Not all professional states are verified',
  }),
  ...assessedLater.map((field, index) =>
    rule(`FM-R8${'abc'[index] ?? ''}`, { when: `not(${field} in ("0","1"))`, fields: [field], cn: '发起时只能选择不涉及或待评估',
      en: 'Only “Not involved” or “To assess” can be chosen at filing' })
  ),
  rule('FM-R5', { when: `${temporary} and days(planStart, planEnd) - 1 > 90`, fields: ['planEnd'], cn: '临时变更不能超过90天',
    en: 'A temporary change may not exceed 90 days' }),
  rule('FM-R7', { when: 'level = "A" and customerNotice = "0"', fields: ['customerNotice'], at: ['start', 'qualityAssess'],
    cn: '重大变更必须通知客户', en: 'A major change must be notified to the customer' }),
  rule('FM-R9', { when: 'planStart < today()', fields: ['planStart'], cn: '计划实施日期不能早于今天',
    en: 'The planned start can’t be in the past' }),
  rule('FM-R10', { when: 'planEnd < planStart', fields: ['planEnd'], cn: '计划结束日期不能早于计划实施日期',
    en: 'The planned end must not be earlier than the planned start' }),
  rule('FM-R11', { when: 'arrivalTime < now() - duration("PT10M")', fields: ['arrivalTime'], at: ['materialPurchase'],
    cn: '到货时间不能早于当前时间', en: 'The arrival time can’t be in the past' }),
  rule('FM-R12', { when: 'plannedReturnTime < arrivalTime', fields: ['plannedReturnTime'], at: ['patchPlan'],
    cn: '计划归还时间不能早于到货时间', en: 'The planned return must not be earlier than the arrival' }),
  rule('FM-R13', { each: 'inspection', when: 'productionDate > today()', fields: ['productionDate'], at: ['verify'],
    cn: '生产日期不能晚于今天', en: 'The production date can’t be in the future' }),
])

const purchased = 'some m in materialLines satisfies m.needPurchase = "1"'
const mounted = 'some m in materialLines satisfies m.needSmt = "1"'
const stated = { opinionRequired: true, manual: true } as const

const flow = defineFlow([
  deptHead,
  approve('process', role('processEngineer'), {
    cn: '工艺',
    en: 'Process engineering',
    manual: true,
    checkList: [{ id: 'sop', cn: 'SOP', en: 'SOP' }, { id: 'training', cn: '人员培训', en: 'Training' }, { id: 'machine', cn: '设备参数',
      en: 'Machine settings' }],
  }),
  approve('electronic', selectUser(1), { cn: '电子研发', en: 'Electronics', manual: true, when: 'electronicState != "0"' }),
  approve('structure', selectUser(1), { cn: '结构研发', en: 'Structure', manual: true, when: 'structureState != "0"' }),
  approve('software', selectUser(1), { cn: '软件研发', en: 'Software', manual: true, when: 'softwareState != "0"' }),
  approve('qualityAssess', role('qualityHead'), {
    cn: '质量评估',
    en: 'Quality assessment',
    mode: 'all',
    manual: true,
    checkList: [{ id: 'fmea', cn: 'FMEA更新', en: 'FMEA' }, { id: 'controlPlan', cn: '控制计划', en: 'Control plan' }],
  }),
  approve('materialPurchase', role('purchaseManager'), { cn: '物料采购', en: 'Material purchase', when: purchased, ...stated,
    opinionMustContain: ['arrivalTime'] }),
  approve('patchPlan', role('smtPlanner'), { cn: '贴片计划', en: 'Patch plan', when: mounted, ...stated,
    opinionMustContain: ['plannedReturnTime'] }),
  approve('patchOrder', role('smtPlanner'), { cn: '贴片订单', en: 'Patch order', when: mounted, ...stated,
    opinionMustContain: ['smtOrderNo'] }),
  approve('production', role('productionHead'), { cn: '生产负责人', en: 'Production head', mode: 'all' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'level = "A" or risk = "high"' }),
  approve('verify', role('sqe'), {
    cn: '首件验证',
    en: 'First-article verification',
    manual: true,
    checkList: [{ id: 'firstArticle', cn: '首件合格', en: 'First article' }, { id: 'traceability', cn: '批次追溯标识',
      en: 'Lot traceability' }],
  }),
  copy('cc', both(role('pmc'), role('warehouse')), { cn: '抄送', en: 'CC' }),
  copy('ccSales', role('salesManagerApprover'), { cn: '抄送销售', en: 'CC sales', when: 'customerNotice = "1"' }),
], { hidden: ['return'] })

/** A change of man, machine, material, method, measurement or environment in production, temporary or permanent. */
export const fiveMChange = defineForm({
  key: 'fiveMChange',
  cn: '5M变更',
  en: '5M change',
  path: '/fiveM-change',
  prefix: 'FMC',
  group: 'change',
  icon: 'swap',
  sections: [
    basics,
    { id: 'change', cn: '变更', en: 'Change' },
    { id: 'materials', cn: '涉及物料', en: 'Materials' },
    { id: 'assessment', cn: '专业评估', en: 'Assessment' },
    { id: 'execution', cn: '实施与首件', en: 'Execution and first article' },
    ...closing,
  ],
  fields: defineFields({ ...header({ cn: '5M变更', en: '5M change' }), ...change, materialLines, ...assessment, ...execution }),
  rules,
  flow,
  figures: materialStock,
  print: { photos: ['beforeAfterPhotos'] },
  subject: ['subject'],
  columns: ['level', 'duration', 'factory', 'productModel', 'productionOrderNo', 'planStart', 'planEnd', 'electronicState',
    'structureState', 'softwareState', 'risk'],
})
