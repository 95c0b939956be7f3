import { attachment, calculated, date, defineFields, integer, people, radio, select, table, text, textarea } from '#kernel/fields.ts'

const sqe = ['sqe']
const audited = 'audit = "yes"'

/** Audit criteria with their weights; the weights add up to 100. */
const topics = [
  ['quality', '质量体系', 'Quality system', 25],
  ['technology', '技术能力', 'Technology', 20],
  ['delivery', '交付', 'Delivery', 20],
  ['price', '价格', 'Price', 15],
  ['env', '环境社会', 'ESG', 10],
  ['finance', '经营财务', 'Finance', 10],
] as const

const usualScores = `[${topics.map(([item, , , weight]) => `{item: "${item}", weight: ${weight}}`).join(', ')}]`

/** Results of the on-site audit by the supplier quality engineers. */
export const audit = defineFields({
  audit: radio({
    cn: '现场审核',
    en: 'On-site audit',
    required: true,
    trend: true,
    default: 'if supplierType in ("material","outsource","mold") then "yes" else "no"',
    editAt: sqe,
    section: 'audit',
    options: [{ value: 'yes', cn: '需要', en: 'Required' }, { value: 'no', cn: '免审', en: 'Waived' }],
  }),
  waiveReason: textarea({ cn: '免审原因', en: 'Waiver reason', required: 'audit = "no"', max: 300, editAt: sqe, section: 'audit',
    span: 3 }),
  auditDate: date({ cn: '审核日期', en: 'Audit date', required: audited, atNode: 'sqe', editAt: sqe, section: 'audit' }),
  auditTeam: people({ cn: '审核人员', en: 'Audit team', required: audited, atNode: 'sqe', editAt: sqe, min: 1, max: 10, section: 'audit',
    span: 2 }),
  scores: table({
    cn: '审核评分',
    en: 'Audit scores',
    required: audited,
    atNode: 'sqe',
    editAt: sqe,
    min: topics.length,
    max: topics.length,
    default: usualScores,
    section: 'audit',
    span: 4,
    columns: {
      item: select({ cn: '评分项', en: 'Topic', required: true, options: topics.map(([value, cn, en]) => ({ value, cn, en })) }),
      weight: integer({ cn: '权重（%）', en: 'Weight %', required: true, min: 0, max: 100 }),
      score: integer({ cn: '得分', en: 'Score', required: true, min: 0, max: 100 }),
      points: calculated({ cn: '加权得分', en: 'Weighted', result: 'number', precision: 2, value: 'weight * score / 100' }),
      note: text({ cn: '说明', en: 'Note', max: 200 }),
    },
  }),
  totalScore: calculated({
    cn: '综合得分',
    en: 'Total score',
    result: 'number',
    precision: 1,
    section: 'audit',
    value: 'if count(scores[points != null]) = 0 then null else round half up(sum(scores[points != null].points), 1)',
  }),
  supplierLevel: select({
    cn: '评定等级',
    en: 'Level',
    atNode: 'sqe',
    editAt: sqe,
    dict: 'supplierLevel',
    section: 'audit',
    default: 'if totalScore >= 85 then "A" else if totalScore >= 70 then "B" else if totalScore >= 60 then "C" ' +
      'else if totalScore < 60 then "D" else null',
  }),
  auditReport: attachment({ cn: '审核报告', en: 'Audit report', required: audited, atNode: 'sqe', editAt: sqe, section: 'audit', span: 2 }),
})

const finance = ['finance']

/** The vendor as SAP keeps it. */
export const vendor = defineFields({
  sapVendorGroup: select({ cn: '账户组', en: 'Account group', atNode: 'finance', editAt: finance, dict: 'sapVendorGroup',
    section: 'vendor' }),
  purchaseOrg: select({ cn: '采购组织', en: 'Purchasing organisation', atNode: 'finance', editAt: finance, dict: 'purchaseOrg',
    section: 'vendor' }),
  reconAccount: select({ cn: '统驭科目', en: 'Reconciliation account', atNode: 'finance', editAt: finance, dict: 'reconAccount',
    section: 'vendor' }),
  sapVendorNo: text({ cn: 'SAP供应商编码', en: 'SAP vendor no.', system: true, readOnly: true, max: 40, section: 'vendor' }),
})
