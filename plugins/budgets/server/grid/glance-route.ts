import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Forbidden } from '#kernel/errors.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { yearNumber } from './filters.ts'
import { lineAnswer } from './answer.ts'
import { worstRows } from './grid.ts'
import { gridQuery } from './page-route.ts'
import { headed } from './row-scope.ts'

const querystring = z.strictObject({ year: yearNumber.optional(), size: z.coerce.number().int().min(1).max(20).default(3),
  _t: z.unknown().optional() })

/**
 * The budgets of a year that are furthest in use: a head's own departments, otherwise everything that the caller sees; for one who sees
 * none, none.
 */
export function glanceCall(app: FastifyInstance, host: Host): void {
  const config = { access: signedIn, resource: 'budget' }
  app.withTypeProvider<ZodTypeProvider>().get('/budgetservice/budget/glance', { config, schema: { querystring } },
    async ({ query: { year, size }, caller }) => {
      const own = await headed(host.db, caller.id)
      const query = await gridQuery(host, { year }, caller).catch(unlessSeesNone)
      if (!query) return []
      const rows = await worstRows(host.db, own.length > 0 ? { ...query, scope: own } : query, size)
      return rows.map((row) => {
        const { departmentId, departmentName, expenseCategoryId, expenseCategoryName, annualBudget, used, occupied, available, band } =
          lineAnswer(row)
        return { year: query.year, departmentId, departmentName, expenseCategoryId, expenseCategoryName, annualBudget, used, occupied,
          available, band }
      })
    })
}

function unlessSeesNone(error: unknown): undefined {
  if (!(error instanceof Forbidden)) throw error
}
