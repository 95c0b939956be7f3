import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { changes } from './changes.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { yearNumber } from '../grid/filters.ts'
import { demandScope } from '../grid/row-scope.ts'
import type { YearSetting } from '#plugins/budgets/year-setting.ts'
import { years } from './years.ts'

const month = z.int().min(1).max(12)

const setting = z.strictObject({
  year: yearNumber,
  startMonth: month,
  endMonth: month,
  varianceDueDays: z.int().min(0).max(366),
  control: z.enum(['warn', 'block']),
})

const locking = z.strictObject({ year: yearNumber, locked: z.boolean(), reason: z.string().trim().min(1).max(500) })

/** Calls for the settings of a year: span, control and lock. */
export function yearRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const path = '/budgetservice/annualBudget'
  const config = { access: needs(can.lock), resource: 'budgetYear' }
  const querystring = z.strictObject({ year: yearNumber, _t: z.unknown().optional() })

  routes.get(`${path}/setting`, { config: { access: signedIn, resource: 'budgetYear' }, schema: { querystring } },
    async ({ query, caller }) => {
      await demandScope(host, host.db, caller)
      return years(host.db).of(query.year)
    })

  routes.put(`${path}/setting`, { config: { ...config, repeats: 'once' }, schema: { body: setting } },
    (request) =>
      unitOfWork(host, request, async ({ db, caller, at }) => {
        const { body } = request
        const before = await years(db).hold(body.year, 'update')
        if (before.locked) throw new Refused('budgets.locked', { year: body.year })
        if (body.endMonth < body.startMonth) throw new Refused('budgets.endBeforeStart', {}, [{ field: 'endMonth',
            code: 'budgets.endBeforeStart' }])
        const after: YearSetting = { ...before, ...body }
        await years(db).set(after)
        await changes(db).write([{ year: body.year, action: 'setting', budget: null, before, after }], { operator: caller.id, at })
        request.audited = { id: String(body.year), before, after }
        return after
      }))

  routes.post(`${path}/lock`, { config: { ...config, repeats: 'once' }, schema: { body: locking } },
    (request) =>
      unitOfWork(host, request, async ({ db, caller, at }) => {
        const { year, locked, reason } = request.body
        const before = await years(db).hold(year, 'update')
        if (before.locked === locked) return before
        const after = { ...before, locked }
        await years(db).set(after)
        await changes(db).write([{ year, action: locked ? 'lock' : 'unlock', budget: null, reason }], { operator: caller.id, at })
        request.audited = { id: String(year), before, after }
        return after
      }))
}
