import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import { signedIn } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import { changes } from '../plans/changes.ts'
import { type GridFilters, gridFilters, type GridQuery, gridRows, gridSums, lineAnswer, sumsAnswer, within } from './grid.ts'
import { demandScope } from './row-scope.ts'
import { varianceDue } from '../variance/variance.ts'
import { years } from '../plans/years.ts'

const input = gridFilters.extend({ current: z.int().min(1).max(1_000_000).default(1), size: z.int().min(1).max(500).default(20) })

/** Route for a page of the lines of a year, with the sums of all filtered lines. */
export function pageCall(app: FastifyInstance, host: Host): void {
  const { db } = host
  const config = { access: signedIn, reads: true as const, resource: 'budget' }
  app.withTypeProvider<ZodTypeProvider>().post('/budgetservice/annualBudget/page', { config, schema: { body: input } },
    async ({ body, caller }) => {
      const { current, size, ...filters } = body
      const query = await gridQuery(host, filters, caller)
      const setting = await years(db).of(query.year)
      const { sums, bands: counts } = await gridSums(db, query)
      const chosen = counts.filter(({ band }) => query.bands?.includes(band) ?? true)
      const total = chosen.reduce((sum, { lines }) => sum + lines, 0)
      const rows = await gridRows(db, query, { offset: (current - 1) * size, limit: size })
      return {
        records: rows.map(lineAnswer),
        total,
        current,
        size,
        pages: Math.ceil(total / size),
        ...sumsAnswer(sums, { start: setting.startMonth, end: setting.endMonth }),
        bands: Object.fromEntries(counts.map(({ band, lines }) => [band, lines])),
        withoutBudget: await withoutBudget(db, query),
        setting,
        upToMonth: query.upTo,
        today: todayOf(host.clock.now()),
        years: await years(db).known(),
        change: (await changes(db).latest(query.year)) ?? null,
        varianceDue: await varianceDue(db, { year: query.year, scope: query.scope, at: host.clock.now() }),
      }
    })
}

/** Query with the caller's scope. @throws Forbidden if the caller sees no budget */
export async function gridQuery(host: Host, { year, departmentIds, expenseCategoryIds, keyword, band }: GridFilters,
  caller: Caller): Promise<GridQuery> {
  const [thisYear = 0, thisMonth = 0] = todayOf(host.clock.now()).split('-').map(Number)
  const wantedYear = year ?? thisYear
  return {
    year: wantedYear,
    scope: await demandScope(host, host.db, caller),
    departments: departmentIds,
    categories: expenseCategoryIds,
    keyword: keyword?.trim(),
    bands: typeof band === 'string' ? [band] : band,
    upTo: wantedYear === thisYear ? thisMonth : wantedYear < thisYear ? 12 : 0,
  }
}

/**
 * Visible departments whose costs are not borne by a budget of the year: neither they nor a department above owns budgets, or they own
 * budgets and nothing is planned.
 */
async function withoutBudget(db: Db, query: GridQuery): Promise<{ departmentId: string; departmentName: string }[]> {
  const { year, keyword = '', categories, bands } = query
  if (categories || (bands && !bands.includes('none'))) return []
  const { rows } = await sql<{ departmentId: string; departmentName: string }>`
    select unit.id as "departmentId", unit.name as "departmentName" from sys_group unit
    where unit.type = 'DEPARTMENT' and unit.del_flag = 0 and unit.enable and ${within(sql`unit.id`, query)}
      and ${
    keyword === ''
      ? sql`true`
      : sql`(position(${keyword.toLowerCase()} in lower(unit.name)) > 0 or position(${keyword.toLowerCase()} in unit.pinyin) > 0)`
  }
      and case when unit.has_budget_dept
        then not exists (select from annual_budget plan where plan.department_id = unit.id
          and plan.budget_year = ${year} and plan.del_flag = 0)
          and not exists (select from budget_total total where total.department_id = unit.id and total.year = ${year})
        else not exists (select from sys_group above where above.has_budget_dept and above.del_flag = 0
          and starts_with(unit.path, above.path)) end
    order by unit.path`.execute(db)
  return rows
}
