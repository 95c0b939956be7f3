import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'

const measured = ['packageEng'] as const
const filled = ['start', 'packageEng'] as const

const own = defineRules([
  rule('PK-R1', { when: 'grossWeight < netWeight', fields: ['grossWeight'], at: measured, cn: '毛重不能小于净重',
    en: 'The gross weight must not be less than the net weight' }),
  rule('PK-R2', {
    each: 'items',
    when: 'isNew = "1" and count(artwork) = 0',
    fields: ['artwork'],
    at: filled,
    cn: '新增包装物须上传设计稿',
    en: 'A new packing item needs its artwork',
  }),
  rule('PK-R3', {
    when: 'list contains(marks, "none") and count(marks) > 1',
    fields: ['marks'],
    cn: '无认证标识不能与其他同时选择',
    en: '“None” can’t be combined with other marks',
  }),
  rule('PK-R4', { when: 'deliveryDate < today()', fields: ['deliveryDate'], cn: '交期不能早于今天',
    en: 'The delivery date can’t be in the past' }),
  rule('PK-R5', { each: 'items', when: 'usage <= 0', fields: ['usage'], at: filled, cn: '用量须大于0',
    en: 'The usage must be more than 0' }),
  rule('PK-R6', { when: 'netWeight <= 0', fields: ['netWeight'], at: measured, cn: '净重须大于0',
    en: 'The net weight must be more than 0' }),
])

export const rules = [...headerRules, ...own] as const
