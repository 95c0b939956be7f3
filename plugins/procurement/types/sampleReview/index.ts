import { approve, both, copy, defineFlow, initiator, role, selectUser, vicePresident } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { basics, closing, deptHead, headerRules } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { posts } from './posts.ts'

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
