import { copy, defineFlow, role } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'
import { clauseReview, clauseRules } from '../block/clauses.ts'
import { nodes } from '../block/flow.ts'
import { numberedOnce, reviewedSections, subject } from '../block/form.ts'
import { lineRules } from '../block/lines.ts'
import { contractRules } from '../block/rules.ts'
import { fields } from './fields.ts'
import { posts } from './posts.ts'

const own = defineRules([
  rule('P-R1', {
    when: `amountRmb >= ${limits.of('purchaseContract', 'quotations')} and useSole = "0" and count(quotes) < 2`,
    fields: ['quotes'],
    cn: '请至少提供两家报价',
    en: 'Please provide at least two quotations',
  }),
  rule('P-R3', {
    each: 'items',
    when: 'unitPrice > lastPrice * 1.05',
    fields: ['unitPrice'],
    level: 'warn',
    blanks: { p: 'round half up((unitPrice / lastPrice - 1) * 100, 1)' },
    cn: '价格高于上次{p}%',
    en: 'Price is {p}% above the last price',
  }),
  rule('P-R4', {
    when:
      '(some i in items satisfies i.takenFrom != null) and sourceDoc[1].currencyType != null and sourceDoc[1].currencyType != currencyType',
    fields: ['currencyType'],
    cn: '带入的价格与合同币种不一致',
    en: 'The prices carried over are in a different currency from the contract',
  }),
  rule('P-R5', {
    when: 'supplier != null and sourceDoc[1].supplier != null and sourceDoc[1].supplier != supplier.id',
    fields: ['supplier'],
    cn: '供应商与关联的价格审批不一致',
    en: 'The supplier differs from the linked price approval',
  }),
  rule('P-R2', { when: 'supplier.level = "D"', fields: ['supplier'], cn: '供应商已冻结', en: 'The supplier is blocked' }),
])

const { deptHead, purchase, legal, finance, vp, gm, seal, archive, cc } = nodes
const warehouse = copy('ccWarehouse', role('warehouse'), { cn: '抄送仓库', en: 'CC warehouse', when: 'subjectType = "material"' })

/** Contract with a supplier, reviewed clause by clause. */
export const purchaseContract = defineForm({
  key: 'purchaseContract',
  cn: '采购合同审批',
  en: 'Purchase contract',
  short: { cn: '采购合同', en: 'Purchase contract' },
  path: '/purchase-contract',
  prefix: 'CGHT',
  group: 'contract',
  icon: 'shopping-cart',
  amount: 'amountRmb',
  abortAfterCompletion: true,
  sections: reviewedSections({ cn: '交货与明细', en: 'Delivery and lines' }, [{ id: 'quotes', cn: '询价比价', en: 'Quotations' }]),
  fields,
  rules: [...headerRules, ...fxRules, ...contractRules, ...lineRules, ...clauseRules, ...own],
  flow: defineFlow([deptHead, purchase, clauseReview, legal, finance, vp, gm, seal, archive, cc, warehouse]),
  posts,
  figures: [{
    call: 'sap.lastPrice',
    with: { vendor: 'supplier', material: 'material', currency: 'currencyType', taxRate: 'taxRate' },
    rows: 'items',
    into: { sapPrice: 'gross' },
    readAt: 'priceReadAt',
    at: ['edit', 'submit'],
  }],
  unique: numberedOnce,
  subject,
  columns: ['contractNo', 'contractName', 'supplier', 'contractType', 'amountRmb', 'expiryDate'],
})
