import { attachment, calculated, date, defineFields, documentLink, integer, money, multiselect, person, radio, richtext, select, table,
  text, textarea } from '#kernel/fields.ts'
import { approve, defineFlow, generalManager, role, vicePresident } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
import { material } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { changeItems, lineRules } from '../../lines.ts'
import { affectedDocuments, bomReview, changeOwner, copies, ecnExecDept, encrypted, executor, pmc, process, qualityHead, rdHead,
  readOnMini } from '../nodes.ts'
import { lineFigures, noticePosts } from '../../sap.ts'

const about = defineFields({
  ecnTitle: text({ cn: '变更主题', en: 'Subject', required: true, max: 100, section: 'change', span: 2 }),
  ecnType: multiselect({ cn: '变更类型', en: 'Change type', required: true, trend: true, dict: 'ecnType', section: 'change', span: 2 }),
  ecnReason: select({ cn: '变更原因', en: 'Reason', required: true, trend: true, dict: 'ecnReason', section: 'change' }),
  urgency: radio({ cn: '紧急程度', en: 'Urgency', required: true, trend: true, dict: 'ecnUrgency', default: '"normal"',
    section: 'change' }),
  level: radio({ cn: '变更级别', en: 'Level', required: true, trend: true, dict: 'fiveMLevel', default: '"C"', section: 'change',
    hint: { cn: '重大变更须先完成ECN评审表', en: 'A major change needs a completed review form' } }),
  changeOwner: person({ cn: '变更负责人', en: 'Change owner', required: true, trend: true, default: 'applicant.id', section: 'change' }),
  project: project({ cn: '项目', en: 'Project', required: true, trend: true, section: 'change', span: 2 }),
  projectType: select({ cn: '项目类型', en: 'Project type', required: true, dict: 'projectType', default: 'project.projectType',
    section: 'change' }),
  planEffectiveDate: date({ cn: '计划生效日期', en: 'Planned effective date', required: true, section: 'change' }),
  source: documentLink({ cn: '来源单据', en: 'Source document', links: ['fiveMChange', 'sampleReview', 'proposalApply', 'qualityClaim'],
    linkStates: ['inApproval', 'completed'], binds: false, max: 5, section: 'change', span: 2 }),
  reasonDesc: textarea({ cn: '变更原因描述', en: 'Reason description', required: true, max: 1000, section: 'change', span: 4 }),
  description: richtext({ cn: '变更内容', en: 'Content of change', required: true, max: 20_000, section: 'change', span: 4 }),
  models: table({
    cn: '适用机型',
    en: 'Models',
    required: true,
    min: 1,
    max: 100,
    section: 'models',
    span: 4,
    columns: {
      material: material({ cn: '物料', en: 'Material', required: true }),
      modelName: text({ cn: '机型名称', en: 'Model name', max: 100, default: 'material.nameCn' }),
    },
  }),
})

const impact = defineFields({
  affectedDocs: multiselect({ cn: '受影响文件', en: 'Affected documents', required: true, options: affectedDocuments, section: 'impact',
    span: 2 }),
  customerNotice: radio({ cn: '是否需客户确认', en: 'Customer confirmation', required: true, dict: 'yesNo',
    default: 'if level = "A" then "1" else "0"', section: 'impact' }),
  safetyImpact: radio({ cn: '安规影响', en: 'Safety impact', required: true, trend: true, dict: 'yesNo', default: '"0"',
    section: 'impact' }),
  certImpact: radio({ cn: '认证影响', en: 'Certification impact', required: true, trend: true, dict: 'yesNo', default: '"0"',
    section: 'impact' }),
  costImpact: money({ cn: '单台成本影响（元）', en: 'Unit cost impact (RMB)', required: true, min: -99_999_999, rmb: true, default: '0',
    section: 'impact', hint: { cn: '降本填负数', en: 'Enter savings as a negative amount' } }),
  customerFile: attachment({ cn: '客户确认文件', en: 'Customer confirmation file', required: 'customerNotice = "1"', atNode: 'changeOwner',
    editAt: ['changeOwner'], section: 'impact', span: 2 }),
  validation: attachment({ cn: '验证结论与报告', en: 'Validation report', required: 'level in ("A","B")', shown: true, hint: encrypted,
    section: 'impact', span: 2 }),
})

const lines = defineFields({
  changeItems,
  totalScrap: calculated({ cn: '呆滞报废合计（元）', en: 'Total scrap value (RMB)', result: 'money', rmb: true, section: 'lines',
    value: 'sum(changeItems[scrapCost != null].scrapCost)' }),
  execDepts: multiselect({ cn: '执行部门', en: 'Execution departments', of: 'department', readOnly: true, section: 'lines', span: 2,
    value: 'distinct values(changeItems[execDept != null].execDept)' }),
  lineProgress: calculated({ cn: '执行进度', en: 'Execution progress', result: 'text', section: 'lines',
    value: 'string(count(changeItems[itemState in ("2","3","4")])) + "/" + string(count(changeItems[itemState != "9"]))' }),
  linesVersion: integer({ cn: '明细版本', en: 'Line version', system: true, isName: true, section: 'lines', visible: 'linesVersion > 1' }),
  sapChangeNo: text({ cn: 'SAP变更号', en: 'SAP change number', system: true, max: 20, section: 'lines' }),
})

const rules = defineRules([
  ...headerRules,
  ...lineRules,
  rule('E-R7', {
    each: 'changeItems',
    when: 'not(itemState in ("3","9"))',
    fields: ['itemState'],
    at: ['verify'],
    cn: '存在未验证的明细',
    en: 'Some lines are not verified',
  }),
  rule('EA-R2', { when: 'certImpact = "1" and not(list contains(affectedDocs, "cert"))', fields: ['affectedDocs'],
    cn: '请选择受影响的认证资料', en: 'Please select the affected certificates' }),
  rule('EA-R3', { when: 'level = "A" and customerNotice = "0"', fields: ['customerNotice'], cn: '重大变更必须通知客户',
    en: 'A major change must be notified to the customer' }),
  rule('EA-R4', { when: 'planEffectiveDate < today()', fields: ['planEffectiveDate'], cn: '计划生效日期不能早于今天',
    en: 'The planned effective date can’t be in the past' }),
])

/** Thresholds in RMB are shipped defaults; an administrator's version of the flow may change them. */
const flow = defineFlow(readOnMini([
  rdHead,
  bomReview('list contains(ecnType, "bom") or list contains(ecnType, "design")'),
  process,
  pmc,
  approve('purchase', role('purchaseManager'), { cn: '采购', en: 'Purchasing',
    when: 'some c in changeItems satisfies c.newMaterial != null' }),
  qualityHead,
  changeOwner(),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'level = "A" or totalScrap >= 50000 or costImpact > 0' }),
  approve('gm', generalManager, { cn: '总经理', en: 'General manager', mode: 'all', when: 'totalScrap >= 200000' }),
  ecnExecDept(),
  executor(),
  approve('verify', role('sqe'), { cn: '质量验证', en: 'Quality verification', manual: true, when: 'level != "C"' }),
  copies,
]))

/** A notice that proposes and releases an engineering change; its lines are executed, verified and closed one by one. */
export const ecnApply = defineForm({
  key: 'ecnApply',
  cn: 'ECN发起',
  en: 'ECN issue',
  path: '/ecn-apply',
  prefix: 'ECN',
  group: 'change',
  icon: 'swap',
  sections: [
    basics,
    { id: 'change', cn: '变更内容', en: 'Change' },
    { id: 'models', cn: '适用机型', en: 'Models' },
    { id: 'impact', cn: '影响评估', en: 'Impact' },
    { id: 'lines', cn: '变更明细', en: 'Change lines' },
    ...closing,
  ],
  fields: defineFields({ ...header({ cn: 'ECN发起', en: 'ECN issue' }), ...about, ...impact, ...lines }),
  rules,
  flow,
  figures: lineFigures,
  posts: noticePosts,
  subject: ['ecnTitle'],
  columns: ['ecnTitle', 'level', 'ecnReason', 'urgency', 'planEffectiveDate', 'changeOwner', 'lineProgress', 'totalScrap', 'project',
    'sapChangeNo'],
})
