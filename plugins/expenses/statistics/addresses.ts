import type { PageAddress } from '#plugins/statistics/statistics-page.ts'

/** Addresses of the statistics pages, for the menu and the router; page declarations are loaded on demand. */
export const addresses = {
  expense: { key: 'expense', cn: '费用报销统计', en: 'Expense statistics', path: '/expense-statistics', sort: 10 },
  entertainment: { key: 'entertainment', cn: '招待统计', en: 'Entertainment statistics', path: '/entertainment-statistics', sort: 40 },
  serviceFee: { key: 'serviceFee', cn: '服务费统计', en: 'Service fee statistics', path: '/serviceFee-statistics', sort: 50 },
} as const satisfies Readonly<Record<string, PageAddress>>
