import { type RawBuilder, sql } from 'kysely'
import { defineServer } from '#server/plugin.ts'
import type { RowScope } from '#server/host.ts'
import { statisticsPermissions } from '#plugins/statistics/statistics-page.ts'
import { type CountedPage, pagesOfProduct } from './counted-page.ts'
import { scopeName } from './page-queries.ts'
import { migrations } from './migrations.ts'
import { foldAudit } from './folding/audit.ts'
import { foldJob } from './folding/fold.ts'
import { factsOfDocuments } from './facts/recording.ts'
import { declaredJob, factAudit, recountJob } from './facts/recount.ts'
import { recordJob } from './recorded/record-job.ts'
import { refreshRoutes } from './refreshing.ts'
import { reportRoutes, reportsJob } from './reports/reports.ts'
import { statisticsRoutes } from './routes.ts'
import { dataUpTo } from './periods.ts'
import './tables.ts'

/** Scope of documents whose facts a person sees on a page. */
const pageScope = (page: CountedPage): RowScope => ({
  cn: page.cn,
  en: page.en,
  needs: statisticsPermissions(page.key).view,
  async count(host, db, caller) {
    const scope = await host.departments(db, caller, scopeName(page))
    const seen = scope === 'all' ? sql`true` : sql`(department = any(${[...scope]}::text[]) or person = ${caller.id})`
    const { rows } = await sql<{ seen: string; all: string }>`
      select count(distinct document) filter (where ${seen}) as seen, count(distinct document) as all from (${
      currentRows(page, dataUpTo(host).before)
    }) current_fact`.execute(db)
    return { seen: Number(rows[0]?.seen ?? 0), all: Number(rows[0]?.all ?? 0) }
  },
})

/** Rows counted by the page up to an instant. */
function currentRows({ key, entries: register }: CountedPage, before: Date): RawBuilder<unknown> {
  if (!register)
    return sql`select document, department, person from statistics_fact where page = ${key}
      group by document, department, person having sum(sign) > 0`
  return sql`select document, department, person from (${register.rows({ from: '2000-01-01', to: '2099-12-31', before })}) entry where ${
    register.isEntry ?? sql`true`
  }`
}

export default defineServer({
  id: 'statistics',
  migrations,
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
      jobs: [recountJob(pages), declaredJob(pages), recordJob(pages), foldJob(pages), reportsJob(pages)],
      audits: [factAudit(pages), foldAudit(pages)],
    }
  },
})
