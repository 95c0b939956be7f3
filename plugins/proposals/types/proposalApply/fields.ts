import { attachment, calculated, date, defineFields, department, integer, money, people, person, radio, select, table, text,
  textarea } from '#kernel/fields.ts'
import { header } from '#plugins/forms/kit.ts'

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

export const fields = defineFields({
  ...header({ cn: '提案申请', en: 'Proposal' }),
  ...proposed,
  ...judgement,
  ...implementation,
  ...verification,
})
