import { date, datetime, defineFields, money, percent, radio, select, text, textarea } from '#kernel/fields.ts'
import { customer, salesGroup } from '#plugins/masters/references.ts'
import { classified, contractBlock, summed } from '../block/fields.ts'
import { clauses } from '../block/clauses.ts'
import { lines } from '../block/lines.ts'

const { header, terms, parties, paper } = contractBlock({ cn: '销售合同评审', en: 'Sales contract review' })

const specification = { spec: text({ cn: '规格型号', en: 'Specification', max: 100, default: 'material.nameCn' }) }

/** Line columns filled in by finance and delivery. */
const ofLine = defineFields({
  grossMargin: percent({ cn: '毛利率', en: 'Gross margin', required: true, atNode: 'finance', editAt: ['finance'] }),
  deliveryDate: date({ cn: '交期', en: 'Delivery date', default: 'header.deliveryDate' }),
})

/** Credit limit and receivables of the customer, as last read from SAP. */
const credit = defineFields({
  creditLimit: money({ cn: '客户信用额度', en: 'Credit limit', rmb: true, system: true, readOnly: true, section: 'parties' }),
  creditOpen: money({ cn: '应收余额', en: 'Open receivables', rmb: true, system: true, readOnly: true, section: 'parties' }),
  creditReadAt: datetime({ cn: '信用数据读取时间', en: 'Credit as of', system: true, readOnly: true, section: 'parties' }),
})

export const fields = defineFields({
  ...header,
  ...classified('sales'),
  customer: customer({ cn: '客户', en: 'Customer', required: true, trend: true, section: 'parties' }),
  salesGroup: salesGroup({ cn: '销售组', en: 'Sales group', required: true, default: 'customer.salesGroupId', section: 'parties' }),
  salesChannel: select({ cn: '销售渠道', en: 'Sales channel', required: true, trend: true, dict: 'salesChannel', default: '"domestic"',
    section: 'parties' }),
  ...credit,
  ...parties,
  tradeTerm: select({ cn: '贸易条款', en: 'Trade term', required: true, dict: 'tradeTerm', default: '"dom"', section: 'items' }),
  deliveryDate: date({ cn: '交货日期', en: 'Delivery date', required: 'contractType != "framework"', section: 'items' }),
  deliveryPlace: text({ cn: '交货地点', en: 'Place of delivery', max: 100, section: 'items', span: 2 }),
  isCustom: radio({ cn: '是否定制产品', en: 'Customised product', required: true, trend: true, dict: 'yesNo', default: '"0"',
    section: 'items' }),
  specialQuality: textarea({ cn: '特殊质量要求', en: 'Special quality requirement', max: 500, section: 'items', span: 4 }),
  ...lines({ cn: '产品明细', en: 'Product lines', max: 200, required: true, named: specification, more: ofLine }),
  ...summed,
  ...terms,
  ...clauses(['quality', 'delivery', 'price', 'payment', 'warranty', 'breach', 'ip', 'confidentiality']),
  ...paper,
})
