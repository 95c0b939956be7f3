import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** The packing of a product for an order: cartons, labels and manuals, what is printed on them, and their weights. */
export const packingApply = defineForm({
  key: 'packingApply',
  cn: '包装申请',
  en: 'Packing application',
  short: { cn: '包装申请', en: 'Packing' },
  path: '/packing-apply',
  prefix: 'BZSQ',
  group: 'production',
  icon: 'inbox',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'order', cn: '订单信息', en: 'Order' },
    { id: 'items', cn: '包装物明细', en: 'Packing items' },
    { id: 'printed', cn: '印刷与要求', en: 'Print and requirements' },
    { id: 'packed', cn: '装箱数据与样张', en: 'Packing data and proof' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['requirement'],
  columns: ['packType', 'product', 'customer', 'orderQty', 'deliveryDate', 'country', 'salesOrderNo'],
})
