import { amount, count, documents, inFirstRow, ofDocuments, state } from '#plugins/statistics/measures.ts'
import type { FactSource, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { addresses } from './addresses.ts'

const dimensions = { factory: 'factory', type: 'requisitionType', reason: 'reason', costCenter: 'costCenter', project: 'project',
  material: 'material', state: 'state' } as const

const orZero = (quantity: string): string => `if ${quantity} = null then 0 else ${quantity}`

const lines = (at: FactSource['at'], when: string, measures: FactSource['measures']): FactSource => ({ form: 'materialRequisition',
  rows: 'items', at, when, dimensions, measures })

const isReturn = 'header.requisitionType = "return"'

/** Materials that were requisitioned, issued and brought back. */
export const materialRequisitions: StatisticsPage = {
  ...addresses.materialRequisition,
  topic: 'work',
  ...ofDocuments,
  facts: [
    lines('filing', `not(${isReturn})`, { requested: orZero('quantity'), requestedAmount: orZero('amount'),
      requisitions: inFirstRow('1') }),
    lines('completion', `not(${isReturn})`, { issued: orZero('issuedQty') }),
    lines('completion', isReturn, { returned: orZero('returnedQty') }),
    { form: 'materialRequisition', rows: 'inspections', at: 'completion', dimensions, measures: { qualified: orZero('qualifiedQty') } },
  ],
  dimensions: {
    factory: { cn: '工厂', en: 'Plant', of: { to: 'factory' } },
    type: { cn: '领料类型', en: 'Type', of: { dict: 'reqType' } },
    reason: { cn: '领料原因', en: 'Reason', of: { dict: 'reqReason' } },
    costCenter: { cn: '成本中心', en: 'Cost centre', of: { to: 'costCenter' } },
    project: { cn: '项目', en: 'Project', of: { to: 'project' } },
    material: { cn: '物料', en: 'Material', of: { to: 'material', isCoded: true } },
    state,
  },
  measures: {
    documents,
    requested: count('申请数量', 'Requested quantity', {
      hint: { cn: '领料申请的数量，计入提交日，不含退料', en: 'Quantities of requisitions, on the day of submission, without returns' },
    }),
    issued: count('发料数量', 'Issued quantity', {
      hint: { cn: '已发出的数量，计入完成日', en: 'Quantities issued, on the day of completion' },
    }),
    returned: count('退料数量', 'Returned quantity', {
      hint: { cn: '已退回的数量，计入完成日', en: 'Quantities returned, on the day of completion' },
    }),
    qualified: count('合格数量', 'Qualified quantity'),
    completion: { cn: '完成率', en: 'Completion', unit: 'percent', hint: { cn: '发料数量除以申请数量', en: 'Issued divided by requested' },
      of: 'if requested = 0 then null else issued / requested' },
    requestedAmount: amount('申请金额', 'Requested amount', {
      hint: { cn: '申请数量乘以标准价格，计入提交日', en: 'Requested quantities at the standard price, on the day of submission' },
    }),
    requisitions: count('领料单', 'Requisitions'),
  },
  groupBy: ['factory', 'type', 'reason', 'costCenter', 'project', 'material'],
  headline: ['requested', 'issued', 'returned', 'completion', 'requestedAmount'],
  charts: [
    { kind: 'columns', cn: '各月申请数量', en: 'Requested by month', measure: 'requested', by: 'type' },
    { kind: 'pareto', cn: '按原因', en: 'By reason', measure: 'requested', by: 'reason' },
  ],
  filters: ['factory', 'type', 'reason', 'material', 'project', 'costCenter', 'state'],
}
