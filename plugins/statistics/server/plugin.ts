import { defineServer } from '#server/plugin.ts'
import { statisticsPages } from '../statistics/pages.ts'
import { scopeName } from './page-queries.ts'
import { migrations } from './migrations.ts'
import { foldAudit } from './folding/audit.ts'
import { foldJob } from './folding/fold.ts'
import { factsOfDocuments } from './facts/recording.ts'
import { declaredJob } from './facts/counted-pages.ts'
import { factAudit, recountJob, recountName } from './facts/recount.ts'
import { recordJob } from './recorded/record-job.ts'
import { refreshRoutes } from './refreshing.ts'
import { reportsJob } from './reports/reports-job.ts'
import { reportRoutes } from './reports/routes.ts'
import { statisticsRoutes } from './routes.ts'
import { pageScope } from './row-scope.ts'

export default defineServer({
  id: 'statistics',
  migrations,
  callNames: {
    subjects: { ...Object.fromEntries(statisticsPages.map((page) => [scopeName(page), { cn: page.cn, en: page.en }])),
      statistics: { cn: '统计', en: 'Statistics' }, statisticsReport: { cn: '统计报表', en: 'Statistics report' } },
    operations: { '/oaserver/statistics/refresh': { cn: '重新统计', en: 'Recount statistics' },
      '/oaserver/statistics/reports/:id/send': { cn: '立即发送统计报表', en: 'Send a statistics report now' } },
  },
  routes: (app, host) => {
    statisticsRoutes(statisticsPages)(app, host)
    reportRoutes(statisticsPages)(app, host)
    refreshRoutes(app, host)
  },
  rowScopes: Object.fromEntries(statisticsPages.map((page) => [scopeName(page), pageScope(page)])),
  extensions: [factsOfDocuments(statisticsPages)],
  jobs: [recountJob(statisticsPages), declaredJob(statisticsPages, recountName), recordJob(statisticsPages), foldJob(statisticsPages),
    reportsJob(statisticsPages)],
  audits: [factAudit(statisticsPages), foldAudit(statisticsPages)],
})
