import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'

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

export const rules = [...headerRules, ...own] as const
