import { type RawBuilder, sql } from 'kysely'
import { statisticsPermissions } from '#plugins/statistics/statistics-page.ts'
import type { RowScope } from '#server/host.ts'
import { scopeName } from './page-queries.ts'
import { dataUpTo } from './data-date.ts'
import type { CountedPage } from './counted-page.ts'
import './tables.ts'

/** Scope of documents whose facts a person sees on a page. */
export const pageScope = (page: CountedPage): RowScope => ({
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
