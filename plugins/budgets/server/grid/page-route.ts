import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { todayOf } from '#kernel/values/dates.ts'
import { signedIn } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { changes } from '../plans/changes.ts'
import { type GridQuery, gridRows, gridSums } from './grid.ts'
import { type GridFilters, gridFilters } from './filters.ts'
import { lineAnswer, sumsAnswer } from './answer.ts'
import { demandScope } from './row-scope.ts'
import { varianceDue } from '../variance/variance.ts'
import { withoutBudget } from './without-budget.ts'
import { years } from '../plans/years.ts'

const input = gridFilters.extend({ current: z.int().min(1).max(1_000_000).default(1), size: z.int().min(1).max(500).default(20) })

/** A page of the lines of a year, with the sums of everything that the filters let through. */
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

/** The filters of a caller, who sees some budgets. @throws Forbidden for one who sees none. */
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
