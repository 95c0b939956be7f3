import { attachment, calculated, date, defineFields, department, integer, money, number, person, select, table, text,
  textarea } from '#kernel/fields.ts'
import { approve, copy, defineFlow, departmentHead, personIn, role, rowPersons, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'
import { material } from '#plugins/masters/references.ts'
import { pushed, pushedHeader, pushedSections } from './pushed.ts'

const name = { cn: '物料需求追溯申诉', en: 'Material requirement traceability appeal' }
const judged = { atNode: 'pmcJudge', editAt: ['pmcJudge'] } as const

const items = table({
  cn: '追溯明细',
  en: 'Records',
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
    sourceType: text({ cn: '来源', en: 'Source', required: true, max: 20 }),
    sourceDoc: text({ cn: '来源单据', en: 'Source document', required: true, max: 40 }),
    requireQty: number({ cn: '需求', en: 'Required', required: true, precision: 3, min: 0 }),
    consumedQty: number({ cn: '消耗', en: 'Consumed', required: true, precision: 3, min: 0 }),
    surplusQty: number({ cn: '剩余', en: 'Surplus', required: true, precision: 3 }),
    amount: money({ cn: '金额', en: 'Amount', required: true, rmb: true, min: 0 }),
    recordDate: date({ cn: '记录日期', en: 'Recorded on' }),
    result: select({ cn: '判定', en: 'Result', required: true, dict: 'appealResult', ...judged }),
    newResponsible: person({ cn: '改判责任人', en: 'New responsible', required: 'result in ("uphold","partial")', ...judged }),
    waivedAmount: money({ cn: '免责金额', en: 'Waived amount', required: 'result = "partial"', shown: true,
      locked: 'result = null or result != "partial"', rmb: true, min: 0, ...judged }),
    waived: calculated({ cn: '实际免责金额', en: 'Waived in effect', result: 'money', rmb: true,
      value: 'if result = "uphold" then amount else if result = "partial" then waivedAmount else 0' }),
  },
})

const fields = defineFields({
  ...pushedHeader(name),
  recordNo: text({ cn: '追溯记录号', en: 'Record no.', required: true, max: 20, section: 'document' }),
  period: text({ cn: '期间', en: 'Period', required: true, pattern: '^\\d{4}-(0[1-9]|1[0-2])$', section: 'document' }),
  department: department({ cn: '责任部门', en: 'Responsible department', required: true, section: 'document' }),
  responsible: person({ cn: '责任人', en: 'Responsible person', required: true, section: 'document' }),
  appealType: select({ cn: '申诉类型', en: 'Appeal type', required: true, trend: true, dict: 'appealType', section: 'document' }),
  deadline: date({ cn: '申诉截止日期', en: 'Appeal deadline', required: true, section: 'document' }),
  amount: money({ cn: '金额', en: 'Amount', rmb: true, min: 0, section: 'document' }),
  appealReason: textarea({ cn: '申诉理由', en: 'Reason for appeal', required: true, min: 10, max: 1000, section: 'document', span: 4 }),
  evidence: attachment({ cn: '申诉证据', en: 'Evidence', max: 100, section: 'document', span: 4 }),
  items,
})

const rules = defineRules([
  ...headerRules,
  rule('NR-R1', { when: 'deadline < today()', fields: ['deadline'], cn: '申诉已超过截止日期', en: 'The appeal deadline has passed' }),
  rule('NR-R7', { when: 'appealType != null and appealType != "other" and (attachmentCount = null or attachmentCount = 0)',
    fields: ['attachmentCount'], cn: '请上传申诉证据', en: 'Please attach the evidence' }),
  rule('NR-R2', { each: 'items', when: 'waivedAmount > amount', fields: ['waivedAmount'], at: ['pmcJudge'], cn: '免责金额不能大于金额',
    en: 'The waived amount cannot exceed the amount' }),
  rule('NR-R4', { each: 'items', when: 'surplusQty != requireQty - consumedQty', fields: ['surplusQty'], cn: '剩余数量应为{n}',
    en: 'The surplus must be {n}', blanks: { n: 'string(requireQty - consumedQty)' } }),
  rule('NR-R5', { each: 'items', when: 'newResponsible != null and newResponsible.id = header.responsible.id', fields: ['newResponsible'],
    at: ['pmcJudge'], cn: '改判责任人不能是原责任人', en: 'The new responsible person must be another one' }),
  rule('NR-R6', { each: 'items', when: 'result = "partial" and (waivedAmount <= 0 or waivedAmount = amount)', fields: ['waivedAmount'],
    at: ['pmcJudge'], cn: '部分成立的免责金额须大于0且小于金额', en: 'A part is more than 0 and less than the amount' }),
])

/** Thresholds in RMB are shipped defaults. */
const flow = defineFlow([
  approve('deptHead', departmentHead('department'), { cn: '部门主管', en: 'Department head', mode: 'all' }),
  approve('pmcJudge', role('pmc'), { cn: 'PMC判定', en: 'PMC decision', manual: true, opinionRequired: true }),
  approve('newResponsible', rowPersons('items.newResponsible'), { cn: '新责任人', en: 'New responsible', mode: 'all',
    when: 'some i in items satisfies i.newResponsible != null' }),
  approve('finance', role('accountant'), { cn: '财务', en: 'Finance', when: 'sum(items[waived != null].waived) >= 10000' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'sum(items[waived != null].waived) >= 50000' }),
  copy('cc', personIn('responsible'), { cn: '抄送', en: 'CC' }),
])

/** An appeal against SAP's record of ordered material that was not consumed. */
export const negativeRecordSap = pushed({
  key: 'negativeRecordSap',
  ...name,
  path: '/negative-record-sap',
  prefix: 'XQSS',
  icon: 'audit',
  amount: 'amount',
  sections: pushedSections({ cn: '追溯明细', en: 'Records' }),
  fields,
  rules,
  flow,
  unique: [{ among: 'live', by: ['recordNo'],
    message: { cn: '该记录已申诉：{businessNo}', en: 'The record is already appealed: {businessNo}' } }],
  subject: ['items.desc', 'appealReason'],
  columns: ['recordNo', 'period', 'department', 'responsible', 'amount', 'appealType', 'deadline'],
  answers: { decision: 'result', responsible: 'newResponsible.code', amount: 'waived' },
})
