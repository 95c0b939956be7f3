import type { PageAddress } from '#plugins/statistics/statistics-page.ts'

/** Addresses of the statistics pages; kept separate so that the menu and router do not load the pages. */
export const addresses = {
  devWorkHour: { key: 'devWorkHour', cn: '研发工时统计', en: 'R&D hour statistics', path: '/dev-work-hour-statistics', sort: 110 },
  directedSoftware: { key: 'directedSoftware', cn: '定向软件统计', en: 'Custom software statistics', path: '/directed-software-statistics',
    sort: 120 },
  annualEligibleProposal: { key: 'annualEligibleProposal', cn: '合格提案统计', en: 'Eligible proposals',
    path: '/annual-eligible-proposal-statistics', sort: 130 },
  proposalTimeout: { key: 'proposalTimeout', cn: '提案超时统计', en: 'Late proposals', path: '/proposal-timeout-statistics', sort: 140 },
} as const satisfies Readonly<Record<string, PageAddress>>
