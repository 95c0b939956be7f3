import type { StatisticsPage } from '#kernel/statistics.ts'

/** Where the pages are found, by key: what the menu and the router know of them before one is opened. */
export const addresses = {
  expense: { key: 'expense', cn: '费用报销统计', en: 'Expense statistics', short: { cn: '费用报销', en: 'Expenses' }, path: '/expense-statistics', sort: 10 },
  travel: { key: 'travel', cn: '差旅报销统计', en: 'Travel expense statistics', short: { cn: '差旅报销', en: 'Travel expenses' }, path: '/travel-statistics', sort: 20 },
  travelApplication: { key: 'travelApplication', cn: '出差申请统计', en: 'Trip request statistics', short: { cn: '出差申请', en: 'Trip requests' },
    path: '/travel-application-statistics', sort: 30 },
  entertainment: { key: 'entertainment', cn: '招待统计', en: 'Entertainment statistics', short: { cn: '业务招待', en: 'Entertainment' }, path: '/entertainment-statistics',
    sort: 40 },
  serviceFee: { key: 'serviceFee', cn: '服务费统计', en: 'Service fee statistics', short: { cn: '服务费', en: 'Service fees' }, path: '/serviceFee-statistics', sort: 50 },
  costBasedProcurement: { key: 'costBasedProcurement', cn: '费用采购统计', en: 'Expense purchase statistics', short: { cn: '费用采购', en: 'Expense purchases' },
    path: '/expense-procurement-statistics', sort: 60 },
} as const satisfies Readonly<Record<string, Pick<StatisticsPage, 'key' | 'cn' | 'en' | 'short' | 'path' | 'sort'>>>
