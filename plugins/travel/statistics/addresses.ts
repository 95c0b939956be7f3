import type { PageAddress } from '#plugins/statistics/statistics-page.ts'

/** Addresses of the statistics pages, for the menu and the router; page declarations are loaded on demand. */
export const addresses = {
  travel: { key: 'travel', cn: '差旅报销统计', en: 'Travel expense statistics', path: '/travel-statistics', sort: 20 },
  travelApplication: { key: 'travelApplication', cn: '出差申请统计', en: 'Trip request statistics', path: '/travel-application-statistics',
    sort: 30 },
} as const satisfies Readonly<Record<string, PageAddress>>
