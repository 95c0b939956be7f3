import { Decimal } from 'decimal.js'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import type { Directory } from '#approval/directory.ts'
import { moneyText } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import { mayRead } from '#server/documents/visibility/scope.ts'
import { signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { availableOf } from '#plugins/budgets/figures.ts'
import { demandBudgetDepartment } from './budget-department.ts'
import { figuresScope } from '../grid/figures-scope.ts'
import { keyText, monthOf } from '../ledger/key.ts'
import { budgetLines } from '../ledger/lines.ts'
import { type BudgetRequest, measureExcess, type BudgetExcess } from './over-budget.ts'

const id = z.string().min(1).max(64)

const line = z.strictObject({
  expenseCategoryId: id,
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])(-\d{2})?$/),
  amountRmb: z.string().regex(/^-?\d{1,15}(\.\d{1,6})?$/),
  /** The department, where it differs from the document's. */
  departmentId: id.nullish(),
  /** The document itself while it is changed: what it holds already counts once. */
  businessKey: id.nullish(),
})

/** `months`: the figures of the year, too, for each line whose budget may be known. */
const input = z.strictObject({ departmentId: id, lines: z.array(line).max(200), months: z.boolean().optional() })

type CheckLine = z.output<typeof line>

/**
 * Checks a document that is being written against its budgets. Everybody who files may ask for the band; the figures belong to who may know
 * the budget.
 * Lines of the same budget count together, and every line is judged by its whole budget.
 */
export function checkCall(app: FastifyInstance, host: Host): void {
  app.withTypeProvider<ZodTypeProvider>().post('/budgetservice/budget/check', {
    config: { access: signedIn, reads: true, resource: 'budget' },
    schema: { body: input },
  }, async ({ body, caller }) => {
    const directory = await host.directory(host.db)
    const requests = body.lines.map((line) => requestOf(line, body.departmentId, directory))
    const named = body.lines.find(({ businessKey }) => businessKey)?.businessKey ?? undefined
    // The figures without a document tell what it holds: they are for those only who may read it.
    const document = named !== undefined && (await mayRead({ host, db: host.db, caller }, named)) ? named : undefined
    const excesses = new Map((await measureExcess(host.db, requests, document)).map((line) => [keyText(line), line]))
    const knows = await figuresScope(host, host.db, { caller, directory })
    const known = [...excesses.values()].filter(({ department }) => knows(department))
    const years = body.months ? await monthsOf(host.db, known, document) : new Map<string, readonly MonthWire[]>()
    return body.lines.map((line, index) => {
      const key = keyText(requests[index]!)
      const found = excesses.get(key)!
      return { ...line, ...answer(found, directory), ...(knows(found.department) ? figures(found) : {}),
        ...(years.has(key) ? { months: years.get(key) } : {}) }
    })
  })
}

interface MonthWire {
  readonly budget: string
  readonly used: string
  readonly occupied: string
}

/** January to December of each budget, by its key, in one statement. */
async function monthsOf(db: Db, budgets: readonly BudgetExcess[],
  excluding: string | undefined): Promise<ReadonlyMap<string, readonly MonthWire[]>> {
  const keys = budgets.flatMap(({ department, category, year }) => months.map((month) => ({ department, category, year, month })))
  const lines = (await budgetLines(db, keys, excluding)).map(({ ofMonth: { budget, used, occupied } }) => ({ budget: moneyText(budget),
    used: moneyText(used), occupied: moneyText(occupied) })
  )
  return new Map(budgets.map((budget, index) => [keyText(budget), lines.slice(index * months.length, (index + 1) * months.length)]))
}

const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

function requestOf(line: CheckLine, department: string, directory: Directory): BudgetRequest {
  const month = monthOf(line.month)
  if (!month) throw new Refused('error.field.format')
  return { ...month, department: demandBudgetDepartment(directory, line.departmentId ?? department).id, category: line.expenseCategoryId,
    amount: new Decimal(line.amountRmb) }
}

const answer = (excess: BudgetExcess, directory: Directory) => ({
  budgetDept: excess.department,
  departmentName: directory.department(excess.department)?.name ?? '',
  thisAmount: moneyText(excess.requested),
  overMonth: excess.exceeded.gt(0),
  overAnnual: excess.overYear,
  band: excess.band,
  blocked: excess.refused,
})

const figures = (excess: BudgetExcess) => ({
  budget: moneyText(excess.ofMonth.budget),
  spent: moneyText(excess.ofMonth.used),
  occupied: moneyText(excess.ofMonth.occupied),
  available: moneyText(availableOf(excess.ofMonth)),
  exceeded: moneyText(excess.exceeded),
})
