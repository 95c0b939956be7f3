import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, departmentHead, personIn, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, calculated, date, defineFields, department, integer, money, people, person, radio, select, table, text,
  textarea } from '#kernel/fields.ts'
import { can } from '#plugins/proposals/permissions.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'

/** Nodes that judge: department, vice president for difficult or excellent proposals, committee. */
const judges = ['firstJudgeOne', 'firstJudgeTwo', 'committeeJudge'] as const
const decidingNodes = [...judges, 'verify'] as const
const plan = 'implementPlan'
const done = 'implementDone'
const images = ['png', 'jpg', 'jpeg', 'gif', 'webp'] as const
const isExcellent = 'firstJudgeIsExcellent = "1"'

const proposed = defineFields({
  proposalName: text({ cn: '提案名称', en: 'Proposal name', required: true, max: 30, section: 'basics', span: 2 }),
  proposalType: select({ cn: '提案类别', en: 'Proposal type', required: true, trend: true, dict: 'proposalType', section: 'basics' }),
  proposers: people({ cn: '提案人', en: 'Proposers', required: true, min: 1, max: 5, section: 'basics', default: '[applicant.id]' }),
  proposeDate: date({ cn: '提案日期', en: 'Date', required: true, section: 'basics', default: 'today()' }),
  implementDept: department({
    cn: '实施部门',
    en: 'Implementing department',
    required: true,
    trend: true,
    section: 'basics',
    editAt: ['firstJudgeOne'],
    default: 'applicantDept.id',
  }),
  alreadyImplemented: radio({ cn: '是否已实施', en: 'Already implemented', required: true, trend: true, dict: 'yesNo', section: 'basics',
    default: '"0"' }),
  currentSituation: textarea({ cn: '现状及问题', en: 'Current situation', required: true, min: 10, max: 4000, section: 'content',
    span: 2 }),
  improvement: textarea({ cn: '改善建议', en: 'Suggested improvement', required: true, min: 10, max: 4000, section: 'content', span: 2 }),
  beforePhotos: attachment({ cn: '改善前图片', en: 'Photos before', max: 20, extensions: [...images], section: 'content', span: 4 }),
  expectedBenefit: textarea({ cn: '预期效益说明', en: 'Expected benefit', required: true, min: 5, max: 1000, section: 'content', span: 4 }),
  expectedSaving: money({ cn: '预计年节约', en: 'Expected annual saving', required: 'proposalType = "2"', min: 0, section: 'content',
    default: '0' }),
})

const judgement = defineFields({
  proposalStatus: select({
    cn: '提案状态',
    en: 'Proposal status',
    system: true,
    readOnly: true,
    dict: 'proposalStatus',
    section: 'judgement',
    value: `if score != null then (if score >= parameter("proposalTarget", "eligibleScore") then "5" else "6")
      else if actualEndDate != null then "4"
      else if knowDate != null then "3"
      else if firstJudgeIsExcellent != null then (if alreadyImplemented = "1" then "3" else "2")
      else if hardToDecideOneReason != null then "7" else "1"`,
  }),
  implementer: person({
    cn: '实施人',
    en: 'Implementer',
    atNode: judges,
    section: 'judgement',
    filter: 'list contains(option.departments, implementDept.id)',
  }),
  firstJudgeIsExcellent: radio({ cn: '初判是否优秀提案', en: 'Excellent proposal', atNode: judges, dict: 'yesNo', section: 'judgement' }),
  excellentReason: textarea({
    cn: '优秀理由',
    en: 'Why it is excellent',
    required: isExcellent,
    atNode: judges,
    min: 5,
    max: 1000,
    section: 'judgement',
    span: 2,
  }),
  judgeReason: textarea({ cn: '评审理由', en: 'Review reason', atNode: decidingNodes, min: 5, max: 1000, section: 'judgement', span: 2 }),
  hardToDecideOneReason: textarea({
    cn: '难决一原因',
    en: 'Hard-to-decide reason 1',
    system: true,
    readOnly: true,
    max: 1000,
    section: 'judgement',
    span: 2,
    visible: 'hardToDecideOneReason != null',
  }),
  hardToDecideTwoReason: textarea({
    cn: '难决二原因',
    en: 'Hard-to-decide reason 2',
    system: true,
    readOnly: true,
    max: 1000,
    section: 'judgement',
    span: 2,
    visible: 'hardToDecideTwoReason != null',
  }),
})

const implementation = defineFields({
  knowDate: radio({ cn: '是否明确实施日期', en: 'Implementation date known', atNode: plan, dict: 'yesNo', section: 'implementation' }),
  estimatedImplementationStartDate: date({ cn: '预计实施开始日期', en: 'Estimated start', required: 'knowDate = "1"', atNode: plan,
    section: 'implementation' }),
  estimatedImplementationEndDate: date({ cn: '预计实施完成日期', en: 'Estimated end', required: 'knowDate = "1"', atNode: plan,
    section: 'implementation' }),
  unknowDateReason: textarea({
    cn: '日期不明确原因',
    en: 'Why the date is unknown',
    required: 'knowDate = "0"',
    atNode: plan,
    min: 5,
    max: 1000,
    section: 'implementation',
    span: 2,
  }),
  actualStartDate: date({ cn: '实际开始日期', en: 'Actual start date', atNode: done, section: 'implementation' }),
  actualEndDate: date({ cn: '实际完成日期', en: 'Actual end date', atNode: done, section: 'implementation' }),
  actualSaving: money({
    cn: '实际年节约',
    en: 'Actual annual saving',
    atNode: done,
    editAt: ['verify'],
    min: 0,
    section: 'implementation',
    default: 'if expectedSaving = null then 0 else expectedSaving',
  }),
  implementResult: textarea({ cn: '实施结果', en: 'Result', atNode: done, min: 10, max: 2000, section: 'implementation', span: 4 }),
  afterPhotos: attachment({ cn: '改善后图片', en: 'Photos after', atNode: done, max: 20, extensions: [...images], section: 'implementation',
    span: 4 }),
})

const scored = 'scores[score != null].score'

const verification = defineFields({
  scores: table({
    cn: '评分',
    en: 'Scores',
    system: true,
    readOnly: true,
    section: 'verification',
    span: 4,
    visible: 'actualEndDate != null',
    columns: {
      criterion: select({
        cn: '评分项',
        en: 'Criterion',
        system: true,
        readOnly: true,
        options: [
          { value: 'effect', cn: '效果', en: 'Effect' },
          { value: 'originality', cn: '创新', en: 'Originality' },
          { value: 'effort', cn: '努力', en: 'Effort' },
          { value: 'extendability', cn: '推广', en: 'Wider applicability' },
        ],
      }),
      maxScore: integer({ cn: '满分', en: 'Maximum', system: true, readOnly: true }),
      score: integer({ cn: '得分', en: 'Score', editAt: ['verify'], atNode: 'verify', shown: true, min: 0 }),
      reason: text({ cn: '评分理由', en: 'Reason', editAt: ['verify'], atNode: 'verify', shown: true, max: 200 }),
    },
  }),
  score: calculated({
    cn: '总分',
    en: 'Score',
    result: 'integer',
    section: 'verification',
    visible: 'actualEndDate != null',
    value: `if count(${scored}) = 0 then null else sum(${scored})`,
  }),
  grade: select({
    cn: '等级',
    en: 'Proposal grade',
    system: true,
    readOnly: true,
    dict: 'proposalGrade',
    section: 'verification',
    visible: 'score != null',
    value: 'if score = null then null else if score >= 90 then "A" else if score >= 75 then "B" ' +
      'else if score >= parameter("proposalTarget", "eligibleScore") then "C" else "D"',
  }),
  rewardStandard: calculated({
    cn: '奖励标准',
    en: 'Standard reward',
    result: 'money',
    system: true,
    value: `if grade = null then null else (if grade = "A" then parameter("proposalTarget", "rewardA") ` +
      `else if grade = "B" then parameter("proposalTarget", "rewardB")\n      ` +
      `else if grade = "C" then parameter("proposalTarget", "rewardC") ` +
      `else 0) * (if ${isExcellent} then parameter("proposalTarget", "excellentFactor") else 1)`,
  }),
  rewardAmount: money({
    cn: '奖励金额',
    en: 'Reward',
    readOnly: true,
    trend: true,
    min: 0,
    editAt: ['committee'],
    section: 'verification',
    visible: 'score != null',
    hint: { cn: '按等级计算，优秀提案加倍，提案委员会可调整',
      en: 'Based on grade, doubled for excellent proposals; the committee can change it' },
  }),
})

const fields = defineFields({
  ...header({ cn: '提案申请', en: 'Proposal' }),
  ...proposed,
  ...judgement,
  ...implementation,
  ...verification,
})

const judgeNodes = ['firstJudgeOne', 'firstJudgeTwo', 'committeeJudge'] as const
const missing = (field: string) => `(${field} = null or ${field} = "")`

const own = defineRules([
  rule('TA-01', {
    when: missing('judgeReason'),
    fields: ['judgeReason'],
    at: [...judgeNodes, 'verify'],
    cn: '请填写评审理由',
    en: 'Enter the review reason',
  }),
  rule('TA-01-score', {
    each: 'scores',
    when: 'score = null',
    fields: ['score'],
    at: ['verify'],
    cn: '请填写提案评分',
    en: 'Enter the score',
  }),
  rule('TA-01-reason', {
    each: 'scores',
    when: missing('reason'),
    fields: ['reason'],
    at: ['verify'],
    cn: '请填写评分理由',
    en: 'Enter the reason for the score',
  }),
  rule('TA-02', {
    when: `firstJudgeIsExcellent = "1" and ${missing('excellentReason')}`,
    fields: ['excellentReason'],
    at: judgeNodes,
    cn: '请填写优秀提案理由',
    en: 'Say why the proposal is excellent',
  }),
  rule('TA-03', {
    when: `knowDate = "1" and (estimatedImplementationStartDate = null or estimatedImplementationEndDate = null
      or estimatedImplementationEndDate < estimatedImplementationStartDate or estimatedImplementationStartDate < proposeDate)`,
    fields: ['estimatedImplementationEndDate'],
    at: ['implementPlan'],
    cn: '请填写预计实施起止日期，且完成日期不早于开始日期',
    en: 'Enter the estimated start and end; the end can’t be before the start',
  }),
  rule('TA-04', {
    when: `knowDate = "0" and ${missing('unknowDateReason')}`,
    fields: ['unknowDateReason'],
    at: ['implementPlan'],
    cn: '请填写日期不明确原因',
    en: 'Say why the date is unknown',
  }),
  rule('TA-06', {
    each: 'scores',
    when: 'score > maxScore',
    fields: ['score'],
    at: ['verify'],
    blanks: { max: 'maxScore' },
    cn: '评分不能超过{max}',
    en: 'The score must not exceed {max}',
  }),
  rule('TA-08', {
    when: 'implementer.departed = true or implementer.enabled = false',
    fields: ['implementer'],
    at: judgeNodes,
    cn: '实施人已离职，请联系管理员',
    en: 'The implementer has left the company, contact the administrator',
  }),
  rule('TA-09', {
    when: 'proposeDate > today()',
    fields: ['proposeDate'],
    cn: '提案日期不能晚于今天',
    en: 'The proposal date can’t be in the future',
  }),
  rule('TA-10', {
    when: 'not(some p in proposers satisfies p.id = applicant.id)',
    fields: ['proposers'],
    cn: '提案人须包含申请人',
    en: 'The applicant must be among the proposers',
  }),
  rule('TA-11', {
    when: 'actualEndDate < actualStartDate or actualEndDate > today()',
    fields: ['actualEndDate'],
    at: ['implementDone'],
    cn: '实际完成日期不能早于开始日期，也不能晚于今天',
    en: 'The actual end date can’t be before the start or in the future',
  }),
])

const rules = [...headerRules, ...own] as const

/** Flow of proposals: the first two judges may pass a proposal upwards with a reason; the implementer may be the initiator. */
const flow = defineFlow([
  approve('firstJudgeOne', departmentHead('implementDept'), { cn: '部门初评', en: 'Department review', hardToDecide: 'one', manual: true }),
  approve('firstJudgeTwo', vicePresident('implementDept'), {
    cn: '上级复评',
    en: 'Second review',
    hardToDecide: 'two',
    manual: true,
    when: 'hardToDecideOneReason != null or firstJudgeIsExcellent = "1"',
  }),
  approve('committeeJudge', role('proposalCommittee'), {
    cn: '提案委员会',
    en: 'Committee',
    mode: 'all',
    manual: true,
    opinionRequired: true,
    when: 'hardToDecideTwoReason != null',
  }),
  approve('implementPlan', personIn('implementer'), { cn: '实施计划', en: 'Implementation plan', confirms: true, manual: true,
    when: 'alreadyImplemented = "0"' }),
  approve('implementDone', personIn('implementer'), { cn: '实施完成', en: 'Implementation complete', confirms: true, manual: true }),
  approve('verify', both(departmentHead('implementDept'), role('proposalAdmin')), {
    cn: '验收评分',
    en: 'Verification and scoring',
    manual: true,
    opinionRequired: true,
  }),
  approve('committee', role('proposalCommittee'), {
    cn: '奖励审定',
    en: 'Reward approval',
    mode: 'all',
    manual: true,
    when: 'score >= 90 or firstJudgeIsExcellent = "1"',
  }),
  copy('ccFinish', both(personIn('proposers'), role('hr')), { cn: '抄送', en: 'CC' }),
])

/** Proposal for improvement: judged, implemented, scored and rewarded. */
export const proposalApply = defineForm({
  key: 'proposalApply',
  cn: '提案申请',
  en: 'Proposal',
  short: { cn: '提案申请', en: 'Proposal' },
  path: '/proposal-apply',
  prefix: 'TA',
  group: 'project',
  icon: 'bulb',
  sections: [
    basics,
    { id: 'content', cn: '提案内容', en: 'Proposal' },
    { id: 'judgement', cn: '评审', en: 'Review' },
    { id: 'implementation', cn: '实施', en: 'Implementation' },
    { id: 'verification', cn: '验收评分', en: 'Verification' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  print: { photos: ['beforePhotos', 'afterPhotos'] },
  subject: ['proposalName'],
  columns: ['proposalName', 'proposalType', 'proposalStatus', 'implementer', 'score', 'grade'],
  voidPermission: can.voidProposal,
  permissions: [can.voidProposal],
})
