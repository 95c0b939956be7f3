import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Missing } from '#kernel/errors.ts'
import type { Db } from '#server/database/tables.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { versionInput } from '#server/http/requests/validation.ts'
import { can } from '#plugins/budgets/permissions.ts'
import { changes } from './changes.ts'
import { gridRows, lineAnswer, yearNumber } from '../grid/grid.ts'
import { sees } from './years.ts'
import { addPlans, changePlan } from './plans.ts'
import { demandScope } from '../grid/row-scope.ts'

const id = z.string().max(64)

/** Amounts as entered; the schema accepts any text, so that errors are reported per cell. */
const months = z.array(z.string().max(40)).length(12)
const remark = z.string().max(2_000).nullish().transform((text) => text?.trim() || null)

const plan = { budgetYear: yearNumber, departmentId: id, expenseCategoryId: id, months, remark }

/** One new line, or several in `rows`. */
const newPlans = z.union([z.strictObject(plan), z.strictObject({ rows: z.array(z.strictObject(plan)).max(200) })])

/** A changed line; year, department and category are only verified, since they cannot be changed. */
const changedPlan = z.strictObject({
  id: z.string().min(1).max(32),
  version: versionInput,
  months,
  remark,
  budgetYear: yearNumber.optional(),
  departmentId: id.optional(),
  expenseCategoryId: id.optional(),
})

const historyQuery = z.strictObject({ id: z.string().min(1).max(32), _t: z.unknown().optional() })

/** Routes to add and change lines, and for their history. */
export function planRoutes(app: FastifyInstance, host: Host): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const path = '/budgetservice/annualBudget'

  routes.post(`${path}/save`, { config: { access: needs(can.add), resource: 'budget', repeats: 'once' }, schema: { body: newPlans } },
    (request) =>
      unitOfWork(host, request, async (now) => {
        const { body } = request
        const ids = await addPlans(now, 'rows' in body ? body.rows : [body], 'rows' in body)
        request.audited = { id: ids[0] ?? '', after: body }
        return 'rows' in body ? { ids } : storedLine(now.db, ids[0]!)
      }))

  routes.put(`${path}/update`, { config: { access: needs(can.edit), resource: 'budget', repeats: 'once' }, schema: { body: changedPlan } },
    (request) =>
      unitOfWork(host, request, async (now) => {
        const { body } = request
        const before = await storedLine(now.db, body.id)
        await changePlan(now, body)
        const after = await storedLine(now.db, body.id)
        request.audited = { id: body.id, before, after }
        return after
      }))

  routes.get(`${path}/history`, { config: { access: signedIn, resource: 'budget' }, schema: { querystring: historyQuery } },
    async ({ query: { id }, caller }) => {
      const scope = await demandScope(host, host.db, caller)
      const line = await host.db.selectFrom('annual_budget').select('department_id').where('id', '=', id).executeTakeFirst()
      if (!line || !sees(scope, line.department_id)) throw new Missing('error.missing')
      return changes(host.db).ofLine(id)
    })
}

/** @throws Missing if the line does not exist */
async function storedLine(db: Db, id: string) {
  const line = await db.selectFrom('annual_budget').select(['budget_year', 'department_id', 'expense_category_id']).where('id', '=', id)
    .executeTakeFirst()
  if (!line) throw new Missing('error.missing')
  const [row] = await gridRows(db, { year: line.budget_year, scope: [line.department_id], categories: [line.expense_category_id], upTo: 0 },
    { offset: 0, limit: 1 })
  if (!row) throw new Missing('error.missing')
  return { budgetYear: line.budget_year, ...lineAnswer(row) }
}
