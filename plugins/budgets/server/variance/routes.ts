import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { todayOf } from '#kernel/values/dates.ts'
import { Forbidden, Missing } from '#kernel/errors.ts'
import { permits } from '#kernel/permissions.ts'
import { signedIn } from '#server/http/access.ts'
import { withMessage } from '#server/http/answers/envelope.ts'
import type { Host } from '#server/host.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { type CommandContext, unitOfWork } from '#server/unit-of-work.ts'
import { yearNumber } from '../grid/filters.ts'
import { sees } from '../plans/may-change.ts'
import { demandScope, headed } from '../grid/row-scope.ts'
import { explain, quarterLines, varianceDue } from './variance.ts'

const id = z.string().min(1).max(64)
const quarter = z.coerce.number().int().min(1).max(4)

const querystring = z.strictObject({ year: yearNumber, quarter, departmentId: id.optional(), _t: z.unknown().optional() })

const input = z.strictObject({ year: yearNumber, quarter: z.int().min(1).max(4), departmentId: id, categoryId: id,
  reason: z.string().trim().min(1).max(1000) })

const path = '/budgetservice/budget/varianceReason'

/** Routes for the reasons for overspending, by quarter. */
export function varianceRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const config = { access: signedIn, resource: 'budgetVariance' }

  routes.get(path, { config, schema: { querystring } }, async ({ query: { year, quarter: of, departmentId }, caller }) => {
    const scope = await demandScope(host, host.db, caller)
    return quarterLines(host.db, { year, scope, departments: departmentId === undefined ? undefined : [departmentId] }, of)
  })

  routes.get(`${path}/due`, { config, schema: { querystring: z.strictObject({ year: yearNumber, _t: z.unknown().optional() }) } },
    async ({ query: { year }, caller }) => {
      const scope = await demandScope(host, host.db, caller)
      return { due: await varianceDue(host.db, { year, scope, at: host.clock.now() }) }
    })

  routes.post(path, { config: { ...config, repeats: 'once' }, schema: { body: input } },
    (request) =>
      unitOfWork(host, request, async (now) => {
        const { year, quarter: of, departmentId: department, categoryId: category, reason } = request.body
        await demandMayExplain(now, department)
        const lines = await quarterLines(now.db, { year, scope: [department] }, of)
        const line = lines.find(({ expenseCategoryId }) => expenseCategoryId === category)
        if (!line) throw new Missing('error.missing')
        const { overdue } = await explain(now.db, { year, quarter: of, department, category, reason, by: now.caller.id, at: now.at,
          late: todayOf(now.at) > line.dueDate })
        request.audited = { id: `${year}-${of} ${department} ${category}`, before: { reason: line.reason }, after: { reason } }
        return overdue ? withMessage({ overdue }, 'budgets.varianceLate') : { overdue }
      }))
}

/** Allows heads to explain for their departments, and finance for visible ones. @throws Forbidden otherwise */
async function demandMayExplain({ db, host, caller }: CommandContext, department: string): Promise<void> {
  const own = await headed(db, caller.id)
  if (own.includes(department)) return
  if (!permits(caller.permissions, can.edit) || !sees(await demandScope(host, db, caller), department))
    throw new Forbidden('error.forbidden')
}
