import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'

const judges = ['firstJudgeOne', 'firstJudgeTwo', 'committeeJudge'] as const
const missing = (field: string) => `(${field} = null or ${field} = "")`

const own = defineRules([
  rule('TA-01', {
    when: missing('judgeReason'),
    fields: ['judgeReason'],
    at: [...judges, 'verify'],
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
    at: judges,
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
    at: judges,
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

export const rules = [...headerRules, ...own] as const
