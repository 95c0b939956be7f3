import { defineForm } from '#kernel/form.ts'
import { approve, copy, defineFlow, departmentHead, ownerOf, personIn, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, calculated, date, defineFields, integer, number, people, person, radio, richtext, select, table, text,
  textarea } from '#kernel/fields.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
import { customer } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'

const confirming = ['pmConfirm']

/** Findings of the review with the person responsible for each. */
const issues = table({
  cn: '评审问题',
  en: 'Issues',
  max: 100,
  editAt: ['reviewSign', 'pmConfirm'],
  section: 'issues',
  span: 4,
  columns: {
    desc: textarea({ cn: '问题描述', en: 'Issue', required: true, max: 500 }),
    level: select({ cn: '风险级别', en: 'Risk level', required: true, dict: 'riskGrade' }),
    owner: person({ cn: '责任人', en: 'Owner', required: true }),
    dueDate: date({ cn: '要求完成日期', en: 'Due date', required: true }),
    solution: textarea({ cn: '解决方案', en: 'Solution', max: 500 }),
    closed: radio({ cn: '是否关闭', en: 'Closed', required: true, dict: 'yesNo', default: '"0"' }),
  },
})

/** Working hours by member, month and role. */
const workHours = table({
  cn: '投入工时',
  en: 'Work hours',
  required: 'stage != "concept"',
  min: 1,
  max: 200,
  editAt: confirming,
  section: 'hours',
  span: 4,
  columns: {
    member: person({ cn: '成员', en: 'Member', required: true }),
    role: select({ cn: '角色', en: 'Role', required: true, dict: 'devRole' }),
    month: date({ cn: '月份', en: 'Month', required: true, months: true,
      default: 'date(header.reviewDate.year, header.reviewDate.month, 1)' }),
    planHours: number({ cn: '计划工时', en: 'Planned hours', min: 0, max: 9999, precision: 1 }),
    worked: calculated({ cn: '成员月份角色', en: 'Member, month and role', result: 'text', visible: 'false',
      value: 'member.id + " " + string(month) + " " + role' }),
    actualHours: number({ cn: '实际工时', en: 'Actual hours', required: true, min: 0, max: 300, precision: 1 }),
  },
})

const directed = 'reviewType = "directed"'
const released = 'reviewType in ("directed","softwareReq")'

const reviewed = defineFields({
  reviewType: select({ cn: '评审类型', en: 'Review type', required: true, trend: true, dict: 'devReviewType', section: 'project' }),
  stage: select({ cn: '项目阶段', en: 'Project stage', required: true, trend: true, dict: 'reviewStage', section: 'project' }),
  project: project({ cn: '研发项目', en: 'R&D project', required: true, trend: true, section: 'project', span: 2 }),
  projectType: select({ cn: '项目类型', en: 'Project type', required: true, dict: 'projectType', default: 'project.projectType',
    section: 'project' }),
  projectManager: person({ cn: '项目经理', en: 'Project manager', required: true, readOnly: true, value: 'project.manager',
    section: 'project' }),
  productModel: text({ cn: '产品型号', en: 'Product model', required: true, max: 50, section: 'project' }),
  version: text({
    cn: '版本号',
    en: 'Version',
    required: 'reviewType in ("schematic","pcb","structure","directed","softwareReq")',
    max: 20,
    pattern: '^[A-Za-z0-9._-]{1,20}$',
    section: 'project',
    hint: { cn: '字母、数字、点、下划线或横线', en: 'Letters, digits, dots, underscores or hyphens' },
  }),
})

const software = defineFields({
  customer: customer({ cn: '客户', en: 'Customer', required: directed, section: 'project' }),
  softwareName: text({ cn: '定向软件名称', en: 'Custom software name', required: directed, max: 60, section: 'project' }),
  baseVersion: text({ cn: '基线版本', en: 'Base version', required: directed, max: 40, section: 'project' }),
  directedQty: integer({ cn: '适用订单数量', en: 'Order quantity', required: directed, min: 1, section: 'project' }),
  releaseDate: date({ cn: '计划发布日期', en: 'Planned release', required: released, section: 'project' }),
})

const review = defineFields({
  reviewDate: date({ cn: '评审日期', en: 'Review date', required: true, default: 'today()', section: 'review' }),
  reviewForm: radio({
    cn: '评审方式',
    en: 'Review method',
    required: true,
    default: '"meeting"',
    section: 'review',
    options: [{ value: 'meeting', cn: '会议', en: 'Meeting' }, { value: 'online', cn: '线上', en: 'Online' }, { value: 'sign', cn: '会签',
      en: 'Sign-off' }],
  }),
  participants: people({ cn: '参加评审人', en: 'Reviewers', required: true, trend: true, min: 1, max: 30, section: 'review', span: 2 }),
  content: richtext({ cn: '评审内容', en: 'Review content', required: true, max: 20_000, section: 'review', span: 4 }),
  materials: attachment({ cn: '评审资料', en: 'Review documents', required: true, section: 'review', span: 4,
    hint: { cn: '请先解密文件后再上传', en: 'Please decrypt the files before uploading' } }),
})

const outcome = defineFields({
  issues,
  workHours,
  hoursTotal: calculated({ cn: '工时合计', en: 'Total hours', result: 'number', section: 'hours',
    value: 'sum(workHours[actualHours != null].actualHours)' }),
  monthlyLimit: calculated({ cn: '每月工时上限', en: 'Monthly hours limit', result: 'number', visible: 'false',
    value: 'parameter("devRule", "monthlyHours")' }),
  conclusion: radio({ cn: '评审结论', en: 'Conclusion', atNode: 'pmConfirm', editAt: ['pmConfirm'], trend: true, dict: 'reviewResult',
    section: 'outcome' }),
})

const fields = defineFields({
  ...header({ cn: '研发评审签核单', en: 'R&D review' }),
  ...reviewed,
  ...software,
  ...review,
  ...outcome,
})

const confirmed = ['start', 'pmConfirm'] as const

const own = defineRules([
  rule('DR-R2', {
    when: 'conclusion = "pass" and (some i in issues satisfies i.level = "high" and i.closed = "0")',
    fields: ['conclusion'],
    at: ['pmConfirm'],
    cn: '存在未关闭的高风险问题，不能判定通过',
    en: 'An open high-risk issue remains, the conclusion cannot be Pass',
  }),
  rule('DR-R4', { when: 'releaseDate < today()', fields: ['releaseDate'], cn: '计划发布日期不能早于今天',
    en: 'The planned release can’t be in the past' }),
  rule('DR-R5', {
    each: 'issues',
    when: 'dueDate < header.reviewDate',
    fields: ['dueDate'],
    at: ['start', 'reviewSign', 'pmConfirm'],
    cn: '要求完成日期不能早于评审日期',
    en: 'The due date must not be earlier than the review date',
  }),
  rule('DR-R6', {
    when: 'count(distinct values(workHours[worked != null].worked)) < count(workHours[worked != null])',
    fields: ['workHours'],
    at: confirmed,
    cn: '同一成员、月份和角色的工时重复',
    en: 'Two rows have the same member, month and role',
  }),
  rule('DR-R7', {
    each: 'workHours',
    when: 'modulo(actualHours, 0.5) != 0',
    fields: ['actualHours'],
    at: confirmed,
    cn: '实际工时以0.5小时为单位',
    en: 'Enter actual hours in half hours',
  }),
])

const rules = [...headerRules, ...own] as const

const kinds = (...types: readonly string[]) => `reviewType in (${types.map((type) => `"${type}"`).join(',')})`

/** Settings of nodes that require an opinion. */
const spoken = { opinionRequired: true, manual: true } as const

const flow = defineFlow([
  approve('deptHead', departmentHead('applicantDept'), { cn: '部门负责人', en: 'Department head', ...spoken }),
  approve('reviewSign', personIn('participants'), {
    cn: '评审会签',
    en: 'Review sign-off',
    mode: 'all',
    confirms: true,
    ...spoken,
    checkList: [
      { id: 'coverage', cn: '需求覆盖', en: 'Requirements covered',
        when: kinds('project', 'scheme', 'softwareReq', 'directed', 'stage', 'end') },
      { id: 'design', cn: '设计规范', en: 'Design rules', when: kinds('scheme', 'schematic', 'pcb', 'structure') },
      { id: 'dfm', cn: '可制造性', en: 'DFM', when: kinds('schematic', 'pcb', 'structure', 'stage') },
      { id: 'safety', cn: '安规EMC', en: 'Safety & EMC', when: kinds('schematic', 'pcb', 'structure', 'stage') },
      { id: 'cost', cn: '成本目标', en: 'Cost target', when: kinds('project', 'scheme', 'stage', 'end') },
      { id: 'test', cn: '测试覆盖', en: 'Test coverage', when: kinds('softwareReq', 'directed', 'test', 'stage', 'end') },
    ],
  }),
  approve('bomReview', role('rdAssistantBomReview'), {
    cn: '研发助理BOM审核',
    en: 'R&D assistant BOM review',
    when: 'reviewType in ("schematic","structure","stage") and stage in ("dvt","pvt","mp")',
    ...spoken,
  }),
  approve('pmConfirm', ownerOf('project'), { cn: '项目经理确认', en: 'Project manager', ...spoken }),
  approve('rdDirector', role('rdDirector'), { cn: '研发总监', en: 'R&D director',
    when: 'stage in ("pvt","mp") or conclusion = "conditional"', ...spoken }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'reviewType in ("project","end")', ...spoken }),
  copy('cc', role('docControl'), { cn: '抄送', en: 'CC' }),
])

/** Review of a project at a milestone by the people concerned. */
export const devReviewSheet = defineForm({
  key: 'devReviewSheet',
  cn: '研发评审签核单',
  en: 'R&D review sign-off',
  short: { cn: '研发评审', en: 'R&D review' },
  path: '/dev-review-sheet',
  prefix: 'YFPS',
  group: 'quality',
  icon: 'experiment',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'project', cn: '项目与产品', en: 'Project and product' },
    { id: 'review', cn: '评审', en: 'Review' },
    { id: 'issues', cn: '评审问题', en: 'Issues' },
    { id: 'hours', cn: '投入工时', en: 'Work hours' },
    { id: 'outcome', cn: '评审结论', en: 'Conclusion' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['productModel', 'softwareName', 'version'],
  columns: ['reviewType', 'stage', 'project', 'conclusion', 'hoursTotal', 'reviewDate', 'productModel', 'version'],
})
