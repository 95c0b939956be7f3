import { defineRules, rule } from '#kernel/rules.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'

const own = defineRules([
  rule('SP-R1', {
    each: 'items',
    when: 'newPrice < floorPrice',
    fields: ['newPrice'],
    level: 'warn',
    at: ['start', 'finance', 'vp', 'gm'],
    cn: '低于底价，需副总审批',
    en: 'Below floor price, VP approval needed',
  }),
  rule('SP-R3', { each: 'items', when: 'validTo < today()', fields: ['validTo'], cn: '有效期不能早于今天',
    en: 'The validity end must not be in the past' }),
  rule('SP-R4', { each: 'items', when: 'newPrice <= 0', fields: ['newPrice'], cn: '新价须大于0', en: 'The new price must be more than 0' }),
  rule('SP-R5', { each: 'items', when: 'validFrom > validTo', fields: ['validTo'], cn: '有效期从不能晚于有效期至',
    en: 'Valid from must not be later than valid to' }),
])

export const rules = [...headerRules, ...fxRules, ...own] as const
