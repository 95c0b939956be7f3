import { currency, defineFields, number, radio, select, text, textarea } from '#kernel/fields.ts'
import { header } from '#plugins/forms/mixins/header.ts'
import { customer } from '#plugins/masters/references.ts'
import { items } from './items.ts'

export const fields = defineFields({
  ...header({ cn: '销售价格录入', en: 'Sales price entry' }),
  priceAction: select({ cn: '价格类别', en: 'Price action', required: true, dict: 'priceAction', default: '"new"', section: 'price' }),
  priceLevel: radio({
    cn: '价格层级',
    en: 'Price level',
    required: true,
    trend: true,
    default: '"customer"',
    section: 'price',
    span: 2,
    options: [{ value: 'customer', cn: '客户价', en: 'Customer' }, { value: 'group', cn: '客户组价', en: 'Customer group' }, {
      value: 'list',
      cn: '标准价',
      en: 'List price',
    }],
  }),
  customer: customer({ cn: '客户', en: 'Customer', required: 'priceLevel = "customer"', section: 'price' }),
  customerGroup: select({ cn: '客户组', en: 'Customer group', required: 'priceLevel = "group"', dict: 'customerGroup', section: 'price' }),
  salesOrg: select({ cn: '销售组织', en: 'Sales organisation', required: true, dict: 'salesOrg', default: '"1000"', section: 'price' }),
  channel: select({ cn: '渠道', en: 'Channel', required: true, dict: 'salesChannel', default: '"domestic"', section: 'price' }),
  currencyType: currency({ cn: '币种', en: 'Currency', required: true, trend: true, default: '"CNY"', section: 'price' }),
  exchangeRate: number({ cn: '汇率', en: 'Exchange rate to RMB', as: 'exchangeRate', system: true, readOnly: true, precision: 6,
    section: 'price' }),
  tradeTerm: select({ cn: '贸易条款', en: 'Trade term', required: true, dict: 'tradeTerm', default: '"dom"', section: 'price' }),
  // the customers of the prices, as text to compare
  priceFor: text({
    cn: '适用对象',
    en: 'Applies to',
    system: true,
    max: 40,
    visible: 'false',
    value: 'if priceLevel = "customer" then customer.id else if priceLevel = "group" then customerGroup else priceLevel',
  }),
  reason: textarea({ cn: '申请原因', en: 'Reason', required: true, max: 500, section: 'price', span: 4 }),
  items,
})
