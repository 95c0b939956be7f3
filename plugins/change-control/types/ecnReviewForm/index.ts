import { calculated, date, defineFields, department, documentLink, money, multiselect, person, radio, select, table, text,
  textarea } from '#kernel/fields.ts'
import { approve, copy, defineFlow, role, rowPersons, vicePresident } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
import { changeOwner, qualityHead, rdHead } from '../nodes.ts'

const review = ['deptReview']

const reviewItems = table({
  cn: '评审项目',
  en: 'Review items',
  required: true,
  min: 1,
  max: 100,
  section: 'review',
  span: 4,
  owner: 'reviewer',
  fetches: { cn: '带出标准评审项', en: 'Take standard items', call: '/oaserver/changeControl/reviewItems', by: ['ecn'] },
  columns: {
    dept: department({ cn: '评审部门', en: 'Department', required: true }),
    reviewer: person({ cn: '评审人', en: 'Reviewer', required: true, trend: true, default: 'dept.head' }),
    item: text({ cn: '评审内容', en: 'Review item', required: true, max: 200 }),
    involved: radio({ cn: '是否涉及', en: 'Involved', dict: 'yesNo', atNode: 'deptReview', editAt: review }),
    measure: textarea({ cn: '应对措施', en: 'Measure', required: 'involved = "1"', max: 500, atNode: 'deptReview', editAt: review }),
    dueDate: date({ cn: '完成日期', en: 'Due date', visible: 'involved = "1"', editAt: review }),
    cost: money({ cn: '费用评估（元）', en: 'Cost estimate (RMB)', min: 0, rmb: true, default: '0', editAt: review }),
    itemState: select({ cn: '状态', en: 'State', required: true, readOnly: true, dict: 'ecnItemState', default: '"0"',
      editAt: ['deptReview', 'changeOwner'] }),
    reviewKey: calculated({ cn: '评审标识', en: 'Review key', result: 'text', visible: 'false', value: 'reviewer.id + "|" + item' }),
    result: select({ cn: '结论', en: 'Result', dict: 'reviewResult', atNode: 'deptReview', editAt: review, trend: true }),
  },
})

const fields = defineFields({
  ...header({ cn: 'ECN评审表', en: 'ECN review form' }),
  ecn: documentLink({ cn: 'ECN单号', en: 'ECN no.', required: true, trend: true, links: ['ecnApply'], linkStates: ['inApproval'],
    binds: true, min: 1, max: 1, section: 'ecn', span: 2 }),
  ecnTitle: text({ cn: '变更主题', en: 'Subject', system: true, max: 100, section: 'ecn', span: 2 }),
  ecnType: multiselect({ cn: '变更类型', en: 'Change type', system: true, dict: 'ecnType', section: 'ecn', span: 2 }),
  ecnReason: select({ cn: '变更原因', en: 'Reason', system: true, dict: 'ecnReason', section: 'ecn' }),
  level: radio({ cn: '变更级别', en: 'Level', system: true, dict: 'fiveMLevel', section: 'ecn' }),
  models: textarea({ cn: '适用机型', en: 'Models', system: true, max: 4000, section: 'ecn', span: 4 }),
  reviewDate: date({ cn: '评审日期', en: 'Review date', required: true, default: 'today()', section: 'review' }),
  chair: person({ cn: '评审主持', en: 'Chair', required: true, trend: true, section: 'review', default: 'ecn[1].changeOwner' }),
  reviewItems,
  costTotal: calculated({ cn: '费用合计（元）', en: 'Total cost (RMB)', result: 'money', rmb: true, section: 'review',
    value: 'sum(reviewItems[cost != null].cost)' }),
  conclusion: radio({ cn: '总结论', en: 'Overall conclusion', atNode: 'changeOwner', editAt: ['changeOwner'], trend: true,
    dict: 'reviewResult', section: 'review' }),
  // key of uniqueness among the reviews of a notice; not shown
  isActive: select({ cn: '评审有效', en: 'Review counts', readOnly: true, dict: 'yesNo',
    value: 'if conclusion = "fail" then null else "1"' }),
})

const rules = defineRules([
  ...headerRules,
  rule('ER-R2', {
    when: 'conclusion = "pass" and (some i in reviewItems satisfies i.result = "fail")',
    fields: ['conclusion'],
    at: ['changeOwner'],
    cn: '存在不通过的评审项',
    en: 'A review item failed',
  }),
  rule('ER-R3', { each: 'reviewItems', when: 'involved = "1" and dueDate = null', fields: ['dueDate'], at: review, cn: '请填写完成日期',
    en: 'Please enter the due date' }),
  rule('ER-R4', { each: 'reviewItems', when: 'dueDate < header.reviewDate', fields: ['dueDate'], at: review, cn: '完成日期不能早于评审日期',
    en: 'The due date must not be earlier than the review date' }),
  rule('ER-R5', {
    when: 'count(distinct values(reviewItems.reviewKey)) < count(reviewItems)',
    fields: ['reviewItems'],
    cn: '评审项目重复',
    en: 'Duplicate review item',
  }),
])

/** Questions of the check-list, each for the departments that answer it. */
const checkList = [
  { id: 'design', cn: '研发：设计验证完成', en: 'R&D: design verified' },
  { id: 'fixtures', cn: '工艺：工装SOP', en: 'Process: fixtures & SOP' },
  { id: 'inspection', cn: '质量：检验规范', en: 'Quality: inspection' },
  { id: 'cutIn', cn: 'PMC：断点', en: 'PMC: cut-in' },
  { id: 'supplier', cn: '采购：供应商通知', en: 'Purchasing: supplier notified' },
  { id: 'spare', cn: '售后：备件', en: 'Service: spare parts' },
  { id: 'certificates', cn: '认证：证书更新', en: 'Certification: certificates' },
]

const flow = defineFlow([
  rdHead,
  approve('deptReview', rowPersons('reviewItems.reviewer'), { cn: '部门评审', en: 'Department review', mode: 'all', rows: 'own',
    confirms: true, opinionRequired: true, manual: true, checkList }),
  qualityHead,
  changeOwner('chair'),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'costTotal >= 50000 or conclusion = "conditional"' }),
  copy('cc', role('docControl'), { cn: '抄送', en: 'CC' }),
])

/** The review of a change notice by every department that it concerns, before a major change is released. */
export const ecnReviewForm = defineForm({
  key: 'ecnReviewForm',
  cn: 'ECN评审表',
  en: 'ECN review form',
  short: { cn: 'ECN评审', en: 'ECN review' },
  path: '/ecn-review',
  prefix: 'ECNR',
  group: 'change',
  icon: 'audit',
  sections: [basics, { id: 'ecn', cn: 'ECN信息', en: 'ECN' }, { id: 'review', cn: '评审', en: 'Review' }, ...closing],
  fields,
  rules,
  flow,
  unique: [{ among: 'live', by: ['ecn', 'isActive'], message: { cn: '该ECN已存在评审表', en: 'The ECN already has a review form' } }],
  subject: ['ecnTitle', 'reviewDate'],
  columns: ['ecnTitle', 'level', 'ecnReason', 'reviewDate', 'chair', 'conclusion', 'costTotal'],
})
