import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { posts } from './posts.ts'
import { rules } from './rules.ts'

/** Approval of new product prices for a customer, a customer group or all customers. */
export const salesPriceEntry = defineForm({
  key: 'salesPriceEntry',
  cn: '销售价格录入',
  en: 'Sales price entry',
  short: { cn: '销售价格', en: 'Sales price' },
  path: '/sales-price-entry',
  prefix: 'XSJG',
  group: 'contract',
  icon: 'fund',
  terminals: ['web'],
  sections: [basics, { id: 'price', cn: '价格条件', en: 'Terms' }, { id: 'items', cn: '价格明细', en: 'Price lines' }, ...closing],
  fields,
  rules,
  flow,
  posts,
  // a completed price is superseded by the next one, so only documents in approval are compared
  unique: [{
    among: 'inApproval',
    rows: 'items',
    by: ['material', 'scaleQty', 'priceFor', 'salesOrg', 'channel', 'currencyType'],
    span: ['validFrom', 'validTo'],
    message: { cn: '有效期重叠：{businessNo}', en: 'Validity periods overlap: {businessNo}' },
  }],
  subject: ['reason'],
  columns: ['priceAction', 'priceLevel', 'customer', 'customerGroup', 'channel', 'currencyType', 'salesOrg'],
})
