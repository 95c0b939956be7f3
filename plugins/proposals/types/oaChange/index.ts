import { defineForm } from '#kernel/form.ts'
import { approve, copy, defineFlow, departmentHead, generalManager, initiator, personIn, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, date, defineFields, multiselect, number, person, process, radio, richtext, select, table, text,
  textarea } from '#kernel/fields.ts'
import { basics, closing, deptHead, header, headerRules } from '#plugins/forms/kit.ts'

const evaluation = 'itEvaluate'
const isNew = 'oaChangeType = "1"'

const change = defineFields({
  oaChangeType: select({ cn: '变更类型', en: 'Change type', required: true, trend: true, dict: 'oaChangeType', section: 'basics',
    default: '"2"' }),
  urgency: radio({ cn: '紧急程度', en: 'Urgency', required: true, dict: 'urgency', section: 'basics', default: '"1"' }),
  processRefs: table({
    cn: '变更流程',
    en: 'Processes to change',
    required: 'oaChangeType != "1"',
    max: 20,
    section: 'processes',
    span: 4,
    columns: {
      process: process({ cn: '流程', en: 'Process', required: true, trend: true }),
      parentId: text({ cn: '上级', en: 'Group', system: true, readOnly: true, bilingual: true, value: 'process.parentId' }),
      label: text({ cn: '流程名称', en: 'Process name', system: true, readOnly: true, bilingual: true, value: 'process.label' }),
      description: text({ cn: '描述', en: 'Description', system: true, readOnly: true, bilingual: true, value: 'process.description' }),
      state: text({ cn: '状态', en: 'State', system: true, readOnly: true, bilingual: true,
        value: 'if process.enabled = null then null else if process.enabled then "启用/In use" else "停用/Stopped"' }),
      changeNote: text({ cn: '变更点', en: 'What changes', required: true, max: 200 }),
    },
  }),
  newProcessName: text({
    cn: '新流程名称',
    en: 'New process name',
    required: isNew,
    max: 61,
    section: 'processes',
    span: 2,
    hint: { cn: '“中文/English”，两半各不超过30个字符', en: '“中文/English”, each half within 30 characters' },
  }),
  changeReason: textarea({ cn: '变更原因', en: 'Reason', required: true, min: 10, max: 1000, section: 'content', span: 4 }),
  currentDescription: textarea({ cn: '现状描述', en: 'Current state', required: 'oaChangeType != "1"', min: 5, max: 2000,
    section: 'content', span: 4 }),
  targetDescription: richtext({ cn: '变更后描述', en: 'Desired state', required: true, max: 8000, section: 'content', span: 4 }),
  affectedDepts: multiselect({
    cn: '影响部门',
    en: 'Departments affected',
    of: 'department',
    required: true,
    trend: true,
    max: 30,
    section: 'basics',
    span: 2,
    default: '[applicantDept.id]',
  }),
  // departments that countersign; the applicant's own has already approved
  otherDepts: multiselect({
    cn: '会签部门',
    en: 'Countersigning departments',
    of: 'department',
    system: true,
    readOnly: true,
    value: 'affectedDepts[id != applicantDept.id]',
  }),
  dataImpact: radio({ cn: '影响历史数据', en: 'Affects existing documents', required: true, trend: true, dict: 'yesNo', section: 'basics',
    default: '"0"' }),
  effectiveDate: date({
    cn: '期望生效日期',
    en: 'Effective from',
    required: true,
    editAt: [evaluation],
    section: 'basics',
    default: 'today() + duration("P7D")',
  }),
  processOwner: person({ cn: '流程所有者', en: 'Process owner', required: true, trend: true, section: 'basics',
    filter: 'option.enabled = true' }),
  flowChart: attachment({ cn: '流程图/表单样稿', en: 'Flow chart or form draft', required: 'oaChangeType in ("1","5")', max: 20,
    section: 'content', span: 4 }),
})

const handling = defineFields({
  evaluateResult: select({ cn: '评估结果', en: 'Evaluation', atNode: evaluation, dict: 'evaluateResult', section: 'evaluation' }),
  workDays: number({
    cn: '预计工时（人天）',
    en: 'Person-days',
    atNode: evaluation,
    trend: true,
    min: 0.5,
    max: 365,
    precision: 1,
    section: 'evaluation',
  }),
  developer: person({ cn: '实施人', en: 'Implementer', atNode: evaluation, section: 'evaluation' }),
  planOnlineDate: date({ cn: '计划上线日期', en: 'Planned go-live date', atNode: evaluation, section: 'evaluation' }),
  evaluateNote: textarea({ cn: '评估说明', en: 'Evaluation note', atNode: evaluation, min: 2, max: 1000, section: 'evaluation', span: 4 }),
  onlineDate: date({ cn: '实际上线日期', en: 'Actual go-live date', atNode: 'implement', section: 'evaluation' }),
  testResult: select({
    cn: '测试结果',
    en: 'Test result',
    atNode: 'userTest',
    section: 'evaluation',
    options: [{ value: '1', cn: '通过', en: 'Passed' }, { value: '2', cn: '不通过', en: 'Failed' }],
  }),
})

const fields = defineFields({ ...header({ cn: 'OA流程变更', en: 'OA process change' }), ...change, ...handling })

const early = { cn: '生效日期至少为3天后', en: 'The effective date must be at least 3 days ahead' }
const tooEarly = 'effectiveDate < today() + duration("P3D")'
const evaluated = ['itEvaluate'] as const

const own = defineRules([
  rule('OC-01', {
    when: 'oaChangeType != "1" and count(processRefs) = 0',
    fields: ['processRefs'],
    cn: '请选择需要变更的流程',
    en: 'Choose the processes to change',
  }),
  rule('OC-03', {
    when: 'evaluateResult = "3"',
    fields: ['evaluateResult'],
    at: evaluated,
    cn: '评估不可行请拒绝或退回',
    en: 'Not feasible: refuse or return the request',
  }),
  rule('OC-04', {
    when: 'testResult = "2"',
    fields: ['testResult'],
    at: ['userTest'],
    cn: '测试不通过请退回实施节点',
    en: 'Test failed: return it to implementation',
  }),
  rule('OC-05', { when: `urgency != "3" and ${tooEarly}`, fields: ['effectiveDate'], ...early }),
  rule('OC-05-urgent', { when: `urgency = "3" and ${tooEarly}`, fields: ['effectiveDate'], level: 'warn', ...early }),
  rule('OC-07', {
    when: 'count(distinct values(processRefs.process.id)) < count(processRefs)',
    fields: ['processRefs'],
    cn: '变更流程重复',
    en: 'The same process is chosen twice',
  }),
  rule('OC-08', {
    when:
      'oaChangeType = "1" and (len(substring before(newProcessName + "/", "/")) > 30 or len(substring after(newProcessName, "/")) > 30)',
    fields: ['newProcessName'],
    cn: '名称的中文和英文部分各不能超过30个字符',
    en: 'Each half of the name must be within 30 characters',
  }),
  rule('OC-09', {
    when: 'workDays != null and modulo(workDays * 2, 1) != 0',
    fields: ['workDays'],
    at: evaluated,
    cn: '工时以半天为单位',
    en: 'Enter person-days in half days',
  }),
  rule('OC-10', {
    when: 'planOnlineDate < today()',
    fields: ['planOnlineDate'],
    at: evaluated,
    cn: '计划上线日期不能早于今天',
    en: 'The planned go-live date can’t be in the past',
  }),
  rule('OC-11', {
    when: 'onlineDate > today()',
    fields: ['onlineDate'],
    at: ['implement'],
    cn: '实际上线日期不能晚于今天',
    en: 'The actual go-live date can’t be in the future',
  }),
])

const rules = [...headerRules, ...own] as const

const flow = defineFlow([
  deptHead,
  approve('processOwnerReview', personIn('processOwner'), { cn: '流程所有者', en: 'Process owner', opinionRequired: true }),
  approve('affectedDeptHeads', departmentHead('otherDepts'), {
    cn: '影响部门会签',
    en: 'Affected departments',
    mode: 'all',
    when: 'count(otherDepts) > 0',
  }),
  approve('itEvaluate', role('oaAdmin'), { cn: 'IT评估', en: 'IT evaluation', manual: true }),
  approve('viceGm', vicePresident('applicantDept'), {
    cn: '分管副总',
    en: 'Responsible VP',
    mode: 'all',
    when: 'workDays > 5 or oaChangeType in ("1","3") or dataImpact = "1"',
  }),
  approve('generalManager', generalManager, { cn: '总经理', en: 'General manager', when: 'oaChangeType = "3"' }),
  approve('implement', personIn('developer'), { cn: '配置实施', en: 'Implementation', confirms: true, manual: true }),
  approve('userTest', initiator, { cn: '用户测试', en: 'User test', manual: true }),
  copy('ccFinish', departmentHead('affectedDepts'), { cn: '抄送', en: 'CC' }),
])

/** Request to add, change or stop a process of this product; documents in progress keep the version they were filed with. */
export const oaChange = defineForm({
  key: 'oaChange',
  cn: 'OA流程变更',
  en: 'OA process change',
  short: { cn: 'OA变更', en: 'OA change' },
  path: '/oa-change',
  prefix: 'OC',
  group: 'it',
  icon: 'swap',
  terminals: ['web'],
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'processes', cn: '变更流程', en: 'Processes' },
    { id: 'content', cn: '变更内容', en: 'Change' },
    { id: 'evaluation', cn: '评估与实施', en: 'Evaluation and implementation' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['newProcessName', 'processRefs.changeNote', 'changeReason'],
  columns: ['oaChangeType', 'urgency', 'effectiveDate', 'processOwner', 'developer', 'workDays'],
})
