import { definePlugin } from '#kernel/plugin.ts'
import { anyOf } from '#kernel/permissions.ts'
import { rightsOfPages, statisticsMenu, statisticsPages } from './extension-points.ts'
import { cn, en } from './texts.ts'
import { reportReady } from './message-kinds.ts'
import { canRefresh } from './permissions.ts'
import { bills, budget, budgetNew } from './statistics/pages.ts'

/** Statistics over documents by department, person and period, with drill-down to the documents. */
export default definePlugin({
  id: 'statistics',
  requires: ['budgets', 'currencies', 'documents', 'forms'],
  permissions: [anyOf('stat'), ...Object.values(canRefresh), ...rightsOfPages([budget, budgetNew, bills])],
  menus: [
    { id: 'statistics', cn: '统计分析', en: 'Statistics', sort: 60 },
    { id: 'statistics-analysis', parent: 'statistics', cn: '统计总览', en: 'Statistics overview', icon: 'bar-chart',
      path: '/statistics-analysis', needs: anyOf('stat'), sort: 1 },
    statisticsMenu(budget, 'pie-chart'),
    statisticsMenu(budgetNew, 'fund'),
    statisticsMenu(bills, 'file-done'),
  ],
  messageKinds: [reportReady],
  publishes: [statisticsPages],
  contributes: [statisticsPages.of(budget, budgetNew, bills)],
  locales: { cn, en },
})
