import type { PageAddress } from '#plugins/statistics/statistics-page.ts'

/** Addresses of the statistics pages, for the menu and the router; page declarations are loaded on demand. */
export const addresses = {
  contractLedger: { key: 'contractLedger', cn: '合同统计', en: 'Contract statistics', path: '/contract-statistics', sort: 90 },
} as const satisfies Readonly<Record<string, PageAddress>>
