import { approve, copy, defineFlow, generalManager, role, vicePresident } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'
import { fields } from './fields.ts'
import { posts } from './posts.ts'
import { rules } from './rules.ts'

/** Flow as shipped; finance edits its limits. */
const flow = defineFlow([
  approve('purchaseManager', role('purchaseManager'), { cn: '采购经理', en: 'Purchasing manager' }),
  approve('cost', role('accountant'), { cn: '成本核价', en: 'Cost check' }),
  approve('purchaseVp', vicePresident('applicantDept'), {
    cn: '分管副总',
    en: 'Responsible VP',
    mode: 'all',
    when: `(some i in items satisfies i.changeRate > 0) or (priceAction = "new" and totalEffect >= ${
      limits.of('purchasePrice', 'viceGm')
    })`,
  }),
  approve('gm', generalManager, { cn: '总经理', en: 'General manager', mode: 'all',
    when: `totalEffect >= ${limits.of('purchasePrice', 'generalManager')}` }),
  copy('cc', role('planner'), { cn: '抄送', en: 'CC' }),
])

/** New prices of a supplier's materials. */
export const purchasePrice = defineForm({
  key: 'purchasePrice',
  cn: '采购价格审批',
  en: 'Purchase price approval',
  short: { cn: '采购价格', en: 'Purchase price' },
  path: '/purchase-price',
  prefix: 'CGJG',
  group: 'contract',
  icon: 'tags',
  sections: [basics, { id: 'price', cn: '价格条件', en: 'Terms' }, { id: 'items', cn: '价格明细', en: 'Price lines' }, { id: 'quotes',
    cn: '询价比价', en: 'Quotations' }, ...closing],
  fields,
  rules,
  flow,
  posts,
  figures: [{
    call: 'sap.lastPrice',
    with: { vendor: 'supplier', material: 'material', plant: 'factory', currency: 'currencyType', priceUnit: 'priceUnit' },
    rows: 'items',
    into: { sapPrice: 'price' },
    readAt: 'priceReadAt',
    at: ['edit', 'submit'],
  }],
  unique: [{
    among: 'inApproval',
    rows: 'items',
    by: ['material', 'supplier', 'factory', 'minQty'],
    span: ['validFrom', 'validTo'],
    message: { cn: '该物料存在审批中的价格单{businessNo}', en: 'Price approval {businessNo} for this material is still in approval' },
  }],
  subject: ['supplierName', 'items.materialName', 'reason'],
  columns: ['supplier', 'priceAction', 'totalEffect', 'currencyType', 'factory', 'priceSource', 'infoCategory'],
})
