import { approve, copy, defineFlow, departmentHead, personIn, selectUser } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { basics, closing, headerRules } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'

const rules = defineRules([
  ...headerRules,
  rule('DT-R1', { when: 'fTotal > fMoney', fields: ['fMoney', 'fTotal'], cn: '明细合计不能大于金额',
    en: 'The line total cannot exceed the amount' }),
  rule('DT-R2', { when: 'fDate < today()', fields: ['fDate'], cn: '日期不能早于今天', en: 'The date cannot be before today' }),
  rule('DT-R3', { when: 'days(fDaterange.start, fDaterange.end) > 30', fields: ['fDaterange'], cn: '日期区间不能超过30天',
    en: 'The date range is 30 days at most' }),
  rule('DT-R4', { when: 'count(distinct values(fTable[name != null].name)) < count(fTable[name != null])', fields: ['fTable'],
    cn: '明细名称不能重复', en: 'No two lines have one name' }),
])

const flow = defineFlow([
  approve('n1', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head', mode: 'all' }),
  approve('n2', selectUser(3), { cn: '自选审批人', en: 'Chosen approvers', mode: 'any', when: 'fTotal >= 1000', edits: ['fTextarea'] }),
  approve('n3', selectUser(3), { cn: '依次确认', en: 'Confirmation in order', mode: 'sequential', opinionRequired: true,
    checkList: [{ id: 'complete', cn: '内容完整', en: 'The content is complete' }] }),
  copy('cc', personIn('fPeople'), { cn: '抄送', en: 'CC' }),
], { starters: { departments: [], people: [], roles: ['administrator', 'workflowAdmin'] } })

/** The form by which administrators see a field of every kind and the modes of approval at work. */
export const dynamicFormTest = defineForm({
  key: 'dynamicFormTest',
  cn: '动态表单测试',
  en: 'Dynamic form test',
  path: '/dynamic-form-test',
  prefix: 'DTCS',
  group: 'it',
  icon: 'experiment',
  terminals: ['web'],
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'texts', cn: '文本', en: 'Texts' },
    { id: 'numbers', cn: '数值', en: 'Numbers' },
    { id: 'dates', cn: '日期与时间', en: 'Dates and times' },
    { id: 'choices', cn: '选择', en: 'Choices' },
    { id: 'records', cn: '人员与主数据', en: 'People and records' },
    { id: 'lines', cn: '明细', en: 'Lines' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['fText'],
  columns: ['fMoney', 'fDate', 'fTotal'],
})
