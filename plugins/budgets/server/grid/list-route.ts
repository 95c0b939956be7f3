import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Forbidden } from '#kernel/errors.ts'
import { composeName } from '#kernel/wording/names.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { availableOf, bandOfFigures } from '#plugins/budgets/figures.ts'
import { demandBudgetDepartment } from '../documents/budget-department.ts'
import { type BudgetLine, budgetLines } from '../ledger/lines.ts'
import { demandScope } from './row-scope.ts'

const query = z.strictObject({
  departmentId: z.string().min(1).max(64),
  year: z.coerce.number().int().min(2000).max(2200),
  month: z.coerce.number().int().min(1).max(12),
  _t: z.unknown().optional(),
})

/** Route for the budgets of a department in a month, by category. */
export function listCall(app: FastifyInstance, host: Host): void {
  const { db } = host
  const config = { access: signedIn, resource: 'budget' }
  app.withTypeProvider<ZodTypeProvider>().get('/budgetservice/budget/list', { config, schema: { querystring: query } },
    async ({ query: { departmentId, year, month }, caller }) => {
      const scope = await demandScope(host, db, caller)
      const department = demandBudgetDepartment(await host.directory(db), departmentId).id
      if (scope !== 'all' && !scope.includes(department)) throw new Forbidden('error.forbidden')
      const categories = await plannedCategories(db, department, year)
      const lines = await budgetLines(db, categories.map(({ id: category }) => ({ department, category, year, month })))
      return lines.map((line, index) => ({ expenseCategoryId: line.category, name: categories[index]?.name ?? '', ...shown(line) }))
    })
}

async function plannedCategories(db: Db, department: string, year: number) {
  const rows = await db
    .selectFrom('annual_budget')
    .innerJoin('expense_category', 'expense_category.id', 'annual_budget.expense_category_id')
    .where('department_id', '=', department)
    .where('budget_year', '=', year)
    .where('annual_budget.del_flag', '=', 0)
    .orderBy('expense_category.sort')
    .orderBy('expense_category.code')
    .select(['expense_category.id', 'name_cn', 'name_en'])
    .execute()
  return rows.map(({ id, name_cn, name_en }) => ({ id,
    name: composeName({ cn: name_cn.replaceAll('/', '／'), en: name_en.replaceAll('/', '／') }) })
  )
}

const shown = (line: BudgetLine) => ({
  monthBudget: moneyText(line.ofMonth.budget),
  monthUsed: moneyText(line.ofMonth.used),
  monthOccupied: moneyText(line.ofMonth.occupied),
  monthAvailable: moneyText(availableOf(line.ofMonth)),
  annualAvailable: moneyText(availableOf(line.ofYear)),
  band: bandOfFigures(line.ofMonth),
})
