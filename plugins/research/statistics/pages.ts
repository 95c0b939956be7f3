import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { addresses } from './addresses.ts'
import { count, days, entries, share } from '#plugins/statistics/measures.ts'

/** Custom software: open, on time and late. */
export const softwareRequests: StatisticsPage = {
  ...addresses.directedSoftware,
  topic: 'work',
  person: { cn: '负责人', en: 'Owner' },
  facts: [],
  register: 'software',
  isAhead: true,
  dimensions: {
    customer: { cn: '客户', en: 'Customer', of: { to: 'customer' } },
    product: { cn: '产品型号', en: 'Product', of: 'text' },
    status: { cn: '状态', en: 'Status',
      of: { values: { 1: { cn: '进行中', en: 'Open' }, 2: { cn: '已完成', en: 'Done' }, 3: { cn: '已取消', en: 'Cancelled' } } } },
  },
  measures: {
    requests: entries('需求数', 'Requests', { cn: '计划发布日在此期间的需求数', en: 'Requests with a planned release in the period' }),
    done: count('已完成', 'Done', { hint: { cn: '其中已完成的需求数', en: 'Those that are done' } }),
    open: count('进行中', 'Open', { hint: { cn: '其中进行中的需求数', en: 'Those still open' } }),
    late: count('逾期', 'Late', { isBad: true,
      hint: { cn: '晚于计划发布日完成，或已过计划发布日仍未完成；不含已取消',
        en: 'Finished after the planned release, or past it and not finished. Cancelled requests don’t count' } }),
    ontime: count('按期完成', 'Done on time'),
    onTimeRate: { cn: '按期率', en: 'On-time rate', unit: 'percent', of: 'if done = 0 then null else ontime / done',
      hint: { cn: '按期完成 ÷ 已完成', en: 'Done on time ÷ done' } },
    workdays: days('完成天数', 'Days to finish'),
    averageDays: days('平均天数', 'Average days', { of: 'if done = 0 then null else workdays / done' }),
  },
  groupBy: ['customer', 'product'],
  headline: ['requests', 'done', 'open', 'late', 'onTimeRate'],
  charts: [
    { kind: 'columns', cn: '按月份与状态', en: 'By month and status', measure: 'requests', by: 'status' },
    { kind: 'ranking', cn: '按客户', en: 'By customer', measure: 'requests', by: 'customer' },
  ],
  filters: ['customer', 'product', 'person', 'status'],
}

/** Hours by project, person and work type. */
export const workHours: StatisticsPage = {
  ...addresses.devWorkHour,
  topic: 'work',
  facts: [],
  register: 'hours',
  dimensions: {
    project: { cn: '研发项目', en: 'R&D project', of: { to: 'project' } },
    sap: { cn: 'SAP 项目', en: 'SAP project', of: 'text' },
    worktype: { cn: '工作类型', en: 'Work type', of: { dict: 'devRole' } },
    source: { cn: '来源', en: 'Source',
      of: { values: { IMPORT: { cn: '登记', en: 'Entered' }, REVIEW: { cn: '评审签核单', en: 'Review sheet' } } } },
  },
  measures: {
    entries: count('条目数', 'Entries', { hint: { cn: '工时记录的条数', en: 'Records of working hours' } }),
    hours: count('工时（小时）', 'Hours', {
      hint: { cn: '登记或由评审签核单带来的研发工时', en: 'R&D hours entered, or taken from review sheets' },
    }),
    personDays: days('人天', 'Person-days', { of: 'hours / 8', hint: { cn: '工时 ÷ 8', en: 'Hours ÷ 8' } }),
    share: share('hours'),
    missing: days('缺登记天数', 'Missing days', { isBad: true,
      hint: { cn: '在此期间登记过工时的人没有工时的工作日',
        en: 'Working days without hours, of people who entered hours in the period' } }),
  },
  groupBy: ['project', 'sap', 'department', 'person', 'worktype'],
  headline: ['hours', 'personDays', 'entries', 'missing'],
  charts: [
    { kind: 'columns', cn: '按月份与项目', en: 'By month and project', measure: 'hours', by: 'project' },
    { kind: 'share', cn: '按工作类型', en: 'By work type', measure: 'hours', by: 'worktype' },
    { kind: 'heat', cn: '人员与周', en: 'People by week', measure: 'hours', by: 'person', across: 'week' },
  ],
  filters: ['project', 'sap', 'person', 'worktype', 'source'],
}

/** Eligible proposals per person, compared with the annual target. */
export const eligibleProposals: StatisticsPage = {
  ...addresses.annualEligibleProposal,
  call: '/oaserver/proposal/statistics/annualEligible',
  topic: 'work',
  person: { cn: '申请人', en: 'Applicant' },
  facts: [],
  register: 'proposals',
  dimensions: {
    type: { cn: '提案类别', en: 'Type', of: { dict: 'proposalType' } },
    status: { cn: '提案状态', en: 'Proposal status', of: { dict: 'proposalStatus' } },
    state: { cn: '单据状态', en: 'State', of: { dict: 'docState' } },
  },
  measures: {
    submitted: count('提交数', 'Submitted', { hint: { cn: '在此期间提交的提案数', en: 'Proposals submitted in the period' } }),
    running: count('审批中', 'In approval'),
    refused: count('已拒绝', 'Refused'),
    revoked: count('已撤销', 'Revoked'),
    voided: count('已作废', 'Voided'),
    eligible: count('合格数', 'Eligible', {
      hint: { cn: '已完成且评分不低于 60 的提案数', en: 'Completed proposals with a score of at least 60' },
    }),
    excellent: count('优秀数', 'Excellent', { hint: { cn: '评为优秀的提案数', en: 'Proposals rated excellent' } }),
    score: count('总分', 'Total score'),
    target: count('年度目标', 'Annual target', { over: 'year' }),
    gap: count('差额', 'Gap', {
      of: 'max([0, target - eligible])',
      isBad: true,
      hint: { cn: '年度目标减去合格数，不小于 0；合计先求和再取 0，可能与各行之和不同',
        en:
          'Annual target less eligible proposals, never below 0. The total is added up first, so it may differ from the sum of the rows' },
    }),
    rate: { cn: '合格率', en: 'Eligible rate', unit: 'percent', of: 'if submitted = 0 then null else eligible / submitted',
      hint: { cn: '合格数 ÷ 提交数', en: 'Eligible ÷ submitted' } },
  },
  groupBy: ['department', 'person'],
  headline: ['eligible', 'submitted', 'excellent', 'rate', 'gap'],
  charts: [
    { kind: 'columns', cn: '按月份', en: 'By month', measure: 'submitted', measures: ['submitted', 'eligible'] },
    { kind: 'ranking', cn: '各部门合格数与目标', en: 'Eligible vs. target by department', measure: 'eligible', by: 'department',
      beside: 'target' },
  ],
  filters: ['person', 'type', 'status', 'state'],
}

/** Overdue proposals. */
export const proposalTimeouts: StatisticsPage = {
  ...addresses.proposalTimeout,
  call: '/oaserver/proposal/statistics/timeout',
  topic: 'work',
  person: { cn: '实施人', en: 'Implementer' },
  facts: [],
  register: 'proposalTimeouts',
  dimensions: {
    proposal: { cn: '提案', en: 'Proposal', of: 'text' },
    stage: {
      cn: '阶段',
      en: 'Stage',
      of: {
        values: { judge: { cn: '评审', en: 'Review' }, implement: { cn: '实施', en: 'Implementation' },
          verify: { cn: '验收', en: 'Verification' } },
      },
    },
    bucket: {
      cn: '超时天数',
      en: 'Days late',
      of: {
        values: { 1: { cn: '1–7 天', en: '1–7 days' }, 2: { cn: '8–30 天', en: '8–30 days' }, 3: { cn: '31–90 天', en: '31–90 days' },
          4: { cn: '90 天以上', en: 'More than 90 days' } },
      },
      atLeast: { 1: { cn: '超时 ≥ 1 天', en: '≥ 1 day late' }, 2: { cn: '超时 ≥ 8 天', en: '≥ 8 days late' },
        3: { cn: '超时 ≥ 31 天', en: '≥ 31 days late' }, 4: { cn: '超时 ≥ 91 天', en: '≥ 91 days late' } },
    },
    state: { cn: '单据状态', en: 'State', of: { dict: 'docState' } },
    known: { cn: '是否明确实施日期', en: 'Date known', of: { dict: 'yesNo' } },
    start: { cn: '预计开始', en: 'Estimated start', of: 'text' },
    due: { cn: '预计完成', en: 'Estimated end', of: 'text' },
    finish: { cn: '实际完成', en: 'Actual end', of: 'text' },
    reason: { cn: '日期不明确原因', en: 'Why no date is known', of: 'text' },
  },
  measures: {
    late: entries('超时提案', 'Late proposals', { cn: '晚于预计完成日实施，或等待评审、验收超过规定天数的提案',
      en: 'Proposals carried out after their estimated end, or waiting too long for review or verification' }),
    days: days('超时天数', 'Days late', { isBad: true,
      hint: { cn: '各提案超过应完成日的天数之和', en: 'Days past the due date, of all late proposals' } }),
    averageDays: days('平均超时', 'Average days late', { of: 'if late = 0 then null else days / late',
      hint: { cn: '超时天数 ÷ 超时提案', en: 'Days late ÷ late proposals' } }),
    undated: count('日期不明确', 'Date unknown', {
      hint: { cn: '其中实施人未能明确实施日期的提案', en: 'Those whose implementer could name no date' },
    }),
  },
  groupBy: ['department', 'proposal', 'person', 'stage', 'known', 'start', 'due', 'finish', 'reason'],
  headline: ['late', 'days', 'averageDays', 'undated'],
  charts: [
    { kind: 'steps', cn: '按超时天数', en: 'By days late', measure: 'late', by: 'bucket' },
    { kind: 'ranking', cn: '按部门', en: 'By department', measure: 'late', by: 'department' },
  ],
  filters: ['stage', 'bucket', 'known', 'person', 'state'],
}
