import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'

const at = ['start', 'licenceAdmin']

const own = defineRules([
  rule('NA-R1', { when: 'validTo > validFrom + duration("P12M")', fields: ['validTo'], at, cn: '有效期不能超过12个月',
    en: 'The validity can’t exceed 12 months' }),
  rule('NA-R2', { when: 'not(pledge = true)', fields: ['pledge'], cn: '请阅读并同意授权管理规定', en: 'Accept the licence rules' }),
  rule('NA-R5', { when: 'validFrom < today()', fields: ['validFrom'], cn: '有效期不能早于今天',
    en: 'The validity can’t start in the past' }),
  rule('NA-R6', { when: 'validTo < validFrom', fields: ['validTo'], at, cn: '有效期自不能晚于有效期至',
    en: 'The start must not be later than the end' }),
  rule('NA-R7', { when: 'count(distinct values(users.person.id)) < count(users)', fields: ['users'], at, cn: '授权人员不能重复',
    en: 'Each person can be listed only once' }),
  rule('NA-R8', { when: 'count(distinct values(models[model != null].model)) < count(models[model != null])', fields: ['models'],
    cn: '同一型号与授权类型不能重复', en: 'A model can be listed only once per licence type' }),
])

export const rules = [...headerRules, ...own] as const
