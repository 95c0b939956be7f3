import { type RawBuilder, sql } from 'kysely'
import { budgetParts, countedBudgets } from '#plugins/budgets/server/public-api.ts'
import { defineServer } from '#server/plugin.ts'
import { pagesOfProduct } from './counted-page.ts'
import { statisticsRegisters } from './extension-points.ts'
import { scopeName } from './page-queries.ts'
import { migrations } from './migrations.ts'
import { foldAudit } from './folding/audit.ts'
import { foldJob } from './folding/fold.ts'
import { factsOfDocuments } from './facts/recording.ts'
import { declaredJob } from './facts/counted-pages.ts'
import { factAudit, recountJob, recountName } from './facts/recount.ts'
import { recordJob } from './recorded/record-job.ts'
import { refreshRoutes } from './refreshing.ts'
import type { EntryRecord } from './register.ts'
import { documentRecords, recordsOfEntries } from './registers/records.ts'
import { reportsJob } from './reports/reports-job.ts'
import { reportRoutes } from './reports/routes.ts'
import { statisticsRoutes } from './routes.ts'
import { pageScope } from './row-scope.ts'

/** Drill-down records of budget lines, which have a department and no person. */
const budgetRecords = (ids: readonly string[]): RawBuilder<EntryRecord> => {
  const parts = recordsOfEntries(budgetParts(ids), sql`null as person, department`)
  return sql<EntryRecord>`${parts} union all ${documentRecords(ids)}`
}

export default defineServer({
  id: 'statistics',
  migrations,
  contributes: [statisticsRegisters.of({ name: 'budgets', rows: countedBudgets, records: budgetRecords, reads: [] })],
  among(product) {
    const pages = pagesOfProduct(product)
    return {
      callNames: {
        subjects: { ...Object.fromEntries(pages.map((page) => [scopeName(page), { cn: page.cn, en: page.en }])),
          statistics: { cn: '统计', en: 'Statistics' }, statisticsReport: { cn: '统计报表', en: 'Statistics report' } },
        operations: { '/oaserver/statistics/refresh': { cn: '重新统计', en: 'Recount statistics' },
          '/oaserver/statistics/reports/:id/send': { cn: '立即发送统计报表', en: 'Send a statistics report now' } },
      },
      routes(app, host) {
        statisticsRoutes(pages)(app, host)
        reportRoutes(pages)(app, host)
        refreshRoutes(app, host)
      },
      rowScopes: Object.fromEntries(pages.map((page) => [scopeName(page), pageScope(page)])),
      extensions: [factsOfDocuments(pages)],
      jobs: [recountJob(pages), declaredJob(pages, recountName), recordJob(pages), foldJob(pages), reportsJob(pages)],
      audits: [factAudit(pages), foldAudit(pages)],
    }
  },
})
