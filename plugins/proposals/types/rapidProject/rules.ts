import { defineRules, rule } from '#kernel/rules.ts'
import { bearingRules, budgetRules, fxRules, headerRules } from '#plugins/forms/kit.ts'

const planned = ['start', 'pmoReview'] as const
const priced = ['start', 'salesReview'] as const
const costed = ['start', 'accountantReview'] as const

const own = defineRules([
  rule('KL-02', {
    when: 'days(period.start, period.end) > parameter("rapidProject", "longestDays")',
    fields: ['period'],
    at: planned,
    blanks: { days: 'parameter("rapidProject", "longestDays")' },
    cn: '快速立项周期不能超过{days}天，请走正式立项',
    en: 'A rapid project can last at most {days} days. Use the full project process',
  }),
  rule('KL-03', {
    each: 'milestones',
    when: 'planDate < header.period.start or planDate > header.period.end',
    fields: ['planDate'],
    at: planned,
    cn: '里程碑日期须在项目周期内',
    en: 'Milestone dates must be within the project period',
  }),
  rule('KL-04', {
    when: 'targetPrice <= targetCost',
    fields: ['targetPrice'],
    level: 'confirm',
    at: priced,
    cn: '目标售价不高于目标成本，请确认',
    en: 'The target price is not above the target cost: confirm',
  }),
  rule('KL-05', {
    when: 'totalAmountRmb > parameter("rapidProject", "largestBudget")',
    fields: ['estimatedTotalAmount'],
    at: costed,
    blanks: { limit: 'parameter("rapidProject", "largestBudget")', tenThousands: 'parameter("rapidProject", "largestBudget") / 10000' },
    cn: '预算超过{tenThousands}万元，请走正式立项',
    en: 'The budget is more than ￥{limit}. Use the full project process',
  }),
  rule('KL-06', {
    when: 'count(team) > 0 and not(some t in team satisfies t.member.id = projectManager.id)',
    fields: ['projectManager'],
    level: 'confirm',
    at: planned,
    cn: '项目经理须在项目成员中',
    en: 'The project manager must be a team member',
  }),
  rule('KL-07-team', {
    when: 'count(team) = 0',
    fields: ['team'],
    at: planned,
    cn: '请至少添加一条项目成员',
    en: 'Add at least one team member',
  }),
  rule('KL-07-milestone', {
    when: 'count(milestones) = 0',
    fields: ['milestones'],
    at: planned,
    cn: '请至少添加一条里程碑',
    en: 'Add at least one milestone',
  }),
  rule('KL-07-cost', {
    when: 'count(costItems) = 0',
    fields: ['costItems'],
    at: costed,
    cn: '请至少添加一条预算明细',
    en: 'Add at least one cost item',
  }),
  rule('KL-08', {
    each: 'costItems',
    when: 'amount <= 0',
    fields: ['amount'],
    at: costed,
    cn: '预算明细金额须大于0',
    en: 'The amount of a cost item must be more than 0',
  }),
  rule('KL-09', {
    when: 'targetCost <= 0',
    fields: ['targetCost'],
    at: priced,
    cn: '目标成本须大于0',
    en: 'The target cost must be more than 0',
  }),
])

export const rules = [...headerRules, ...bearingRules({ at: ['accountantReview'] }), ...fxRules, ...budgetRules, ...own] as const
