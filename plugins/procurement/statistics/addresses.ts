import type { PageAddress } from '#plugins/statistics/statistics-page.ts'

/** Addresses of the statistics pages; kept separate so that the menu and router do not load the pages. */
export const addresses = {
  costBasedProcurement: { key: 'costBasedProcurement', cn: '费用采购统计', en: 'Purchase statistics',
    path: '/expense-procurement-statistics', sort: 60 },
} as const satisfies Readonly<Record<string, PageAddress>>
