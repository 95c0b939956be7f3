import { applied, category, claims, ofUnpaid, payments, rowsOf, unpaid } from '#plugins/expenses/statistics/pages.ts'
import type { Feel } from '#kernel/fields.ts'
import { amount, count, days, inFirstRow, ofDocuments, state } from '#plugins/statistics/measures.ts'
import type { FactSource, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { addresses } from './addresses.ts'

/** Measures of the days to approval, counted once per document. */
const leadTime = { finished: inFirstRow('1'), waited: inFirstRow('days(date(header.createTime), today()) - 1') }

/** Facts of contracts with a cost centre and without a purchase request, which would be counted already. */
const contracts = (['filing', 'completion'] as const).map((at): FactSource => ({
  form: 'purchaseContract',
  at,
  when: 'costCenter != null and count(sourceDoc) = 0',
  dimensions: { supplier: 'supplier', state: 'state' },
  measures: at === 'filing'
    ? { requests: '1', applied: 'amountRmb', lines: '1' }
    : { completed: 'amountRmb', finished: '1', waited: 'days(date(createTime), today()) - 1' },
}))

const isCharged = 'costCenter != null and not(deleted = true)'
const isAgreed = `${isCharged} and decision = "1"`
const rmbOfLine: Feel = 'if amount = null then 0 else rmb(amount, header.exchangeRate)'

/** A figure that counts once per requisition: in the first of its lines with a condition. */
const inFirst = (condition: Feel, figure: Feel): Feel => `if item.rowId = header.items[${condition}][1].rowId then ${figure} else 0`

/** Facts of purchase requisitions from SAP: their lines with a cost centre, requested on filing; agreed lines completed on approval. */
const requisitions: readonly FactSource[] = [
  { form: 'sapPurchaseRequisition', rows: 'items', at: 'filing', when: isCharged, dimensions: { supplier: 'supplier', state: 'state' },
    measures: { requests: inFirst(isCharged, '1'), applied: rmbOfLine, lines: '1' } },
  { form: 'sapPurchaseRequisition', rows: 'items', at: 'completion', when: isAgreed, dimensions: { supplier: 'supplier', state: 'state' },
    measures: { completed: rmbOfLine, finished: inFirst(isAgreed, '1'),
      waited: inFirst(isAgreed, 'days(date(header.createTime), today()) - 1') } },
]

/** Purchase requests: amounts requested and paid, and days to approval. */
export const procurement: StatisticsPage = {
  ...addresses.costBasedProcurement,
  topic: 'spending',
  ...ofDocuments,
  facts: [...rowsOf('costBasedProcurement', { supplier: 'supplier' }, leadTime), ...contracts, ...requisitions,
    claims('6', { supplier: 'providedBy' }), payments('5', { supplier: 'supplier' })],
  dimensions: { category, supplier: { cn: '供应商', en: 'Supplier', of: { to: 'supplier' } }, state },
  measures: {
    ...applied,
    unpaid: amount('未付', 'Unpaid', { of: unpaid, hint: ofUnpaid }),
    finished: count('已批单据', 'Approved requests'),
    waited: days('审批总天数', 'Days to approval'),
    leadDays: days('平均审批天数', 'Average lead days', { of: 'if finished = 0 then null else waited / finished' }),
  },
  groupBy: ['department', 'category', 'supplier'],
  headline: ['applied', 'requests', 'completed', 'paid', 'unpaid'],
  charts: [
    { kind: 'columns', cn: '申请、批准与付款', en: 'Requested, approved and paid', measure: 'applied',
      measures: ['applied', 'completed', 'paid'] },
    { kind: 'ranking', cn: '按供应商', en: 'By supplier', measure: 'applied', by: 'supplier' },
    { kind: 'pareto', cn: '供应商集中度', en: 'Supplier concentration', measure: 'applied', by: 'supplier' },
  ],
  filters: ['person', 'category', 'supplier', 'state'],
}
