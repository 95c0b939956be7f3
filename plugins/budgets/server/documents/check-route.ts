import { Decimal } from 'decimal.js'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { Refused } from '#kernel/errors.ts'
import { moneyText } from '#kernel/values/money.ts'
import { budgetDepartment, type Department, type Directory } from '#approval/directory.ts'
import type { Db } from '#server/database/tables.ts'
import { mayRead, readable, readerOf } from '#server/documents/visibility/scope.ts'
import { signedIn } from '#server/http/access.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Host } from '#server/host.ts'
import { availableOf } from '#plugins/budgets/figures.ts'
import { figuresScope } from '../grid/figures-scope.ts'
import { keyText, monthOf } from '../ledger/key.ts'
import { ledger } from '../ledger/ledger.ts'
import { budgetLines } from '../ledger/lines.ts'
import { type BudgetExcess, type BudgetRequest, measureExcess, requestedByKey } from './over-budget.ts'
import { holdingsOf, openTo, takingOver } from './applications.ts'

const id = z.string().min(1).max(64)

/** Part of a line's amount with the row's completed applications, by id or number, whose occupation covers it first. */
const draw = z.strictObject({
  amountRmb: z.string().regex(/^\d{1,15}(\.\d{1,6})?$/),
  applications: z.array(id).max(50).optional(),
  numbers: z.array(id).max(50).optional(),
})

const line = z.strictObject({
  expenseCategoryId: id,
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])(-\d{2})?$/),
  amountRmb: z.string().regex(/^-?\d{1,15}(\.\d{1,6})?$/),
  /** Department of the line, if it differs from the document's. */
  departmentId: id.nullish(),
  /** Id of the document if it is already filed, so that its own occupation is not counted twice. */
  businessKey: id.nullish(),
  draws: z.array(draw).max(200).optional(),
})

/** `months`: also returns the figures of the whole year for each visible budget. */
const input = z.strictObject({ departmentId: id, lines: z.array(line).max(200), months: z.boolean().optional() })

type CheckLine = z.output<typeof line>

/**
 * Route that checks a draft against its budgets. All users get the band; figures only for budgets that they may see. Lines of the same
 * budget are summed, and each line gets the result of its budget. The occupation of a line's applications covers it first, as on filing;
 * only the rest is checked.
 */
export function checkCall(app: FastifyInstance, host: Host): void {
  app.withTypeProvider<ZodTypeProvider>().post('/budgetservice/budget/check', {
    config: { access: signedIn, reads: true, resource: 'budget' },
    schema: { body: input },
  }, async ({ body, caller }) => {
    const directory = await host.directory(host.db)
    const requests = body.lines.map((line) => requestOf(line, body.departmentId, directory))
    const named = body.lines.find(({ businessKey }) => businessKey)?.businessKey ?? undefined
    // figures that exclude a document reveal its occupation, so the caller must be allowed to read it
    const document = named !== undefined && (await mayRead({ host, db: host.db, caller }, named)) ? named : undefined
    const covered = await coveredBy(body.lines, requests, { host, caller, document })
    const beyond = requests.map((request, index) => ({ ...request, amount: request.amount.minus(covered[index]!) }))
    const excesses = new Map((await measureExcess(host.db, beyond, document)).map((line) => [keyText(line), line]))
    const sums = { requested: requestedByKey(requests),
      covered: requestedByKey(requests.map((request, index) => ({ ...request, amount: covered[index]! }))) }
    const knows = await figuresScope(host, host.db, { caller, directory })
    const known = [...excesses.values()].filter(({ department }) => knows(department))
    const years = body.months ? await monthsOf(host.db, known, document) : new Map<string, readonly MonthWire[]>()
    return body.lines.map((line, index) => {
      const key = keyText(requests[index]!)
      const found = excesses.get(key)!
      const { draws: _, ...asked } = line
      const whole = { requested: sums.requested.get(key)!, covered: sums.covered.get(key)! }
      return { ...asked, ...answer(found, whole, directory), ...(knows(found.department) ? figures(found) : {}),
        ...(years.has(key) ? { months: years.get(key) } : {}) }
    })
  })
}

interface MonthWire {
  readonly budget: string
  readonly used: string
  readonly occupied: string
}

/** Months of each budget, January to December, by budget key, in one statement. */
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
  if (!month) throw new Refused('error.field.month')
  return { ...month, department: demandBudgetDepartment(directory, line.departmentId ?? department).id, category: line.expenseCategoryId,
    amount: new Decimal(line.amountRmb) }
}

interface ReaderOfDocument {
  readonly host: Host
  readonly caller: Caller
  /** Id of the checked document, if filed and readable for the caller. */
  readonly document: string | undefined
}

/** Part of each line, in RMB, covered by applications that the caller may read or from which the document took over. */
async function coveredBy(lines: readonly CheckLine[], requests: readonly BudgetRequest[],
  { host, caller, document }: ReaderOfDocument): Promise<readonly Decimal[]> {
  const { db } = host
  const draws = lines.flatMap((line, index) => (line.draws ?? []).map((each, part) => ({ ...each, line: index, row: `${index}.${part}` })))
  const ids = [...new Set(draws.flatMap(({ applications = [] }) => applications))]
  const numbers = [...new Set(draws.flatMap(({ numbers = [] }) => numbers))]
  if (ids.length + numbers.length === 0) return requests.map(() => new Decimal(0))
  const posted = document === undefined ? [] : await ledger(db).balances(document)
  const taken = new Set(posted.flatMap(({ source }) => (source ? [source.document] : [])))
  const reader = await readerOf(host, db, caller)
  const applications = await db.selectFrom('document').select(['id', 'number', 'state'])
    .where((eb) => eb.or([eb('id', '=', sql<string>`any(${ids})`), eb('number', '=', sql<string>`any(${numbers})`)]))
    .where((eb) => eb.or([eb('id', '=', sql<string>`any(${[...taken]})`), readable(reader)(eb)])).execute()
  const byNumber = new Map(applications.map(({ id, number }) => [number, id]))
  const demands = draws.map((each) => ({ ...requests[each.line]!, row: each.row, amount: new Decimal(each.amountRmb) }))
  const named = new Map(
    draws.map((
      each,
    ) => [each.row, [...(each.applications ?? []), ...(each.numbers ?? []).flatMap((number) => byNumber.get(number) ?? [])]]),
  )
  const known = new Set(applications.map((application) => application.id))
  const open = openTo(await holdingsOf(db, applications), posted).filter((holding) => known.has(holding.document))
  const sums = requests.map(() => new Decimal(0))
  for (const { row, amount, source } of takingOver(demands, (row) => named.get(row) ?? [], open)) {
    const index = Number(row.split('.')[0])
    if (source) sums[index] = sums[index]!.plus(amount)
  }
  // the covered part never exceeds the line, whatever parts it lists
  return sums.map((sum, index) => Decimal.max(0, Decimal.min(sum, requests[index]!.amount)))
}

/** `covered`: part of `requested` already occupied by applications. */
interface Whole {
  readonly requested: Decimal
  readonly covered: Decimal
}

const answer = (excess: BudgetExcess, { requested, covered }: Whole, directory: Directory) => ({
  budgetDept: excess.department,
  departmentName: directory.department(excess.department)?.name ?? '',
  thisAmount: moneyText(requested),
  coveredAmount: moneyText(covered),
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

/** The department, or its nearest ancestor, that owns budgets. @throws Refused `budgets.noBudget` where there is none */
export function demandBudgetDepartment(directory: Pick<Directory, 'department'>, id: string): Department {
  const department = budgetDepartment(directory, id)
  if (!department) throw new Refused('budgets.noBudget', {}, [{ field: 'departmentId', code: 'budgets.noBudget' }])
  return department
}
