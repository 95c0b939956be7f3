import type { PageAddress } from '#plugins/statistics/statistics-page.ts'

/** Addresses of the statistics pages, for the menu and the router; page declarations are loaded on demand. */
export const addresses = {
  billData: { key: 'billData', cn: '单据数据统计', en: 'Document data statistics', path: '/bill-data-statistics', sort: 100 },
} as const satisfies Readonly<Record<string, PageAddress>>
