import { Decimal } from 'decimal.js'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { nowOf } from '../../../src/kernel/dates.ts'
import { Forbidden, Refused } from '../../../src/kernel/errors.ts'
import { moneyText } from '../../../src/kernel/money.ts'
import { permits } from '../../../src/kernel/permissions.ts'
import { signedIn } from '../../../server/http/access.ts'
import type { Host } from '../../../server/plugin.ts'
import { availableOf, bandOfFigures } from '../figures.ts'
import { can } from '../permissions.ts'
import { budgetDepartment } from './budget-department.ts'
import { entryPage } from './entries.ts'
import { keyText, monthOf } from './key.ts'
import { budgetLines } from './lines.ts'
import { judge, type Judged } from './over-budget.ts'
import { budgetSight, demandSight } from './sight.ts'

const id = z.string().min(1).max(64)
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])(-\d{2})?$/)
const amount = z.string().regex(/^-?\d{1,15}(\.\d{1,6})?$/)

const checkInput = z.strictObject({
  departmentId: id,
  lines: z.array(z.strictObject({ expenseCategoryId: id, month, amountRmb: amount, departmentId: id.optional(), businessKey: id.nullish() })).max(200),
})

const listQuery = z.strictObject({ departmentId: id, year: z.coerce.number().int().min(2000).max(2200), month: z.coerce.number().int().min(1).max(12), _t: z.unknown().optional() })

const ledgerInput = z.strictObject({
  departmentId: id.nullish(),
  categoryId: id.nullish(),
  year: z.int().min(2000).max(2200).nullish(),
  month: z.union([z.int().min(1).max(12), month]).nullish(),
  entryType: z.enum(['OCCUPY', 'RELEASE', 'SPEND', 'REFUND', 'TRANSFER', 'ADJUST']).nullish(),
  businessKey: id.nullish(),
  current: z.int().min(1).max(1_000_000).default(1),
  size: z.int().min(1).max(200).default(20),
})

const path = '/budgetservice'

export function budgetRoutes(app: FastifyInstance, host: Host): void {
  const { db } = host
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const reading = { access: signedIn, reads: true, resource: 'budget' } as const

  // Whoever files a document learns how it stands to the budgets that it names; the document will carry the same figures.
  routes.post(`${path}/budget/check`, { config: reading, schema: { body: checkInput } }, async ({ body }) => {
    const directory = await host.directory(db)
    const asked = body.lines.map((line) => {
      const department = budgetDepartment(directory, line.departmentId ?? body.departmentId)
      if (!department) throw noBudget()
      return { ...monthOf(line.month)!, department: department.id, category: line.expenseCategoryId, amount: new Decimal(line.amountRmb) }
    })
    const judged = new Map((await judge(db, asked, body.lines.find(({ businessKey }) => businessKey)?.businessKey ?? undefined)).map((line) => [keyText(line), line]))
    return body.lines.map((line, index) => checked(line, judged.get(keyText(asked[index]!))!, directory.department(asked[index]!.department)?.name ?? ''))
  })

  routes.get(`${path}/budget/list`, { config: reading, schema: { querystring: listQuery } }, async ({ query, caller }) => {
    const department = budgetDepartment(await host.directory(db), query.departmentId)
    if (!department) throw noBudget()
    const sight = await demandSight(host, db, caller)
    if (sight !== 'all' && !sight.includes(department.id)) throw new Forbidden('error.forbidden')
    const categories = await db
      .selectFrom('annual_budget')
      .innerJoin('expense_category', 'expense_category.id', 'annual_budget.expense_category_id')
      .where('department_id', '=', department.id)
      .where('budget_year', '=', query.year)
      .where('annual_budget.del_flag', '=', 0)
      .orderBy('expense_category.sort')
      .orderBy('expense_category.code')
      .select(['expense_category.id', 'name_cn', 'name_en'])
      .execute()
    const lines = await budgetLines(db, categories.map((category) => ({ department: department.id, category: category.id, year: query.year, month: query.month })))
    return lines.map((line, index) => ({
      expenseCategoryId: line.category,
      name: `${categories[index]!.name_cn}/${categories[index]!.name_en}`,
      monthBudget: moneyText(line.ofMonth.budget),
      monthUsed: moneyText(line.ofMonth.used),
      monthOccupied: moneyText(line.ofMonth.occupied),
      monthAvailable: moneyText(availableOf(line.ofMonth)),
      annualAvailable: moneyText(availableOf(line.ofYear)),
      band: bandOfFigures(line.ofMonth),
    }))
  })

  routes.post(`${path}/budget/ledger/page`, { config: reading, schema: { body: ledgerInput } }, async ({ body, caller }) => {
    const at = typeof body.month === 'string' ? monthOf(body.month) : { year: body.year ?? undefined, month: body.month ?? undefined }
    const page = await entryPage(db, {
      sight: await demandSight(host, db, caller), ...at, current: body.current, size: body.size,
      department: body.departmentId ?? undefined, category: body.categoryId ?? undefined, document: body.businessKey ?? undefined,
      kind: body.entryType ? kinds[body.entryType] : undefined,
    })
    return { ...page, records: page.records.map((entry) => ({ ...entry, happenTime: nowOf(entry.happenTime) })) }
  })

  routes.get(`${path}/permission/mine`, { config: { access: signedIn, resource: 'budget' }, schema: { querystring: z.strictObject({ _t: z.unknown().optional() }) } }, async ({ caller }) => {
    const sight = await budgetSight(host, db, caller)
    return { canViewAll: sight === 'all', departmentIds: sight === 'all' ? [] : sight, canEdit: permits(caller.permissions, can.edit) }
  })
}

const kinds = { OCCUPY: 'occupy', RELEASE: 'release', SPEND: 'spend', REFUND: 'refund', TRANSFER: 'transfer', ADJUST: 'adjust' } as const

const noBudget = () => new Refused('budgets.noBudget', {}, [{ field: 'departmentId', code: 'budgets.noBudget' }])

const checked = (line: object, judged: Judged, departmentName: string) => ({
  ...line,
  budgetDept: judged.department,
  departmentName,
  budget: moneyText(judged.ofMonth.budget),
  spent: moneyText(judged.ofMonth.used),
  occupied: moneyText(judged.ofMonth.occupied),
  available: moneyText(availableOf(judged.ofMonth)),
  thisAmount: moneyText(judged.asked),
  exceeded: moneyText(judged.exceeded),
  overMonth: judged.exceeded.gt(0),
  overAnnual: judged.overYear,
  band: judged.band,
  blocked: judged.refused,
})
