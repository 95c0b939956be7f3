import type { FactSource, StatisticsPage } from '#kernel/statistics.ts'
import { addresses } from './addresses.ts'
import { amount, approvedRmb, count, days, documents, once } from './measures.ts'

/** Costs of one kind of a travel claim. */
const costs = (rows: string, measure: string): FactSource => ({
  form: 'travelReimbursement',
  rows,
  at: 'completion',
  department: 'bearingDept',
  dimensions: { costCenter: 'costCenter' },
  measures: { [measure]: approvedRmb, total: approvedRmb },
})

/** What travel costs each department and person. */
export const travel: StatisticsPage = {
  ...addresses.travel,
  topic: 'spending',
  facts: [
    { form: 'travelReimbursement', at: 'completion', department: 'bearingDept', dimensions: { costCenter: 'costCenter' },
      measures: { days: 'totalTripDays', budget: 'tripBudgetTotal', excess: 'max([0, totalAmountRmb - tripBudgetTotal])' } },
    costs('transportRows', 'transport'),
    costs('hotelRows', 'hotel'),
    costs('allowanceRows', 'allowance'),
    costs('otherRows', 'other'),
  ],
  dimensions: { costCenter: { cn: '成本中心', en: 'Cost centre', of: { to: 'costCenter' } } },
  measures: {
    documents,
    days: days('出差天数', 'Trip days'),
    transport: amount('交通费', 'Transport'),
    hotel: amount('住宿费', 'Hotel'),
    allowance: amount('补贴', 'Allowances'),
    other: amount('其他', 'Other'),
    total: amount('合计', 'Total'),
    perDay: amount('日均', 'Per day', { of: 'if days = 0 then null else total / days' }),
    budget: amount('出差预算', 'Trip budget'),
    excess: amount('超出预算', 'Over trip budget', { isBad: true }),
  },
  groupBy: ['department', 'person'],
  headline: ['total', 'documents', 'days', 'perDay', 'excess'],
  charts: [
    { kind: 'columns', cn: '按月份与部门', en: 'By month and department', measure: 'total', by: 'department' },
    { kind: 'ranking', cn: '按出差人', en: 'By traveller', measure: 'total', by: 'person' },
  ],
  filters: ['person', 'costCenter'],
}

/** Where people travel, and for how long. */
export const travelApplication: StatisticsPage = {
  ...addresses.travelApplication,
  topic: 'work',
  facts: [{
    form: 'businessTrip',
    at: 'filing',
    department: 'bearingDept',
    dimensions: { tripKind: 'tripKind', tripScope: 'tripScope', risk: 'riskLevel' },
    measures: {
      days: 'totalTripDays',
      companions: 'count(companions)',
      estimated: 'totalAmountRmb',
      intercompany: once('tripKind = "3"'),
      air: once('some leg in itinerary satisfies leg.transport = "1"'),
      oneWay: once('journeyWay = "1"'),
      risky: 'count(itinerary[destinationRiskLevel in ("high", "middle")])',
    },
  }],
  dimensions: {
    tripKind: { cn: '出差类型', en: 'Trip type', of: { dict: 'tripKind' } },
    tripScope: { cn: '出差范围', en: 'Destination area', of: { dict: 'tripScope' } },
    risk: { cn: '行程风险', en: 'Journey risk', of: { dict: 'riskLevel' } },
  },
  measures: {
    trips: { ...documents, cn: '出差次数', en: 'Trips' },
    days: days('天数', 'Days'),
    companions: count('同行人次', 'Companions'),
    estimated: amount('预计金额', 'Estimated'),
    intercompany: count('公司间', 'Inter-company'),
    air: count('乘机', 'By air'),
    oneWay: count('单程', 'One-way'),
    risky: count('中高风险行程', 'Risky legs', { isBad: true }),
  },
  groupBy: ['department', 'person'],
  headline: ['trips', 'days', 'estimated', 'air', 'risky'],
  charts: [
    { kind: 'columns', cn: '按月份与出差类型', en: 'By month and trip type', measure: 'trips', by: 'tripKind' },
    { kind: 'share', cn: '出差范围', en: 'Destination area', measure: 'trips', by: 'tripScope' },
    { kind: 'calendar', cn: '提交日历', en: 'Calendar of requests', measure: 'trips' },
  ],
  filters: ['person', 'tripKind', 'tripScope', 'risk'],
}
