import { definePlugin } from '#kernel/plugin.ts'
import { anyOf } from '#kernel/permissions.ts'
import { statisticsPermissions } from '#kernel/statistics.ts'
import cn from './locales/cn.ts'
import en from './locales/en.ts'
import { reportReady } from './message-kinds.ts'
import { canRefresh } from './permissions.ts'
import { statisticsPages } from './statistics/pages.ts'

/** Each page has an icon of its own for the menu that shows icons only. */
const icons: Readonly<Record<string, string>> = {
  expense: 'wallet',
  travel: 'transaction',
  travelApplication: 'environment',
  entertainment: 'gift',
  serviceFee: 'solution',
  costBasedProcurement: 'shopping-cart',
  budget: 'pie-chart',
  budgetNew: 'fund',
  contractLedger: 'audit',
  billData: 'file-done',
  devWorkHour: 'clock-circle',
  directedSoftware: 'code',
  annualEligibleProposal: 'bulb',
  proposalTimeout: 'schedule',
}

/** Figures over documents: what they come to by department, person and time, and the documents behind each. */
export default definePlugin({
  id: 'statistics',
  requires: ['budgets', 'contracts', 'currencies', 'cost-centres', 'documents', 'expense-types', 'forms', 'masters', 'projects',
    'research'],
  permissions: [anyOf('stat'), ...Object.values(canRefresh),
    ...statisticsPages.flatMap(({ key }) => Object.values(statisticsPermissions(key)))],
  menus: [
    { id: 'statistics', cn: '统计分析', en: 'Statistics', sort: 60 },
    { id: 'statistics-analysis', parent: 'statistics', cn: '统计总览', en: 'Statistics overview', icon: 'bar-chart',
      path: '/statistics-analysis', needs: anyOf('stat'), sort: 1 },
    ...statisticsPages.map(({ key, path, sort, ...name }) => ({
      id: `statistics-${key}`,
      parent: 'statistics',
      cn: name.cn,
      en: name.en,
      icon: icons[key] ?? 'bar-chart',
      path,
      needs: statisticsPermissions(key).view,
      buttons: [statisticsPermissions(key).export],
      sort,
    })),
  ],
  messageKinds: [reportReady],
  locales: { cn, en },
})
