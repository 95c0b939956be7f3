import { attachment, date, defineFields, money, multiselect, radio, richtext, select, text, textarea, toggle, integer, person,
  table } from '#kernel/fields.ts'
import { header } from '#plugins/forms/kit.ts'
import { supplier } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'

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

export const fields = defineFields({
  ...header({ cn: '专利申请', en: 'Patent application' }),
  ...invention,
  ...novelty,
  ...filing,
})
