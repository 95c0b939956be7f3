import type { StatisticsPage } from '#kernel/statistics.ts'
import { addresses } from './addresses.ts'
import { count, documents } from './measures.ts'

/** Documents: their number, their speed, and the steps at which they wait. */
export const bills: StatisticsPage = {
  ...addresses.billData,
  topic: 'work',
  person: { cn: '申请人', en: 'Applicant' },
  facts: [],
  register: 'bills',
  dimensions: {
    type: { cn: '流程', en: 'Process', of: { to: 'process' } },
    group: { cn: '流程分组', en: 'Process group', of: { to: 'processGroup' } },
    state: { cn: '状态', en: 'State', of: { dict: 'docState' } },
    node: { cn: '节点', en: 'Step', of: 'label' },
  },
  measures: {
    documents,
    started: count('发起', 'Submitted', { hint: { cn: '首次提交的单据数，计入提交日，无论后来的状态', en: 'Documents first submitted in the period, whatever became of them' } }),
    running: count('审批中', 'In approval'),
    completed: count('已完成', 'Completed', { hint: { cn: '在此期间完成的单据数', en: 'Documents completed in the period' } }),
    refused: count('已拒绝', 'Refused'),
    voided: count('已作废', 'Voided'),
    revoked: count('已撤销', 'Revoked'),
    automatic: count('自动通过', 'Auto-approved'),
    passRate: { cn: '通过率', en: 'Approval rate', unit: 'percent', of: 'if completed + refused = 0 then null else completed / (completed + refused)',
      hint: { cn: '已完成 ÷（已完成 + 已拒绝）', en: 'Completed ÷ (completed + refused)' } },
    hours: count('总时长（小时）', 'Total hours'),
    ended: count('已结束', 'Ended'),
    averageHours: count('平均时长（小时）', 'Average hours', { of: 'if ended = 0 then null else hours / ended',
      hint: { cn: '在此期间结束的单据从提交到结束的平均小时数，含夜间和节假日',
        en: 'From submission to the end, of documents that ended in the period; nights and holidays included' } }),
    worked: count('工作时长合计（小时）', 'Total working hours'),
    averageWorked: count('平均工作时长（小时）', 'Average working hours', { of: 'if ended = 0 then null else worked / ended' }),
    median: count('中位时长（小时）', 'Median hours', { isMedian: true }),
    decisions: count('审批次数', 'Decisions'),
    waited: count('等待（小时）', 'Hours waited'),
    averageWait: count('每次等待（小时）', 'Hours per decision', { of: 'if decisions = 0 then null else waited / decisions' }),
    returns: count('退回', 'Returns', { isBad: true, hint: { cn: '在此期间提交的单据被退回的次数', en: 'How often documents submitted in the period were returned' } }),
    urges: count('催办', 'Urges', { isBad: true }),
  },
  leading: { slowest: { cn: '最慢的节点', en: 'Slowest step', by: 'node', measure: 'averageWait' } },
  groupBy: ['type'],
  headline: ['started', 'completed', 'passRate', 'averageHours', 'returns'],
  charts: [
    { kind: 'lines', cn: '发起与完成', en: 'Submitted and completed', measure: 'started', measures: ['started', 'completed'], across: 'day' },
    { kind: 'funnel', cn: '从发起到完成', en: 'From submission to completion', measure: 'started', measures: ['started', 'ended', 'completed'] },
    { kind: 'ranking', cn: '各流程平均时长', en: 'Average hours by process', measure: 'averageHours', by: 'type' },
    { kind: 'ranking', cn: '最慢的节点', en: 'Slowest steps', measure: 'averageWait', by: 'node' },
    { kind: 'calendar', cn: '提交日历', en: 'Submissions by day', measure: 'started' },
  ],
  filters: ['group', 'type', 'state', 'person', 'node'],
}
