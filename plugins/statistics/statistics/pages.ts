import type { Measure, StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { addresses } from './addresses.ts'
import { amount, count, documents } from '../measures.ts'

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

/** Documents by number, speed, and the steps at which they wait. */
export const bills: StatisticsPage = {
  ...addresses.billData,
  topic: 'work',
  person: { cn: '申请人', en: 'Applicant' },
  facts: [],
  recorder: 'bills',
  dimensions: {
    type: { cn: '流程', en: 'Process', of: { to: 'process' } },
    group: { cn: '流程分组', en: 'Process group', of: { to: 'processGroup' } },
    state: { cn: '状态', en: 'State', of: { dict: 'docState' } },
    node: { cn: '节点', en: 'Step', of: 'label' },
  },
  measures: {
    documents,
    started: count('发起', 'Submitted', {
      hint: { cn: '首次提交的单据数，计入提交日，无论后来的状态', en: 'Documents first submitted in the period, whatever became of them' },
    }),
    running: count('审批中', 'In approval'),
    completed: count('已完成', 'Completed', { hint: { cn: '在此期间完成的单据数', en: 'Documents completed in the period' } }),
    refused: count('已拒绝', 'Refused'),
    voided: count('已作废', 'Voided'),
    revoked: count('已撤销', 'Revoked'),
    automatic: count('自动通过', 'Auto-approved'),
    passRate: { cn: '通过率', en: 'Approval rate', unit: 'percent',
      of: 'if completed + refused = 0 then null else completed / (completed + refused)',
      hint: { cn: '已完成 ÷（已完成 + 已拒绝）', en: 'Completed ÷ (completed + refused)' } },
    hours: count('总时长（小时）', 'Total hours'),
    ended: count('已结束', 'Ended'),
    averageHours: count('平均时长（小时）', 'Average hours', { of: 'if ended = 0 then null else hours / ended',
      hint: { cn: '在此期间结束的单据从提交到结束的平均小时数，含夜间和节假日',
        en: 'From submission to the end, of documents that ended in the period; nights and holidays included' } }),
    worked: count('工作时长合计（小时）', 'Total working hours'),
    averageWorked: count('平均工作时长（小时）', 'Average working hours', { of: 'if ended = 0 then null else worked / ended' }),
    median: count('中位时长（小时）', 'Median hours', { medianOf: 'length', isUnknownWithout: true,
      hint: { cn: '一半的单据用时不超过它；按两位有效数字计',
        en: 'Half of the documents took no longer. Counted to two significant digits.' } }),
    decisions: count('审批次数', 'Decisions'),
    waited: count('等待（小时）', 'Hours waited'),
    averageWait: count('每次等待（小时）', 'Hours per decision', { of: 'if decisions = 0 then null else waited / decisions' }),
    returns: count('退回', 'Returns', { isBad: true,
      hint: { cn: '在此期间提交的单据被退回的次数', en: 'How often documents submitted in the period were returned' } }),
    urges: count('催办', 'Urges', { isBad: true }),
  },
  leading: { slowest: { cn: '最慢的节点', en: 'Slowest step', by: 'node', measure: 'averageWait' } },
  groupBy: ['type'],
  headline: ['started', 'completed', 'passRate', 'averageHours', 'returns'],
  charts: [
    { kind: 'lines', cn: '发起与完成', en: 'Submitted and completed', measure: 'started', measures: ['started', 'completed'],
      across: 'day' },
    { kind: 'funnel', cn: '从发起到完成', en: 'From submission to completion', measure: 'started',
      measures: ['started', 'ended', 'completed'] },
    { kind: 'ranking', cn: '各流程平均时长', en: 'Average hours by process', measure: 'averageHours', by: 'type' },
    { kind: 'ranking', cn: '最慢的节点', en: 'Slowest steps', measure: 'averageWait', by: 'node' },
    { kind: 'calendar', cn: '提交日历', en: 'Submissions by day', measure: 'started' },
  ],
  filters: ['group', 'type', 'state', 'person', 'node'],
}
