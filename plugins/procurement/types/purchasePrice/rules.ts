import { defineRules, rule } from '#kernel/rules.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'

const own = defineRules([
  rule('PP-R1', {
    each: 'items',
    when: 'header.priceAction = "up" and newPrice <= oldPrice',
    fields: ['newPrice'],
    cn: '涨价类别的新价必须高于原价',
    en: 'For an increase the new price must exceed the old price',
  }),
  rule('PP-R1-down', {
    each: 'items',
    when: 'header.priceAction = "down" and newPrice >= oldPrice',
    fields: ['newPrice'],
    cn: '降价类别的新价必须低于原价',
    en: 'For a decrease the new price must be below the old price',
  }),
  rule('PP-R4', { when: 'supplier.level = "D"', fields: ['supplier'], cn: '供应商已冻结', en: 'The supplier is blocked' }),
  rule('PP-R5', { each: 'items', when: 'not(priceUnit in (1,10,100,1000))', fields: ['priceUnit'], cn: '价格单位只能是1、10、100或1000',
    en: 'A price is per 1, 10, 100 or 1,000' }),
  rule('PP-R6', { each: 'items', when: 'newPrice <= 0', fields: ['newPrice'], cn: '新未税价须大于0',
    en: 'The new net price must be more than 0' }),
  rule('PP-R7', {
    each: 'items',
    when: 'packQty <= 0 or (packQty != null and modulo(minQty, packQty) != 0)',
    fields: ['packQty'],
    cn: '起订量须为最小包装量的整数倍',
    en: 'The minimum order must be a multiple of the packing quantity',
  }),
  rule('PP-R8', { each: 'items', when: 'validFrom > validTo', fields: ['validTo'], cn: '有效期从不能晚于有效期至',
    en: 'Valid from must not be later than valid to' }),
  rule('PP-R9', {
    each: 'items',
    when: 'validFrom < date(today().year, today().month, 1)',
    fields: ['validFrom'],
    cn: '有效期不能早于本月1日',
    en: 'The validity must not begin before this month',
  }),
  rule('PP-R10', {
    each: 'items',
    when: 'header.priceSource = "quote" and header.priceAction != "stop" and material != null ' +
      'and count(index of(header.quotes.material.id, material.id)) < 2',
    fields: ['material'],
    cn: '每个物料请至少提供两家报价',
    en: 'Please provide at least two quotations for each material',
  }),
])

export const rules = [...headerRules, ...fxRules, ...own] as const
