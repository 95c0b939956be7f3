import type { PageAddress } from '#plugins/statistics/statistics-page.ts'

/** Addresses of the statistics pages, for the menu and the router; page declarations are loaded on demand. */
export const addresses = {
  budget: { key: 'budget', cn: '预算统计', en: 'Budget statistics', path: '/budget-statistics', sort: 80 },
  budgetNew: { key: 'budgetNew', cn: '预算统计（新）', en: 'Budget statistics (new)', path: '/budget-statisticsNew', sort: 70 },
} as const satisfies Readonly<Record<string, PageAddress>>
