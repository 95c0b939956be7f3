import { defineForm } from '#kernel/form.ts'
import { approve, copy, defineFlow, role, rowPersons, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, date, defineFields, integer, money, multiselect, person, radio, richtext, select, table, text, textarea,
  toggle } from '#kernel/fields.ts'
import { approvalLimits, basics, closing, deptHead, header, headerRules } from '#plugins/forms/kit.ts'
import { supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'

/** Approval limits of patents in RMB, with the shipped defaults; finance edits them. */
export const limits = approvalLimits('patentLimit', { cn: '专利审批限额', en: 'Approval limits of patents' }, {
  patentApplication: { cn: '专利申请', en: 'Patent application', limits: { viceGm: 20_000 } },
})

const alone = 'count(header.inventors) <= 1'

/** Inventors with their shares; defaults to the initiator alone. */
const inventors = table({
  cn: '发明人',
  en: 'Inventors',
  required: true,
  min: 1,
  max: 10,
  section: 'inventors',
  span: 4,
  columns: {
    person: person({ cn: '姓名', en: 'Name', required: true, trend: true, default: `if ${alone} then header.applicant.id else null` }),
    contribution: integer({ cn: '贡献度（%）', en: 'Contribution %', required: true, min: 1, max: 100,
      default: `if ${alone} then 100 else null` }),
    isFirst: radio({ cn: '第一发明人', en: 'First inventor', required: true, dict: 'yesNo', default: `if ${alone} then "1" else "0"` }),
    idNo: text({ cn: '证件号码', en: 'ID no.', max: 30, masked: true,
      visibleTo: { roles: ['patentEngineer'], nodes: ['start', 'patentEngineer', 'patentFile'] } }),
  },
})

const graded = ['patentEngineer']
const filed = ['patentFile']
const worthwhile = 'grade in ("A", "B", "C")'
const decrypt = { cn: '请先解密文件后再上传', en: 'Please decrypt the files before uploading' }

const invention = defineFields({
  patentName: text({ cn: '专利名称', en: 'Patent title', required: true, max: 60, section: 'patent', span: 2 }),
  patentType: select({ cn: '专利类型', en: 'Patent type', required: true, trend: true, dict: 'patentType', default: '"1"', editAt: graded,
    section: 'patent' }),
  bothApply: toggle({ cn: '一案双申', en: 'Dual filing', visible: 'patentType in ("1","2")', default: 'false', editAt: graded,
    section: 'patent' }),
  region: multiselect({ cn: '申请地域', en: 'Region', required: true, trend: true, dict: 'patentRegion', default: '["cn"]', editAt: graded,
    section: 'patent' }),
  project: project({ cn: '所属项目', en: 'Project', required: true, section: 'patent' }),
  projectType: select({ cn: '项目类型', en: 'Project type', required: true, dict: 'projectType', default: 'project.projectType',
    section: 'patent' }),
  productModel: text({ cn: '应用产品', en: 'Product', required: true, max: 100, section: 'patent' }),
  inventors,
  techField: text({ cn: '技术领域', en: 'Technical field', required: true, max: 100, section: 'content', span: 4 }),
  background: textarea({ cn: '背景技术及不足', en: 'Background & deficiency', required: true, max: 3000, section: 'content', span: 4 }),
  solution: richtext({ cn: '技术方案', en: 'Technical solution', required: true, max: 20_000, section: 'content', span: 4 }),
  advantage: textarea({ cn: '有益效果/创新点', en: 'Advantages / novelty', required: true, max: 2000, section: 'content', span: 4 }),
})

const novelty = defineFields({
  searched: radio({ cn: '是否已检索', en: 'Prior-art search done', required: true, dict: 'yesNo', default: '"0"', section: 'novelty' }),
  searchResult: textarea({ cn: '检索结论', en: 'Search result', required: 'searched = "1"', max: 1000, editAt: graded, section: 'novelty',
    span: 4 }),
  published: radio({ cn: '是否已公开/销售', en: 'Disclosed or sold', required: true, dict: 'yesNo', default: '"0"', section: 'novelty' }),
  publishDate: date({ cn: '公开日期', en: 'Disclosure date', required: 'published = "1"', section: 'novelty' }),
  expectDate: date({ cn: '期望申请日', en: 'Desired filing date', section: 'novelty' }),
  disclosure: attachment({ cn: '技术交底书', en: 'Disclosure document', required: true, extensions: ['doc', 'docx', 'pdf'], hint: decrypt,
    section: 'content', span: 4 }),
  drawings: attachment({ cn: '附图', en: 'Drawings', required: 'patentType in ("2","3")', shown: true, hint: decrypt, section: 'content',
    span: 4 }),
})

const filing = defineFields({
  grade: radio({
    cn: '评定等级',
    en: 'Patent grade',
    atNode: 'patentEngineer',
    editAt: graded,
    trend: true,
    section: 'filing',
    span: 2,
    options: [{ value: 'A', cn: '核心', en: 'Core' }, { value: 'B', cn: '重要', en: 'Important' }, { value: 'C', cn: '一般',
      en: 'General' }, { value: 'D', cn: '不申请', en: 'Do not file' }],
  }),
  agency: supplier({ cn: '代理机构', en: 'Agency', required: worthwhile, atNode: 'patentEngineer', editAt: graded,
    filter: 'option.category = "4"', section: 'filing' }),
  feeEstimate: money({ cn: '预计费用', en: 'Estimated fee', required: worthwhile, atNode: 'patentEngineer', editAt: graded, trend: true,
    rmb: true, min: 0, section: 'filing' }),
  applicationNo: text({ cn: '专利申请号', en: 'Application no.', atNode: 'patentFile', editAt: filed, max: 20,
    pattern: '^[A-Z]{0,3}\\d[\\d.X]{7,16}$', section: 'filing' }),
  filingDate: date({ cn: '申请日', en: 'Filing date', atNode: 'patentFile', editAt: filed, default: 'today()', section: 'filing' }),
  patentState: select({ cn: '专利状态', en: 'Patent state', required: true, readOnly: true, dict: 'patentState', default: '"0"',
    editAt: ['patentFile', 'patentState'], section: 'filing' }),
  stateDate: date({ cn: '状态日期', en: 'State since', atNode: 'patentState', editAt: ['patentState'], default: 'today()',
    section: 'filing' }),
})

const fields = defineFields({
  ...header({ cn: '专利申请', en: 'Patent application' }),
  ...invention,
  ...novelty,
  ...filing,
})

const own = defineRules([
  rule('PT-R2', {
    when: 'sum(inventors[contribution != null].contribution) != 100',
    fields: ['inventors'],
    cn: '发明人贡献度合计必须为100%',
    en: 'Contributions must total 100%',
  }),
  rule('PT-R3', {
    when: 'count(inventors[isFirst = "1"]) != 1',
    fields: ['inventors'],
    cn: '必须指定一名第一发明人',
    en: 'Exactly one first inventor is required',
  }),
  rule('PT-R4', {
    when: 'published = "1" and patentType in ("1","2","3") and publishDate < today() - duration("P6M")',
    fields: ['publishDate'],
    level: 'warn',
    at: ['start', 'patentEngineer'],
    cn: '已公开超过6个月，可能丧失新颖性',
    en: 'Disclosed more than 6 months ago, novelty may be lost',
  }),
  rule('PT-R5', { when: 'grade = "D"', fields: ['grade'], at: ['patentEngineer'], cn: '评定为不申请，请拒绝',
    en: 'Graded “do not file”, please refuse' }),
  rule('PT-R6', {
    when: 'count(distinct values(inventors[person != null].person.id)) < count(inventors[person != null])',
    fields: ['inventors'],
    cn: '发明人重复',
    en: 'Two rows have the same inventor',
  }),
  rule('PT-R7', { when: 'publishDate > today()', fields: ['publishDate'], cn: '公开日期不能晚于今天',
    en: 'The disclosure date can’t be in the future' }),
  rule('PT-R8', { when: 'expectDate < today()', fields: ['expectDate'], cn: '期望申请日不能早于今天',
    en: 'The desired filing date can’t be in the past' }),
  rule('PT-R9', { when: 'filingDate > today()', fields: ['filingDate'], at: ['patentFile'], cn: '申请日不能晚于今天',
    en: 'The filing date can’t be in the future' }),
  rule('PT-R10', {
    when: 'stateDate > today() or stateDate < filingDate',
    fields: ['stateDate'],
    at: ['patentState'],
    cn: '状态日期不能早于申请日，也不能晚于今天',
    en: 'The date can’t be before the filing date or in the future',
  }),
])

const rules = [...headerRules, ...own] as const

/** Flow as shipped: finance edits its limits, and an administrator may publish a version with other conditions. */
const flow = defineFlow([
  deptHead,
  approve('rdDirector', role('rdDirector'), { cn: '研发总监', en: 'R&D director' }),
  approve('patentEngineer', role('patentEngineer'), {
    cn: '专利工程师',
    en: 'Patent engineer',
    manual: true,
    opinionRequired: true,
    checkList: [
      { id: 'novelty', cn: '新颖性', en: 'Novelty' },
      { id: 'inventiveness', cn: '创造性', en: 'Inventiveness' },
      { id: 'utility', cn: '实用性', en: 'Utility' },
      { id: 'disclosure', cn: '交底完整', en: 'Disclosure complete' },
    ],
  }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: `grade = "A" or feeEstimate >= ${limits.of('patentApplication', 'viceGm')} or (some r in region satisfies r != "cn")` }),
  approve('inventorConfirm', rowPersons('inventors.person'), { cn: '发明人确认', en: 'Inventors', mode: 'all', manual: true }),
  approve('patentFile', role('patentEngineer'), { cn: '申请登记', en: 'Filing', manual: true }),
  copy('cc', role('financeStaff'), { cn: '抄送', en: 'CC' }),
])

/** Patent application: judged, filed, and followed until it is granted or abandoned. */
export const patentApplication = defineForm({
  key: 'patentApplication',
  cn: '专利申请',
  en: 'Patent application',
  short: { cn: '专利申请', en: 'Patent application' },
  path: '/patent-application',
  prefix: 'ZLSQ',
  group: 'quality',
  icon: 'bulb',
  terminals: ['web'],
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'patent', cn: '专利信息', en: 'Patent' },
    { id: 'inventors', cn: '发明人', en: 'Inventors' },
    { id: 'content', cn: '技术内容', en: 'Technical content' },
    { id: 'novelty', cn: '检索与公开', en: 'Search and disclosure' },
    { id: 'filing', cn: '评定与申请', en: 'Grading and filing' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['patentName', 'productModel'],
  unique: [{ among: 'live', by: ['applicationNo'],
    message: { cn: '专利申请号已存在：{businessNo}', en: 'The application no. already exists: {businessNo}' } }],
  followUps: [{ id: 'patentState', cn: '更新专利状态', en: 'Update the patent state', role: 'patentEngineer',
    when: 'not(patentState in ("4","5"))' }],
  columns: ['patentName', 'patentType', 'patentState', 'applicationNo', 'filingDate', 'project', 'grade', 'region'],
})
