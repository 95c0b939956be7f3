import { definePlugin } from '#kernel/plugin.ts'
import { anyOf } from '#kernel/permissions.ts'
import { statisticsPages } from './extension-points.ts'
import { cn, en } from './texts.ts'
import { reportReady } from './message-kinds.ts'
import { canRefresh } from './permissions.ts'

/** Statistics over documents by department, person and period, with drill-down to the documents. */
export default definePlugin({
  id: 'statistics',
  requires: [],
  permissions: [anyOf('stat'), ...Object.values(canRefresh)],
  menus: [
    { id: 'statistics', cn: '统计分析', en: 'Statistics', sort: 60 },
    { id: 'statistics-analysis', parent: 'statistics', cn: '统计总览', en: 'Statistics overview', icon: 'bar-chart',
      path: '/statistics-analysis', needs: anyOf('stat'), sort: 1 },
  ],
  messageKinds: [reportReady],
  publishes: [statisticsPages],
  locales: { cn, en },
})
