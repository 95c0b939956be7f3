import { attachment, date, defineFields, multiselect, number, person, process, radio, richtext, select, table, text,
  textarea } from '#kernel/fields.ts'
import { header } from '#plugins/forms/kit.ts'

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

export const fields = defineFields({ ...header({ cn: 'OA流程变更', en: 'OA process change' }), ...change, ...handling })
