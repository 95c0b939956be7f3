import type { StatisticsPage } from '#kernel/statistics.ts'

/** Addresses of the pages, by key: the menu and the router know nothing else of a page before it is opened. */
export const addresses = {
  expense: { key: 'expense', cn: '费用报销统计', en: 'Expense statistics', path: '/expense-statistics', sort: 10 },
  travel: { key: 'travel', cn: '差旅报销统计', en: 'Travel expense statistics', path: '/travel-statistics', sort: 20 },
  travelApplication: { key: 'travelApplication', cn: '出差申请统计', en: 'Trip request statistics', path: '/travel-application-statistics',
    sort: 30 },
  entertainment: { key: 'entertainment', cn: '招待统计', en: 'Entertainment statistics', path: '/entertainment-statistics', sort: 40 },
  serviceFee: { key: 'serviceFee', cn: '服务费统计', en: 'Service fee statistics', path: '/serviceFee-statistics', sort: 50 },
  costBasedProcurement: { key: 'costBasedProcurement', cn: '费用采购统计', en: 'Purchase statistics',
    path: '/expense-procurement-statistics', sort: 60 },
  budget: { key: 'budget', cn: '预算统计', en: 'Budget statistics', path: '/budget-statistics', sort: 70 },
  budgetNew: { key: 'budgetNew', cn: '预算统计（新）', en: 'Budget statistics (new)', path: '/budget-statisticsNew', sort: 80 },
  contractLedger: { key: 'contractLedger', cn: '合同统计', en: 'Contract statistics', path: '/contract-statistics', sort: 90 },
  billData: { key: 'billData', cn: '单据数据统计', en: 'Document data statistics', path: '/bill-data-statistics', sort: 100 },
  devWorkHour: { key: 'devWorkHour', cn: '研发工时统计', en: 'R&D hour statistics', path: '/dev-work-hour-statistics', sort: 110 },
  directedSoftware: { key: 'directedSoftware', cn: '定向软件统计', en: 'Custom software statistics', path: '/directed-software-statistics',
    sort: 120 },
  annualEligibleProposal: { key: 'annualEligibleProposal', cn: '合格提案统计', en: 'Eligible proposals',
    path: '/annual-eligible-proposal-statistics', sort: 130 },
  proposalTimeout: { key: 'proposalTimeout', cn: '提案超时统计', en: 'Late proposals', path: '/proposal-timeout-statistics', sort: 140 },
} as const satisfies Readonly<Record<string, Pick<StatisticsPage, 'key' | 'cn' | 'en' | 'path' | 'sort'>>>
