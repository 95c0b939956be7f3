import { attachment, date, defineFields, documentLink, integer, radio, select, table, text, textarea } from '#kernel/fields.ts'
import { approve, both, copy, defineFlow, role } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
import { material } from '#plugins/masters/references.ts'
import { project } from '#plugins/projects/references.ts'
import { affectedDocuments, bomReview, rdHead } from '../nodes.ts'
import { baselinePosts, bomFigures } from '../../sap.ts'

/** The minor number after that of the last version: V1.10 follows V1.9.2; V1.0 is the first. */
const nextMinor = 'if lastVersion = null or lastVersion = "" then "V1.0" else "V" + ' +
  'substring before(substring after(lastVersion, "V"), ".") + "." + string(1 + number(' +
  'if contains(substring after(lastVersion, "."), ".") then substring before(substring after(lastVersion, "."), ".") ' +
  'else substring after(lastVersion, ".")))'

const fields = defineFields({
  ...header({ cn: 'ECN基线', en: 'ECN baseline' }),
  product: material({ cn: '产品/成品料号', en: 'Product', required: true, trend: true, section: 'baseline', span: 2 }),
  project: project({ cn: '项目', en: 'Project', required: true, section: 'baseline', span: 2 }),
  baselineName: text({ cn: '基线名称', en: 'Baseline', required: true, max: 50, section: 'baseline', span: 2 }),
  baselineType: radio({
    cn: '基线类型',
    en: 'Baseline type',
    required: true,
    trend: true,
    default: '"product"',
    section: 'baseline',
    span: 2,
    options: [
      { value: 'requirement', cn: '需求', en: 'Requirement' },
      { value: 'design', cn: '设计', en: 'Design' },
      { value: 'product', cn: '产品', en: 'Product' },
      { value: 'software', cn: '软件', en: 'Software' },
    ],
  }),
  lastVersion: text({ cn: '上一版本', en: 'Previous version', system: true, max: 20, section: 'baseline' }),
  version: text({ cn: '版本', en: 'Version', required: true, max: 20, pattern: '^V\\d+\\.\\d+(\\.\\d+)?$', default: nextMinor,
    section: 'baseline', hint: { cn: '如 V1.0 或 V1.2.3', en: 'For example V1.0 or V1.2.3' } }),
  revisionLevel: integer({ cn: '修订级别', en: 'Revision level', system: true, isName: true, section: 'baseline' }),
  effectiveDate: date({ cn: '生效日期', en: 'Effective date', required: true, default: 'today()', section: 'baseline' }),
  ecns: documentLink({ cn: '包含ECN', en: 'Included ECNs', required: 'lastVersion != null', shown: true, links: ['ecnApply'], binds: true,
    max: 100, section: 'baseline', span: 4 }),
  changeSummary: textarea({ cn: '变更摘要', en: 'Summary of changes', required: true, max: 1000, section: 'baseline', span: 4 }),
  documents: table({
    cn: '基线文件',
    en: 'Baseline items',
    required: true,
    min: 1,
    max: 300,
    section: 'documents',
    span: 4,
    fetches: { cn: '带出上一基线与已关闭ECN', en: 'Take last baseline and closed ECNs', call: '/oaserver/changeControl/baselineItems',
      by: ['product', 'baselineType'] },
    columns: {
      docType: select({ cn: '文件类型', en: 'Type', required: true, options: affectedDocuments }),
      docNo: text({ cn: '文件编号', en: 'Number', required: true, max: 60 }),
      docName: text({ cn: '文件名称', en: 'Document', required: true, max: 100 }),
      revision: text({ cn: '版次', en: 'Revision', required: true, max: 20 }),
      file: attachment({ cn: '文件', en: 'File', max: 10 }),
    },
  }),
  bomItemCount: integer({ cn: 'SAP BOM行数', en: 'BOM items in SAP', system: true, min: 0, section: 'bom' }),
  bomLines: textarea({ cn: 'SAP BOM', en: 'BOM in SAP', system: true, max: 60_000, section: 'bom', span: 2 }),
  bomCompare: textarea({ cn: 'BOM差异', en: 'BOM difference', system: true, max: 60_000, section: 'bom', span: 2 }),
})

const rules = defineRules([
  ...headerRules,
  rule('EB-R3', { when: 'bomItemCount = 0', fields: ['product'], cn: '产品在SAP无BOM', en: 'The product has no BOM in SAP' }),
  rule('EB-R4', { when: 'count(distinct values(documents[docNo != null].docNo)) < count(documents[docNo != null])', fields: ['documents'],
    at: ['start', 'docControl'], cn: '基线文件编号重复', en: 'Two baseline items have the same number' }),
  rule('EB-R5', { when: 'effectiveDate < today()', fields: ['effectiveDate'], cn: '生效日期不能早于今天',
    en: 'The effective date can’t be in the past' }),
])

const flow = defineFlow([
  rdHead,
  bomReview(),
  approve('changeOwner', role('changeManager'), { cn: '变更负责人', en: 'Change owner', opinionRequired: true, manual: true }),
  approve('qualityHead', role('qualityHead'), { cn: '质量负责人', en: 'Quality head', mode: 'all' }),
  approve('docControl', role('docControl'), { cn: '文控发布', en: 'Document control' }),
  copy('cc', both(role('processEngineer'), role('planner'), role('warehouse')), { cn: '抄送', en: 'CC' }),
])

/** The frozen set of a product's bill of material and documents, after changes were executed. */
export const ecnBaseline = defineForm({
  key: 'ecnBaseline',
  cn: 'ECN基线',
  en: 'ECN baseline',
  path: '/ecn-baseline',
  prefix: 'ECNB',
  group: 'change',
  icon: 'safety-certificate',
  terminals: ['web'],
  sections: [
    basics,
    { id: 'baseline', cn: '基线', en: 'Baseline' },
    { id: 'documents', cn: '基线文件', en: 'Baseline items' },
    { id: 'bom', cn: 'BOM', en: 'Bill of material' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  figures: bomFigures,
  posts: baselinePosts,
  unique: [{ among: 'inApproval', by: ['product', 'baselineType'],
    message: { cn: '该产品存在审批中的基线', en: 'A baseline of this product is in approval' } }],
  subject: ['baselineName', 'version'],
  columns: ['product', 'baselineType', 'version', 'lastVersion', 'effectiveDate', 'project', 'baselineName'],
})
