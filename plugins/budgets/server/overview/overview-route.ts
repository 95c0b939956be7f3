import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { todayOf } from '#kernel/values/dates.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { yearNumber } from '../grid/filters.ts'
import { gridQuery } from '../grid/page-route.ts'
import { headed } from '../grid/row-scope.ts'
import { years } from '../plans/years.ts'
import { variancesDue } from '../variance/variances-due.ts'
import { overviewAnswer } from './answer.ts'
import { spentOf, yearSums } from './year-sums.ts'

const querystring = z.strictObject({
  year: yearNumber.optional(),
  /** Only the departments that the caller heads. */
  own: z.literal('true').optional(),
  _t: z.unknown().optional(),
})

/**
 * A year's budgets that the caller sees, as pictures show them: by month and category, with a forecast and the reasons that are missing.
 */
export function overviewCall(app: FastifyInstance, host: Host): void {
  const { db } = host
  const config = { access: signedIn, resource: 'budget' }
  app.withTypeProvider<ZodTypeProvider>().get('/budgetservice/budget/overview', { config, schema: { querystring } },
    async ({ query: { year, own }, caller }) => {
      const departments = own ? await headed(db, caller.id) : undefined
      if (departments?.length === 0) return null
      const query = { ...(await gridQuery(host, { year }, caller)), departments }
      const { startMonth: start, endMonth: end } = await years(db).of(query.year)
      const before = { ...query, year: query.year - 1 }
      const [category, department, categoryBefore, departmentBefore, variances] = await Promise.all([
        yearSums(db, query, 'category'),
        yearSums(db, query, 'department'),
        spentOf(db, before, 'category'),
        spentOf(db, before, 'department'),
        variancesDue(db, { ...query, at: host.clock.now() }),
      ])
      const sums = { category, department }
      const lastYear = { category: categoryBefore, department: departmentBefore }
      return { year: query.year, upToMonth: query.upTo, today: todayOf(host.clock.now()), startMonth: start, endMonth: end,
        ...overviewAnswer({ sums, lastYear, span: { start, end }, upTo: query.upTo }), variances }
    })
}
