import type { Measure, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { addresses } from './addresses.ts'
import { amount, count } from '#plugins/statistics/measures.ts'

const bands = { within: { cn: '80% 以内', en: 'Up to 80%' }, near: { cn: '80%–100%', en: '80–100%' },
  over: { cn: '超预算', en: 'Over budget' }, none: { cn: '无预算', en: 'No budget' } }

const dimensions: StatisticsPage['dimensions'] = {
  enterprise: { cn: '公司', en: 'Enterprise', of: { to: 'department' } },
  category: { cn: '费用类型', en: 'Category', of: { to: 'expenseCategory' } },
  band: { cn: '年度预警', en: 'Annual band', of: { values: bands } },
  reason: { cn: '差异原因', en: 'Variance reason',
    of: { values: { missing: { cn: '有未填', en: 'Missing' }, complete: { cn: '无未填', en: 'Not missing' } } } },
}

type Span = Pick<Measure, 'head' | 'over' | 'isUnknownWithout' | 'hint'>

const usedHint = { cn: '已完成的单据和线下报销支出的预算', en: 'Budget spent by completed documents and offline claims' }

const summed = (cn: string, en: string, sums: string, span: Span): Measure => amount(cn, en, { sums, ...span })

/** Available budget of a period: a difference of sums, floored at 0. */
const left = (of: string, head: string): Measure =>
  amount('可用', 'Available', { of: `max([0, ${of}])`, head,
    hint: { cn: '预算减去已用和占用，不小于 0；合计先求和再取 0，可能与各行之和不同',
      en: 'Budget less used and occupied, never below 0. The total is added up first, so it may differ from the sum of the rows' } })

const share = (used: string, budget: string, head: string): Measure => ({
  cn: '使用率',
  en: 'Used %',
  unit: 'percent',
  of: `if ${budget} = 0 then null else (${used}) / ${budget}`,
  hint: { cn: '（已用 + 占用）÷ 预算', en: '(Used + occupied) ÷ budget' },
  isBand: true,
  head,
})

/** Variance between budget and used amount, as a share of the budget. */
const deviation = (used: string, budget: string, head: string): Measure => ({ cn: '差异率', en: 'Variance %', unit: 'percent',
  of: `if ${budget} = 0 then null else (${budget} - ${used}) / ${budget}`, head })

/** Measures of three periods: the requested months, the year to date, and the whole year. */
const measures: StatisticsPage['measures'] = {
  budget: summed('预算', 'Budget', 'budget', { head: 'period',
    hint: { cn: '所选月份的年度预算，含调拨和调整', en: 'Annual budget of the selected months, with transfers and adjustments' } }),
  used: summed('已用', 'Used', 'used', { head: 'period', hint: usedHint }),
  occupied: summed('占用', 'Occupied', 'occupied', { head: 'period' }),
  variance: amount('差异', 'Variance', { of: 'budget - used', head: 'period' }),
  varianceRate: deviation('used', 'budget', 'period'),
  available: left('budget - used - occupied', 'period'),
  ratio: share('used + occupied', 'budget', 'period'),
  // unknown before the first month that counts in the year
  tillBudget: summed('预算', 'Budget', 'spanbudget', { head: 'till', over: 'yearToDate', isUnknownWithout: true }),
  tillUsed: summed('已用', 'Used', 'spanused', { head: 'till', over: 'yearToDate', isUnknownWithout: true }),
  tillVariance: amount('差异', 'Variance', { of: 'tillBudget - tillUsed', head: 'till' }),
  tillVarianceRate: deviation('tillUsed', 'tillBudget', 'till'),
  yearBudget: summed('预算', 'Budget', 'spanbudget', { head: 'year', over: 'year',
    hint: { cn: '所选期间结束年度中计入预算的月份的预算，含调拨和调整',
      en: 'Budget of the months that count in the year of the period’s end, with transfers and adjustments' } }),
  yearUsed: summed('已用', 'Used', 'spanused', { head: 'year', over: 'year', hint: usedHint }),
  yearOccupied: summed('占用', 'Occupied', 'spanoccupied', { head: 'year', over: 'year',
    hint: { cn: '审批中的单据占用的预算', en: 'Budget held by documents in approval' } }),
  yearAvailable: left('yearBudget - yearUsed - yearOccupied', 'year'),
  yearRatio: share('yearUsed + yearOccupied', 'yearBudget', 'year'),
  unexplained: count('差异原因未填', 'Missing variance reasons', { over: 'year', head: 'year', isBad: true }),
}

const heads = { period: { cn: '所选月份', en: 'Selected months' }, till: { cn: '累计', en: 'Cumulative' },
  year: { cn: '全年计入月份', en: 'Counted months of the year' } }

/** Budget statistics by department and category: period, year to date and whole year. */
export const budget: StatisticsPage = {
  ...addresses.budget,
  call: '/budgetservice/budget/statistics',
  topic: 'budget',
  range: '1',
  facts: [],
  register: 'budgets',
  isAhead: true,
  dimensions,
  heads,
  measures,
  groupBy: ['department', 'category'],
  headline: ['budget', 'used', 'available', 'yearBudget', 'yearRatio'],
  charts: [],
  filters: ['category', 'band', 'reason'],
}

/** Budget statistics with drill-down from the enterprise, and the numbers of lines within, near and over their budget. */
export const budgetNew: StatisticsPage = {
  ...addresses.budgetNew,
  call: '/budgetservice/budget/statisticsNew',
  topic: 'budget',
  facts: [],
  register: 'budgets',
  isAhead: true,
  dimensions,
  heads,
  measures: {
    ...measures,
    within: count('预算内', 'Within budget', { over: 'year', head: 'year' }),
    near: count('接近预算', 'Near budget', { over: 'year', head: 'year' }),
    over: count('超预算', 'Over budget', { over: 'year', head: 'year', isBad: true,
      hint: { cn: '全年已用和占用超过预算的部门费用类型数',
        en: 'Lines of a department and category whose annual use exceeds their budget' } }),
  },
  groupBy: ['enterprise', 'department', 'category'],
  hasLevels: true,
  headline: ['yearRatio', 'yearBudget', 'yearUsed', 'yearOccupied', 'over'],
  charts: [
    { kind: 'columns', cn: '预算、已用与占用', en: 'Budget, used and occupied', measure: 'budget',
      measures: ['budget', 'used', 'occupied'] },
    { kind: 'gauges', cn: '各公司全年使用率', en: 'Annual budget use by enterprise', measure: 'yearRatio', by: 'enterprise', isBand: true },
    { kind: 'lines', cn: '累计预算与累计已用', en: 'Cumulative budget and use', measure: 'budget', measures: ['budget', 'used'],
      isRunning: true },
    { kind: 'heat', cn: '部门与费用类型的全年使用率', en: 'Annual budget use by department and category', measure: 'yearRatio',
      by: 'department', across: 'category', isBand: true },
  ],
  filters: ['category', 'band', 'reason'],
}
