import { approve, both, copy, defineFlow, initiator, role, selectUser, vicePresident } from '#kernel/flow.ts'
import { defineForm, type Posts } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, date, defineFields, integer, multiselect, person, radio, select, table, text, textarea } from '#kernel/fields.ts'
import { basics, closing, deptHead, header, headerRules } from '#plugins/forms/kit.ts'
import { material, supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'

/** Standard tests of a type of sample with their acceptance criteria. */
const templates = {
  electronic: [['外观与标识', '无破损，丝印清晰'], ['电气性能', '符合规格书'], ['高低温', '-20℃至70℃工作正常'], ['环保', '符合RoHS']],
  structure: [['外观', '无缺料、毛刺、色差'], ['尺寸', '符合图纸公差'], ['装配', '装配顺畅，间隙合格'], ['环保', '符合RoHS']],
  mold: [['外观', '无缺料、毛刺、色差'], ['全尺寸', '符合图纸公差'], ['试装', '装配顺畅，间隙合格']],
  package: [['外观与印刷', '与设计稿一致'], ['跌落', '产品无损伤'], ['尺寸', '符合图纸']],
  product: [['功能', '符合产品规格'], ['安规EMC', '符合认证标准'], ['可靠性', '符合可靠性规范']],
} as const

const usual = [['外观', '无破损、变形'], ['尺寸', '符合规格书'], ['性能', '符合规格书'], ['环保', '符合RoHS']] as const

const rows = (items: readonly (readonly [string, string])[]) =>
  `[${items.map(([item, standard]) => `{item: "${item}", standard: "${standard}"}`).join(', ')}]`

const byType = Object.entries(templates).map(([type, items]) => `if sampleType = "${type}" then ${rows(items)} else `).join('')

/** Measurements; the rows start with the standard tests of the type. */
const tests = table({
  cn: '测试项目',
  en: 'Test items',
  atNode: 'test',
  editAt: ['test'],
  min: 1,
  max: 100,
  default: `${byType}${rows(usual)}`,
  section: 'tests',
  span: 4,
  columns: {
    item: text({ cn: '项目', en: 'Item', required: true, max: 50 }),
    standard: text({ cn: '标准要求', en: 'Standard', required: true, max: 200 }),
    method: text({ cn: '测试方法/设备', en: 'Method or instrument', max: 100 }),
    measured: text({ cn: '实测结果', en: 'Measured', required: true, max: 200 }),
    result: select({ cn: '判定', en: 'Result', required: true, dict: 'testItemResult' }),
  },
})

const supplied = 'sampleType != "product"'
const encrypted = { cn: '请先解密文件后再上传', en: 'Please decrypt the files before uploading' }

/** Default reviewing disciplines by sample type; quality is always included. */
const usualReviewers = 'if sampleType = "electronic" then ["electronic","cert","quality"] ' +
  'else if sampleType in ("structure","mold") then ["structure","process","quality"] ' +
  'else if sampleType = "package" then ["structure","quality"] ' +
  'else if sampleType = "product" then ["electronic","structure","software","quality","cert"] else ["quality"]'

const sample = defineFields({
  sampleType: select({ cn: '样品类型', en: 'Sample type', required: true, trend: true, dict: 'sampleType', default: '"material"',
    section: 'sample' }),
  sampleReason: select({ cn: '评审原因', en: 'Reason', required: true, dict: 'sampleReason', default: '"new"', section: 'sample' }),
  material: material({ cn: '物料编码', en: 'Material', section: 'sample', span: 2 }),
  materialDesc: text({ cn: '物料描述', en: 'Description', required: true, max: 100, default: 'material.nameCn', section: 'sample' }),
  supplier: supplier({ cn: '供应商', en: 'Supplier', visible: supplied, section: 'sample' }),
  newSupplierName: text({ cn: '新供应商名称', en: 'New supplier name', required: `supplier = null and ${supplied}`, max: 100,
    section: 'sample' }),
  manufacturer: text({ cn: '制造商', en: 'Manufacturer', required: 'sampleType = "electronic"', max: 50, section: 'sample' }),
  mpn: text({ cn: '原厂料号', en: 'Manufacturer part no.', required: 'sampleType = "electronic"', max: 50, section: 'sample' }),
  project: project({ cn: '适用项目', en: 'Project', required: true, section: 'sample' }),
  applyModels: text({ cn: '适用机型', en: 'Models', required: true, max: 200, section: 'sample' }),
  sampleQty: integer({ cn: '送样数量', en: 'Samples delivered', required: true, min: 1, max: 9999, section: 'sample' }),
  round: integer({ cn: '送样次数', en: 'Round', system: true, readOnly: true, min: 1, max: 10, section: 'sample' }),
  receiveDate: date({ cn: '收样日期', en: 'Received on', required: true, default: 'today()', section: 'sample' }),
  requireDate: date({ cn: '要求完成日期', en: 'Required by', required: true, default: 'today() + duration("P7D")', section: 'sample' }),
})

const papers = defineFields({
  specFile: attachment({ cn: '规格书/图纸', en: 'Specification or drawing', required: true, hint: encrypted, section: 'papers', span: 2 }),
  supplierReport: attachment({ cn: '供应商测试报告', en: 'Supplier report', required: true, section: 'papers', span: 2 }),
  rohsReport: attachment({ cn: '环保报告', en: 'RoHS report', required: supplied, section: 'papers', span: 2 }),
  reviewers: multiselect({
    cn: '评审部门',
    en: 'Reviewing departments',
    required: true,
    trend: true,
    default: usualReviewers,
    section: 'papers',
    span: 2,
    options: [
      { value: 'electronic', cn: '电子', en: 'Electronics' },
      { value: 'structure', cn: '结构', en: 'Structure' },
      { value: 'software', cn: '软件', en: 'Software' },
      { value: 'process', cn: '工艺', en: 'Process' },
      { value: 'quality', cn: '质量', en: 'Quality' },
      { value: 'cert', cn: '认证', en: 'Certification' },
    ],
  }),
})

const heads = ['qualityHead']

const outcome = defineFields({
  tests,
  qualifiedQty: integer({ cn: '合格数量', en: 'Qualified quantity', atNode: 'test', editAt: ['test'], min: 0, section: 'tests' }),
  testReport: attachment({ cn: '测试报告', en: 'Test report', atNode: 'test', editAt: ['test'], section: 'tests', span: 2 }),
  conclusion: radio({ cn: '评审结论', en: 'Conclusion', atNode: 'qualityHead', editAt: heads, trend: true, dict: 'reviewResult',
    section: 'conclusion' }),
  sampleStorage: person({ cn: '封样保存', en: 'Sealed samples kept by', required: 'conclusion != null and conclusion != "fail"',
    atNode: 'qualityHead', editAt: heads, section: 'conclusion' }),
  conditionNote: textarea({ cn: '限用条件', en: 'Conditions', required: 'conclusion = "conditional"', atNode: 'qualityHead', editAt: heads,
    max: 500, section: 'conclusion', span: 4 }),
})

const fields = defineFields({ ...header({ cn: '样品评审', en: 'Sample review' }), ...sample, ...papers, ...outcome })

/** Posts an approved sample as an approved manufacturer part; undone when the review is voided. */
const posts: readonly Posts[] = [
  {
    id: 'manufacturerPart',
    cn: '认可制造商物料',
    en: 'Approved manufacturer part',
    at: 'completion',
    call: 'sap.manufacturerPart',
    when: 'conclusion in ("pass","conditional") and material != null and supplier != null',
    body: { material: 'material.code', vendor: 'supplier.code', manufacturer: 'manufacturer', partNo: 'mpn', conclusion: 'conclusion',
      conditions: 'conditionNote' },
    reversal: 'sap.manufacturerPartDeletion',
    role: 'sapAdmin',
  },
]

const own = defineRules([
  rule('SR-R1', { when: 'qualifiedQty > sampleQty', fields: ['qualifiedQty'], at: ['test'], cn: '合格数量不能大于送样数量',
    en: 'The qualified quantity cannot exceed the sample quantity' }),
  rule('SR-R2', {
    when: 'conclusion = "pass" and (some t in tests satisfies t.result = "ng")',
    fields: ['conclusion'],
    at: ['qualityHead'],
    cn: '存在不合格项，不能判定通过',
    en: 'A test item failed, the conclusion cannot be Pass',
  }),
  rule('SR-R3', {
    when: 'sampleType != "product" and supplier = null and (newSupplierName = null or newSupplierName = "")',
    fields: ['supplier'],
    cn: '请选择或填写供应商',
    en: 'Please choose or enter the supplier',
  }),
  rule('SR-R4', { when: 'requireDate < receiveDate', fields: ['requireDate'], cn: '要求完成日期不能早于收样日期',
    en: 'The required date must not be earlier than the received date' }),
  rule('SR-R5', { when: 'receiveDate > today()', fields: ['receiveDate'], cn: '收样日期不能晚于今天',
    en: 'The received date can’t be in the future' }),
  rule('SR-R6', { when: 'not(list contains(reviewers, "quality"))', fields: ['reviewers'], cn: '评审部门须包含质量',
    en: 'Quality must be among the reviewing departments' }),
])

const flow = defineFlow([
  deptHead,
  approve('test', selectUser(5), {
    cn: '测试验证',
    en: 'Test',
    mode: 'all',
    manual: true,
    opinionRequired: true,
    checkList: [
      { id: 'appearance', cn: '外观', en: 'Appearance' },
      { id: 'dimensions', cn: '尺寸', en: 'Dimensions' },
      { id: 'performance', cn: '性能', en: 'Performance' },
      { id: 'reliability', cn: '可靠性', en: 'Reliability' },
      { id: 'rohs', cn: '环保', en: 'RoHS' },
    ],
  }),
  approve('rdReview', role('rdDirector'), { cn: '研发会签', en: 'R&D', mode: 'all' }),
  approve('process', role('processEngineer'), { cn: '工艺', en: 'Process engineering', when: 'list contains(reviewers, "process")' }),
  approve('qualityHead', role('qualityHead'), {
    cn: '质量负责人',
    en: 'Quality head',
    mode: 'all',
    manual: true,
    checkList: [{ id: 'reports', cn: '报告完整', en: 'Reports complete' }, { id: 'sealed', cn: '样品已封存', en: 'Samples sealed' }],
  }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all', when: 'conclusion = "conditional"' }),
  copy('cc', both(role('purchaseManager'), role('sqe'), initiator), { cn: '抄送', en: 'CC' }),
])

/** Test of a material sample before the material is purchased in quantity. */
export const sampleReview = defineForm({
  key: 'sampleReview',
  cn: '样品评审',
  en: 'Sample review',
  path: '/sample-review',
  prefix: 'YPPS',
  group: 'quality',
  icon: 'experiment',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'sample', cn: '样品信息', en: 'Sample' },
    { id: 'papers', cn: '资料与评审', en: 'Documents and reviewers' },
    { id: 'tests', cn: '测试结果', en: 'Test results' },
    { id: 'conclusion', cn: '评审结论', en: 'Conclusion' },
    ...closing,
  ],
  fields,
  rules: [...headerRules, ...own],
  flow,
  posts,
  subject: ['materialDesc', 'applyModels'],
  columns: ['sampleType', 'supplier', 'material', 'round', 'conclusion', 'qualifiedQty', 'requireDate', 'sampleReason'],
})
