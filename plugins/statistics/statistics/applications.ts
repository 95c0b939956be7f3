import type { FactSource, StatisticsPage } from '#kernel/statistics.ts'
import { addresses } from './addresses.ts'
import { amount, approvedRmb, count, documents, once } from './measures.ts'

/** What was claimed of applications of a kind, by rows of expense claims. */
const claims = (kind: string): FactSource => ({
  form: 'expenseReimbursement',
  rows: 'items',
  at: 'completion',
  when: `header.reimburseKind = "${kind}"`,
  department: 'bearingDept',
  dimensions: { category: 'expenseCategory' },
  measures: { reimbursed: approvedRmb },
})

const category = { cn: '费用类型', en: 'Category', of: { to: 'expenseCategory' } } as const

/** Rows of an application: applied for when it is filed, completed when it is approved. */
const rowsOf = (form: string, supplier: string): readonly FactSource[] =>
  (['filing', 'completion'] as const).map((at): FactSource => ({
    form,
    rows: 'items',
    at,
    department: 'bearingDept',
    dimensions: { category: 'expenseCategory', supplier },
    measures: at === 'filing' ? { applied: 'amountRmb', lines: '1' } : { completed: 'amountRmb' },
  }))

const applied = {
  documents,
  lines: count('明细数', 'Items'),
  applied: amount('申请金额', 'Applied for'),
  completed: amount('已批金额', 'Approved'),
  reimbursed: amount('已报销', 'Reimbursed'),
  open: amount('未报销', 'Open', { of: 'completed - reimbursed' }),
}

/** Whether guests are entertained within the standard. */
export const entertainment: StatisticsPage = {
  ...addresses.entertainment,
  topic: 'spending',
  facts: [{
    form: 'entertainmentApply',
    at: 'filing',
    department: 'bearingDept',
    dimensions: { hostType: 'hostType', counterpart: 'counterpartKind', kind: 'entertainmentType' },
    measures: {
      ours: 'ourCount',
      guests: 'theirCount',
      estimated: 'totalAmountRmb',
      standard: 'rmb(standardAmount, exchangeRate)',
      over: once('overStandard = true'),
    },
  }],
  dimensions: {
    hostType: { cn: '主陪类型', en: 'Host type', of: { dict: 'hostType' } },
    counterpart: { cn: '对象类别', en: 'Counterparty type', of: { dict: 'counterpartKind' } },
    kind: { cn: '招待类型', en: 'Type', of: { dict: 'entertainmentType' } },
  },
  measures: {
    documents,
    ours: count('我方人数', 'Our people'),
    guests: count('对方人数', 'Guests'),
    estimated: amount('预计金额', 'Estimated'),
    perCapita: amount('人均', 'Per person', { of: 'if ours + guests = 0 then null else estimated / (ours + guests)' }),
    standard: amount('标准金额', 'Standard'),
    over: count('超标次数', 'Over standard', { isBad: true }),
  },
  groupBy: ['department', 'hostType'],
  headline: ['estimated', 'documents', 'perCapita', 'guests', 'over'],
  charts: [
    { kind: 'columns', cn: '按月份与招待类型', en: 'By month and type', measure: 'estimated', by: 'kind' },
    { kind: 'ranking', cn: '按部门', en: 'By department', measure: 'estimated', by: 'department' },
  ],
  filters: ['person', 'hostType', 'counterpart', 'kind'],
}

/** Which services were bought, and what of them is reimbursed. */
export const serviceFee: StatisticsPage = {
  ...addresses.serviceFee,
  topic: 'spending',
  facts: [...rowsOf('serviceFeeApply', 'supplier'), claims('5')],
  dimensions: { category, supplier: { cn: '服务商', en: 'Service provider', of: { to: 'supplier' } } },
  measures: applied,
  groupBy: ['department', 'category'],
  headline: ['applied', 'completed', 'reimbursed', 'open', 'documents'],
  charts: [
    { kind: 'columns', cn: '按月份与部门', en: 'By month and department', measure: 'applied', by: 'department' },
    { kind: 'share', cn: '服务商', en: 'Service providers', measure: 'applied', by: 'supplier' },
    { kind: 'pareto', cn: '供应商集中度', en: 'Concentration of suppliers', measure: 'applied', by: 'supplier' },
  ],
  filters: ['category', 'supplier'],
}

/** What was asked for in purchasing on expenses, and what of it is reimbursed. */
export const procurement: StatisticsPage = {
  ...addresses.costBasedProcurement,
  topic: 'spending',
  facts: [...rowsOf('costBasedProcurement', 'supplier'), claims('6')],
  dimensions: { category, supplier: { cn: '供应商', en: 'Supplier', of: { to: 'supplier' } } },
  measures: applied,
  groupBy: ['department', 'category'],
  headline: ['applied', 'completed', 'reimbursed', 'open', 'documents'],
  charts: [
    { kind: 'columns', cn: '申请、批准与报销', en: 'Applied for, approved and reimbursed', measure: 'applied', measures: ['applied', 'completed', 'reimbursed'] },
    { kind: 'ranking', cn: '按供应商', en: 'By supplier', measure: 'applied', by: 'supplier' },
    { kind: 'pareto', cn: '供应商集中度', en: 'Concentration of suppliers', measure: 'applied', by: 'supplier' },
  ],
  filters: ['category', 'supplier'],
}
