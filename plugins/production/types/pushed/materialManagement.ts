import { date, defineFields, documentLink, integer, money, number, person, select, table, text, toggle } from '#kernel/fields.ts'
import { approve, copy, defineFlow, personIn, role, rowPersons } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'
import { material, supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { pushed, pushedHeader, pushedSections } from './pushed.ts'

const name = { cn: '物料开发', en: 'Material development' }
const quoted = { required: 'devState in ("3","4")', atNode: 'develop', editAt: ['develop'] } as const

const items = table({
  cn: '物料明细',
  en: 'Materials',
  required: true,
  min: 1,
  max: 500,
  owner: 'developer',
  section: 'items',
  span: 4,
  columns: {
    itemNo: integer({ cn: '行号', en: 'Item', required: true, min: 1, max: 99_999, isName: true }),
    material: material({ cn: '物料', en: 'Material' }),
    desc: text({ cn: '描述', en: 'Description', required: true, max: 100 }),
    spec: text({ cn: '规格', en: 'Specification', max: 200 }),
    mpn: text({ cn: '原厂料号', en: 'MPN', max: 50 }),
    manufacturer: text({ cn: '制造商', en: 'Manufacturer', max: 50 }),
    annualQty: number({ cn: '年需求', en: 'Annual quantity', min: 0, precision: 3 }),
    unit: text({ cn: '单位', en: 'Unit', max: 10 }),
    targetPrice: money({ cn: '目标价', en: 'Target price', precision: 6, each: true, min: 0 }),
    requireDate: date({ cn: '需求日期', en: 'Required by' }),
    keyMaterial: toggle({ cn: '关键物料', en: 'Key material' }),
    developer: person({ cn: '开发工程师', en: 'Sourcing engineer', required: true, atNode: 'assign', editAt: ['assign'] }),
    devState: select({ cn: '开发状态', en: 'State', required: true, dict: 'materialDevState', default: '"0"',
      editAt: ['assign', 'develop'] }),
    supplier: supplier({ cn: '供应商', en: 'Supplier', ...quoted }),
    quotePrice: money({ cn: '报价', en: 'Quote', precision: 6, each: true, min: 0, ...quoted }),
    moq: number({ cn: 'MOQ', en: 'MOQ', precision: 3, min: 0, ...quoted }),
    leadDays: integer({ cn: '周期（天）', en: 'Lead time (days)', min: 1, max: 365, ...quoted }),
    sampleReview: documentLink({ cn: '样品评审单', en: 'Sample review', links: ['sampleReview'], binds: true, max: 1,
      required: 'devState = "4"', atNode: 'develop', editAt: ['develop'] }),
    planDate: date({ cn: '计划完成日期', en: 'Planned completion', required: true, atNode: 'assign', editAt: ['assign'],
      default: 'header.requireDate' }),
    doneDate: date({ cn: '实际完成日期', en: 'Completed on', required: 'devState = "4"', atNode: 'develop', editAt: ['develop'],
      default: 'if devState = "4" then today() else null' }),
    stopReason: text({ cn: '终止原因', en: 'Stop reason', required: 'devState = "5"', editAt: ['assign', 'develop'], max: 200 }),
  },
})

const fields = defineFields({
  ...pushedHeader(name),
  taskNo: text({ cn: '开发任务号', en: 'Task no.', required: true, max: 20, section: 'document' }),
  project: project({ cn: '项目', en: 'Project', required: true, section: 'document' }),
  productModel: text({ cn: '机型', en: 'Model', required: true, max: 50, section: 'document' }),
  requester: person({ cn: '需求人', en: 'Requester', required: true, section: 'document' }),
  requireDate: date({ cn: '需求日期', en: 'Required by', required: true, section: 'document' }),
  source: text({ cn: '来源', en: 'Source', max: 50, section: 'document' }),
  items,
})

const developed = ['develop'] as const

const rules = defineRules([
  ...headerRules,
  rule('MD-R1', { each: 'items', when: 'not(devState in ("4","5"))', fields: ['devState'], at: developed, cn: '存在未完成的物料开发',
    en: 'Some materials are not finished' }),
  rule('MD-R2', { each: 'items', when: 'count(sampleReview) > 0 and material != null and sampleReview[1].material != material.id',
    fields: ['sampleReview'], at: developed, cn: '样品评审单物料不一致', en: 'The sample review is for another material' }),
  rule('MD-R3', { each: 'items', when: 'planDate > header.requireDate', fields: ['planDate'], at: ['assign'], level: 'warn',
    cn: '计划完成日期晚于需求日期', en: 'The planned completion is after the required date' }),
  rule('MD-R4', { each: 'items', when: 'planDate < today()', fields: ['planDate'], at: ['assign'], cn: '计划完成日期不能早于今天',
    en: 'The planned completion must not be before today' }),
  rule('MD-R5', { each: 'items', when: 'doneDate > today()', fields: ['doneDate'], at: developed, cn: '实际完成日期不能晚于今天',
    en: 'The completion must not be in the future' }),
  rule('MD-R6', { each: 'items', when: 'quotePrice <= 0', fields: ['quotePrice'], at: developed, cn: '报价须大于0',
    en: 'The quote must be more than 0' }),
  rule('MD-R7', { each: 'items', when: 'moq <= 0', fields: ['moq'], at: developed, cn: 'MOQ须大于0', en: 'The MOQ must be more than 0' }),
])

const flow = defineFlow([
  approve('assign', role('purchaseManager'), { cn: '采购主管分配', en: 'Assign', manual: true }),
  approve('develop', rowPersons('items.developer'), { cn: '开发执行', en: 'Develop', mode: 'all', manual: true, rows: 'own',
    confirms: true }),
  approve('rdConfirm', personIn('requester'), { cn: '研发确认', en: 'R&D confirm', mode: 'all' }),
  approve('qualityHead', role('qualityHead'), { cn: '质量负责人', en: 'Quality head', mode: 'all' }),
  copy('cc', role('planner'), { cn: '抄送', en: 'CC' }),
], { hidden: ['refuse', 'revoke'] })

/** Materials that a project needs and purchasing finds sources for, each engineer their own. */
export const materialManagement = pushed({
  key: 'materialManagement',
  ...name,
  path: '/material-management',
  prefix: 'WLKF',
  icon: 'tool',
  sections: pushedSections({ cn: '物料明细', en: 'Materials' }),
  fields,
  rules,
  flow,
  subject: ['productModel', 'items.desc'],
  columns: ['taskNo', 'project', 'productModel', 'requireDate', 'requester'],
  answers: { decision: 'devState', supplier: 'supplier.code', price: 'quotePrice', moq: 'moq', leadDays: 'leadDays', date: 'doneDate',
    remark: 'stopReason' },
})
