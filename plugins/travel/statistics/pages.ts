import type { Feel } from '#kernel/fields.ts'
import type { FactSource, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { cityOf, isAbroad } from '../types/standards.ts'
import { addresses } from './addresses.ts'
import { amount, approvedRmb, count, days, documents, ofDocuments, once, state } from '#plugins/statistics/measures.ts'

/** Dimensions of a travel claim: first destination, and domestic or abroad. */
const journeyOf = (legs: string): NonNullable<FactSource['dimensions']> => ({
  destination: { of: cityOf(`${legs}[1].endCity`) },
  tripScope: { of: `if count(${legs}) = 0 then null else if (some leg in ${legs} satisfies ${isAbroad('leg.endCity')}) then "2" else "1"` },
})

/** Condition that a claim's legs have the budget of their trips; older claims are compared as a whole. */
const byTrip: Feel = '(some leg in tripRows satisfies leg.tripBudget != null)'

/** Approved amount of a trip's rows in the claim's currency. */
const costOfTrip: Feel = ['transportRows', 'hotelRows', 'allowanceRows', 'otherRows'].map((rows) =>
  `sum(header.${rows}[item.tripNo = own and approvedAmount != null].approvedAmount)`
).join(' + ')

/** Condition for the first leg of each trip in a claim. */
const firstOfTrip = (rows: string, rowId: string): Feel =>
  `tripNo != null and index of(${rows}.tripNo, tripNo)[1] = index of(${rows}.rowId, ${rowId})[1]`

/** Fact source for costs of one kind in travel claims. */
const costs = (rows: string, measure: string): FactSource => ({
  form: 'travelReimbursement',
  rows,
  at: 'completion',
  department: 'bearingDept',
  dimensions: { costCenter: 'costCenter', ...journeyOf('header.tripRows'), ...(rows === 'transportRows' && { transport: 'transport' }) },
  measures: { [measure]: approvedRmb, total: approvedRmb },
})

const destination = { cn: '目的地', en: 'Destination', of: { to: 'cascader' }, offersOccurring: true } as const
const tripScope = { cn: '出差范围', en: 'Destination area', of: { dict: 'tripScope' } } as const

const ofTravellers = { ...ofDocuments, person: { cn: '出差人', en: 'Traveller' } }

/** Travel expense statistics by department and person. */
export const travel: StatisticsPage = {
  ...addresses.travel,
  topic: 'spending',
  ...ofTravellers,
  facts: [
    { form: 'travelReimbursement', at: 'completion', department: 'bearingDept',
      dimensions: { costCenter: 'costCenter', ...journeyOf('tripRows') },
      measures: { trips: 'count(tripLinks)', days: 'totalTripDays', budget: 'tripBudgetTotal',
        excess: `if ${byTrip} then 0 else max([0, totalAmountRmb - tripBudgetTotal])` } },
    {
      form: 'travelReimbursement',
      rows: 'tripRows',
      at: 'completion',
      when: `tripBudget != null and ${firstOfTrip('header.tripRows', 'item.rowId')}`,
      department: 'bearingDept',
      dimensions: { costCenter: 'costCenter', ...journeyOf('header.tripRows') },
      measures: { excess: `max([0, rmb({own: tripNo, all: ${costOfTrip}}.all, header.exchangeRate) - tripBudget])` },
    },
    costs('transportRows', 'transport'),
    costs('hotelRows', 'hotel'),
    costs('allowanceRows', 'allowance'),
    costs('otherRows', 'other'),
  ],
  dimensions: {
    costCenter: { cn: '成本中心', en: 'Cost centre', of: { to: 'costCenter' }, offersOccurring: true },
    destination,
    tripScope,
    transport: { cn: '交通工具', en: 'Transport', of: { dict: 'transport' } },
  },
  measures: {
    documents,
    trips: count('出差次数', 'Trips', {
      hint: { cn: '已完成的差旅报销单所报销的出差申请数', en: 'Trips claimed on completed travel expense claims' },
    }),
    days: days('出差天数', 'Trip days', { hint: { cn: '已完成的差旅报销单的总天数', en: 'Trip days of completed travel expense claims' } }),
    transport: amount('交通费', 'Transport'),
    hotel: amount('住宿费', 'Hotel'),
    allowance: amount('补贴', 'Allowances'),
    other: amount('其他费用', 'Other expenses'),
    total: amount('合计', 'Total', {
      hint: { cn: '已完成的差旅报销单核准的交通、住宿、补贴和其他费用，按单据汇率折算为人民币',
        en: 'Transport, hotel, allowances and other costs approved on completed travel expense claims, in RMB at each claim’s rate' },
    }),
    perDay: amount('日均', 'Per day', { of: 'if days = 0 then null else total / days',
      hint: { cn: '合计除以出差天数', en: 'Total divided by trip days' } }),
    budget: amount('出差预算', 'Trip budget'),
    excess: amount('超出预算', 'Over trip budget', { isBad: true,
      hint: { cn: '每次出差核准的费用超出其预算的部分；未超出的不抵减',
        en: 'The approved part of each trip above its budget. Trips below budget don’t offset it' } }),
  },
  groupBy: ['department', 'person'],
  headline: ['total', 'trips', 'days', 'perDay', 'excess'],
  charts: [
    { kind: 'columns', cn: '按月份与部门', en: 'By month and department', measure: 'total', by: 'department' },
    { kind: 'ranking', cn: '按目的地', en: 'By destination', measure: 'total', by: 'destination' },
    { kind: 'ranking', cn: '按出差人', en: 'By traveller', measure: 'total', by: 'person' },
    { kind: 'scatter', cn: '出差人的天数与费用', en: 'Days and cost by traveller', measure: 'total', by: 'person', beside: 'days' },
  ],
  filters: ['person', 'destination', 'tripScope', 'costCenter', 'transport'],
}

/** Statistics of trip requests by destination and days; a trip counts at the first leg of its itinerary. */
export const travelApplication: StatisticsPage = {
  ...addresses.travelApplication,
  topic: 'work',
  ...ofTravellers,
  facts: [
    {
      form: 'businessTrip',
      rows: 'itinerary',
      at: 'filing',
      when: 'item.rowId = header.itinerary[1].rowId',
      department: 'bearingDept',
      dimensions: { tripKind: 'tripKind', tripScope: 'tripScope', risk: 'riskLevel', destination: 'toCity', transport: 'transport',
        state: 'state' },
      measures: {
        trips: '1',
        days: 'header.totalTripDays',
        companions: 'count(header.companions)',
        estimated: 'header.totalAmountRmb',
        intercompany: once('header.tripKind = "3"'),
        air: once('some leg in header.itinerary satisfies leg.transport = "1"'),
        oneWay: once('header.journeyWay = "1"'),
        risky: 'count(header.itinerary[destinationRiskLevel in ("high", "middle")])',
      },
    },
    {
      form: 'travelReimbursement',
      rows: 'tripRows',
      at: 'completion',
      when: `tripKind != null and ${firstOfTrip('header.tripRows', 'item.rowId')}`,
      department: 'bearingDept',
      dimensions: { tripKind: 'tripKind', tripScope: 'tripScope', risk: 'tripRisk', destination: 'tripCity', transport: 'tripTransport',
        state: 'state' },
      measures: { claimed: '1' },
    },
    // linked trips without a leg in the claim, and trips of older claims
    { form: 'travelReimbursement', at: 'completion', department: 'bearingDept', dimensions: { state: 'state', ...journeyOf('tripRows') },
      measures: { claimed: `count(tripLinks) - count(tripRows[tripKind != null and ${firstOfTrip('tripRows', 'rowId')}])` } },
  ],
  dimensions: {
    tripKind: { cn: '出差类型', en: 'Trip type', of: { dict: 'tripKind' } },
    tripScope,
    destination,
    transport: { cn: '交通工具', en: 'Transport', of: { dict: 'transport' } },
    risk: { cn: '行程风险', en: 'Trip risk', of: { dict: 'riskLevel' } },
    state,
  },
  measures: {
    trips: count('出差次数', 'Trips', {
      hint: { cn: '审批中和已完成的出差申请数，计入提交日',
        en: 'Business trip requests in approval or completed, on the day of submission' },
    }),
    days: days('天数', 'Days', { hint: { cn: '这些申请的出差总天数', en: 'Total trip days of these requests' } }),
    companions: count('同行人次', 'Companions'),
    estimated: amount('预计金额', 'Estimated', {
      hint: { cn: '这些申请的预计金额，折算为人民币', en: 'Estimated amounts of these requests, in RMB' },
    }),
    intercompany: count('公司间', 'Inter-company'),
    air: count('乘机', 'By air', { hint: { cn: '至少一段行程乘飞机的申请数', en: 'Requests with at least one leg by air' } }),
    oneWay: count('单程', 'One-way'),
    risky: count('中高风险行程段', 'Medium- and high-risk legs', { isBad: true,
      hint: { cn: '目的地风险等级为中或高的行程段数', en: 'Legs to a destination with a medium or high risk level' } }),
    claimed: count('已报销', 'Claimed'),
    claimedRate: { cn: '报销率', en: 'Share claimed', unit: 'percent', of: 'if trips = 0 then null else claimed / trips' },
  },
  groupBy: ['department', 'person'],
  headline: ['trips', 'days', 'estimated', 'air', 'risky'],
  charts: [
    { kind: 'columns', cn: '按月份与出差类型', en: 'By month and trip type', measure: 'trips', by: 'tripKind' },
    { kind: 'ranking', cn: '按目的地', en: 'By destination', measure: 'trips', by: 'destination' },
    { kind: 'calendar', cn: '提交日历', en: 'Requests by day', measure: 'trips' },
  ],
  filters: ['person', 'destination', 'tripScope', 'tripKind', 'transport', 'risk', 'state'],
}
