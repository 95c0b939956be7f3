import type { PageAddress } from '#plugins/statistics/statistics-page.ts'

/** Addresses of the pages of statistics, separate from the pages, which are loaded when opened. */
export const addresses = {
  materialRequisition: { key: 'materialRequisition', cn: '领料统计', en: 'Material requisition statistics',
    path: '/material-requisition-statistics', sort: 65 },
} as const satisfies Readonly<Record<string, PageAddress>>
