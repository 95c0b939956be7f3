import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, departmentHead, generalManager, initiator, personIn, role, selectUser } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { calculated, currency, date, defineFields, integer, money, multiselect, number, override, people, radio, richtext, select, table,
  text } from '#kernel/fields.ts'
import { basics, closing, deptHead, fxRules, header, headerRules } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Condition of approvals that request a seal. */
const seal = 'universalType = "7"'
const amounts = 'contents[amount != null].amount'

const own = defineFields({
  universalType: select({ cn: '审批类型', en: 'Approval type', required: true, trend: true, dict: 'universalType', section: 'basics',
    default: '"1"' }),
  urgency: radio({ cn: '紧急程度', en: 'Urgency', required: true, dict: 'urgency', section: 'basics', default: '"1"' }),
  expectDate: date({ cn: '期望完成日期', en: 'Needed by', section: 'basics' }),
  contents: table({
    cn: '审批内容',
    en: 'Approval content',
    required: true,
    max: 20,
    section: 'contents',
    span: 4,
    columns: {
      subject: text({ cn: '事项', en: 'Subject', required: true, max: 30 }),
      content: richtext({ cn: '内容', en: 'Content', required: true, max: 8000 }),
      amount: money({ cn: '金额', en: 'Amount', min: 0 }),
    },
  }),
  currencyType: currency({ cn: '币种', en: 'Currency', required: 'some c in contents satisfies c.amount > 0', section: 'contents',
    default: '"CNY"' }),
  exchangeRate: number({ cn: '汇率', en: 'Exchange rate to RMB', as: 'exchangeRate', system: true, readOnly: true, precision: 6,
    section: 'contents', visible: 'currencyType != null and currencyType != "CNY"' }),
  totalAmountRmb: calculated({
    cn: '涉及金额',
    en: 'Amount involved (RMB)',
    result: 'money',
    rmb: true,
    trend: true,
    section: 'contents',
    value: `if count(${amounts}) = 0 or sum(${amounts}) = 0 then 0 else rmb(sum(${amounts}), exchangeRate)`,
  }),
  sealType: multiselect({
    cn: '用章类型',
    en: 'Seal',
    required: seal,
    trend: true,
    section: 'basics',
    options: [
      { value: '1', cn: '公章', en: 'Company seal' },
      { value: '2', cn: '合同章', en: 'Contract seal' },
      { value: '3', cn: '财务章', en: 'Finance seal' },
      { value: '4', cn: '法人章', en: 'Legal representative seal' },
    ],
  }),
  sealCount: integer({ cn: '用章份数', en: 'Copies to seal', required: seal, min: 1, max: 99, section: 'basics', default: '1' }),
  chosenApprovers: people({
    cn: '审批人',
    en: 'Approvers',
    required: true,
    trend: true,
    min: 1,
    max: 10,
    section: 'approvers',
    span: 2,
    filter: 'option.id != applicant.id',
    hint: { cn: '按选择的顺序依次审批', en: 'They approve one after another, in the order chosen' },
  }),
  relatedDepts: multiselect({
    cn: '涉及部门',
    en: 'Departments involved',
    of: 'department',
    trend: true,
    max: 10,
    section: 'approvers',
    span: 2,
    hint: { cn: '各部门负责人会签', en: 'The head of each countersigns' },
  }),
})

const fields = defineFields({
  ...override(header({ cn: '通用审批', en: 'General approval' }), { title: { cn: '审批标题', max: 30, default: undefined } }),
  ...own,
})

const ownRules = defineRules([
  rule('TY-01', {
    when: 'count(contents) = 0',
    fields: ['contents'],
    cn: '请至少添加一条审批内容',
    en: 'Add at least one line of approval content',
  }),
  rule('TY-02', {
    when: 'count(chosenApprovers) = 0',
    fields: ['chosenApprovers'],
    cn: '审批人列表不能为空',
    en: 'The approver list cannot be empty',
  }),
  rule('TY-04', {
    when: 'universalType = "7" and count(attachmentList) = 0',
    fields: ['attachmentList'],
    cn: '用章申请须上传文件',
    en: 'Upload the document to be sealed',
  }),
  rule('TY-05', {
    when: 'expectDate < today()',
    fields: ['expectDate'],
    cn: '期望完成日期不能早于今天',
    en: 'The needed-by date can’t be in the past',
  }),
  rule('TY-06', {
    when: 'some p in chosenApprovers satisfies p.id = applicant.id',
    fields: ['chosenApprovers'],
    cn: '审批人不能是申请人',
    en: 'The applicant cannot be an approver',
  }),
])

const rules = [...headerRules, ...fxRules, ...ownRules] as const

/** Flow as shipped: finance edits its limit, and an administrator may publish a version with other conditions. */
const flow = defineFlow([
  deptHead,
  approve('addApprover', selectUser(10, { canAdd: true, from: 'chosenApprovers' }), { cn: '自选审批人', en: 'Chosen approvers',
    mode: 'sequential' }),
  approve('relatedDeptHeads', departmentHead('relatedDepts'), {
    cn: '涉及部门会签',
    en: 'Countersign by departments',
    mode: 'all',
    when: 'count(relatedDepts) > 0',
  }),
  approve('sealKeeper', role('sealKeeper'), { cn: '印章管理员', en: 'Seal custodian', when: 'universalType = "7"' }),
  approve('generalManager', generalManager, {
    cn: '总经理',
    en: 'General manager',
    when: `totalAmountRmb > ${limits.of('universalApproval', 'generalManager')} or list contains(sealType, "4")`,
  }),
  copy('ccFinish', both(initiator, personIn('ccUserList')), { cn: '抄送', en: 'CC' }),
])

/** Form for requests without a form of their own; the initiator describes the matter and chooses the approvers. */
export const universalApproval = defineForm({
  key: 'universalApproval',
  cn: '通用审批',
  en: 'General approval',
  path: '/universal-approval',
  prefix: 'TY',
  group: 'administration',
  icon: 'audit',
  amount: 'totalAmountRmb',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'contents', cn: '审批内容', en: 'Approval content' },
    { id: 'approvers', cn: '审批人', en: 'Approvers' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['contents.subject'],
  columns: ['universalType', 'urgency', 'expectDate', 'totalAmountRmb'],
})
