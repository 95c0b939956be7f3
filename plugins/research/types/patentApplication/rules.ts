import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'

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

export const rules = [...headerRules, ...own] as const
