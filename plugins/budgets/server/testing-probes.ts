import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type AccessCase, dataOf, defineReadProbes, oneByOne, ownData, type ReadWorld, rowsOf } from '#server/architecture-tests/probes.ts'
import { clerkOf, opens, type ScopePerson, units, unitsOf } from '#server/architecture-tests/scope-company.ts'

/** Amounts are powers of two: each sum identifies its summands. */
const amountOf = (place: number): number => 2 ** place

/** Inserts a budget per unit with distinct figures and some spending. */
async function plant(db: Db): Promise<void> {
  await sql`insert into expense_category (id, code, name_cn, name_en) values ('travel', 'travel', '差旅', 'Travel')`.execute(db)
  for (const [place, { id }] of units.entries()) {
    await sql`insert into annual_budget (id, budget_year, department_id, expense_category_id, m08)
      values (${`plan-${id}`}, 2026, ${id}, 'travel', ${amountOf(place)})`.execute(db)
    await sql`insert into budget_entry (year, month, department_id, expense_category_id, kind, amount, direction, document_id, row_id,
      round, step, operator, happen_time)
      values (2026, 8, ${id}, 'travel', 'spend', ${amountOf(place) * 2}, 1, ${`claim-${id}`}, 'row', 1, 1, 'judge', '2026-08-15')`.execute(
      db,
    )
    await sql`insert into budget_change (year, batch, action, budget_id, operator, happen_time)
      values (2026, ${id}, 'add', ${`plan-${id}`}, 'judge', '2026-01-01')`
      .execute(db)
  }
}

/** Departments visible through the roles of a person. */
const opened = (person: ScopePerson): string[] => unitsOf(person).map(({ id }) => id).toSorted()
const sumOf = (person: ScopePerson) => units.reduce((total, { id }, place) => total + (opens(person, id) ? amountOf(place) : 0), 0)
const departments = (lines: readonly { departmentId: string }[] | null) => (lines ?? []).map(({ departmentId }) => departmentId).toSorted()

interface Sums {
  readonly records: readonly { readonly departmentId: string }[]
  readonly total: number
  readonly totals: { readonly annualBudget: string; readonly used: string }
}

/** Result for people without visible budgets: the calls are refused. */
const none: Sums = { records: [], total: 0, totals: { annualBudget: '0', used: '0' } }

const ofPlans = ({ ask }: ReadWorld): Record<string, AccessCase> => {
  const exported = (url: string): AccessCase => ({ seen: (person) => rowsOf(ask(person, 'GET', url)),
    expected: (person) => opened(person).length })
  return {
    'POST /budgetservice/annualBudget/page': {
      seen: async (person) => {
        const { records, total, totals } =
          (await dataOf<Sums | null>(ask(person, 'POST', '/budgetservice/annualBudget/page', { year: 2026, size: 100 }))) ?? none
        return [departments(records), total, Number(totals.annualBudget), Number(totals.used)]
      },
      expected: (person) => [opened(person), opened(person).length, sumOf(person), sumOf(person) * 2],
    },
    'GET /budgetservice/annualBudget/export': exported('/budgetservice/annualBudget/export?year=2026'),
    'GET /budgetservice/annualBudget/download': exported('/budgetservice/annualBudget/download?year=2026'),
    'GET /budgetservice/annualBudget/setting': {
      seen: async (person) => (await ask(person, 'GET', '/budgetservice/annualBudget/setting?year=2026')).statusCode,
      expected: (person) => (opened(person).length > 0 ? 200 : 403),
    },
    'GET /budgetservice/annualBudget/history': oneByOne(ask, { things: () => units,
      request: (id) => ['GET', `/budgetservice/annualBudget/history?id=plan-${id}`], of: unitsOf }),
  }
}

const ofLedger = ({ ask }: ReadWorld): Record<string, AccessCase> => {
  const lines = (url: string): AccessCase => ({ seen: async (person) => departments(await dataOf(ask(person, 'GET', url))),
    expected: opened })
  return {
    'POST /budgetservice/budget/ledger/page': {
      seen: async (person) => {
        const { records, total } =
          (await dataOf<Sums | null>(ask(person, 'POST', '/budgetservice/budget/ledger/page', { year: 2026, size: 100 }))) ?? none
        return [departments(records), total]
      },
      expected: (person) => [opened(person), opened(person).length],
    },
    'GET /budgetservice/budget/ledger/export': {
      seen: (person) => rowsOf(ask(person, 'GET', '/budgetservice/budget/ledger/export?year=2026')),
      expected: (person) => opened(person).length,
    },
    'GET /budgetservice/budget/varianceReason': lines('/budgetservice/budget/varianceReason?year=2026&quarter=3'),
    'GET /budgetservice/budget/varianceReason/due': {
      seen: async (person) =>
        (await dataOf<{ due: number } | null>(ask(person, 'GET', '/budgetservice/budget/varianceReason/due?year=2026')))?.due ?? 0,
      expected: (person) => opened(person).length,
    },
    'GET /budgetservice/budget/glance': lines('/budgetservice/budget/glance?year=2026&size=20'),
    'GET /budgetservice/budget/overview': {
      seen: async (person) => {
        const { budget, used } =
          (await dataOf<{ budget: string; used: string } | null>(ask(person, 'GET', '/budgetservice/budget/overview?year=2026'))) ??
            { budget: '0', used: '0' }
        return [Number(budget), Number(used)]
      },
      expected: (person) => [sumOf(person), sumOf(person) * 2],
    },
    // contains no documents of others, and none of forms without spending
    'GET /budgetservice/budget/myYear': {
      seen: async (person) => {
        const claimed = await dataOf<{ approved: string; waiting: string }>(ask(person, 'GET', '/budgetservice/budget/myYear'))
        return [claimed?.approved, claimed?.waiting]
      },
      expected: () => ['0.00', '0.00'],
    },
    'GET /budgetservice/actionItems: quarters without a reason': {
      seen: async (person) =>
        (await dataOf<{ id: string; count: number }[]>(ask(person, 'GET', '/budgetservice/actionItems'))).find(({ id }) =>
          id === 'varianceReasons'
        )?.count ?? 0,
      expected: (person) => opened(person).length,
    },
    'GET /budgetservice/budget/list': {
      seen: async (person) => {
        const found: string[] = []
        for (const { id } of units)
          if ((await dataOf<unknown[] | null>(ask(person, 'GET', `/budgetservice/budget/list?departmentId=${id}&year=2026&month=8`)))
            ?.length) found.push(id)
        return found.toSorted()
      },
      expected: opened,
    },
    // the band is visible to all applicants, the figures also to people of the department
    'POST /budgetservice/budget/check': {
      seen: async (person) => {
        const lines = units.map(({ id }) => ({ departmentId: id, expenseCategoryId: 'travel', month: '2026-08', amountRmb: '1' }))
        const answers = await dataOf<{ budgetDept: string; band?: string; available?: string }[]>(
          ask(person, 'POST', '/budgetservice/budget/check', { departmentId: 'line', lines }),
        )
        return [answers.every(({ band }) => band !== undefined),
          answers.flatMap(({ budgetDept, available }) => (available === undefined ? [] : [budgetDept])).toSorted()]
      },
      expected: (person) => [true, [...new Set([...opened(person), ...person.departments])].toSorted()],
    },
  }
}

/** Compares the visible occupation of a document for a person who may read it and one of the department who may not. */
async function occupiedByDocument({ ask, db, documents }: ReadWorld) {
  const document = documents()[0]?.id
  await sql`insert into budget_entry (year, month, department_id, expense_category_id, kind, amount, direction, document_id, row_id, round,
    step, operator, happen_time)
    values (2026, 8, 'line', 'travel', 'occupy', 7, 1, ${document}, 'row', 1, 1, 'judge', '2026-08-15')`.execute(db())
  const occupied = async (id: string, businessKey?: string) => {
    const lines = [{ expenseCategoryId: 'travel', month: '2026-08', amountRmb: '1', businessKey }]
    return (await dataOf<{ occupied: string }[]>(ask({ id }, 'POST', '/budgetservice/budget/check', { departmentId: 'line', lines })))[0]
      ?.occupied
  }
  return {
    seen: [await occupied('administrator'), await occupied('administrator', document), await occupied(clerkOf('line')),
      await occupied(clerkOf('line'), document), await occupied('withoutRole')],
    expected: ['7.00', '0.00', '7.00', '7.00', undefined],
  }
}

export default defineReadProbes({
  plant,
  same: ['GET /budgetservice/annualBudget/template'],
  own: {
    'GET /budgetservice/permission/mine': ownData(['GET', '/budgetservice/permission/mine'],
      ({ canEdit }: { canEdit: boolean }) => !canEdit),
  },
  scoped: (world) => ({ ...ofPlans(world), ...ofLedger(world) }),
  further: { 'a check for a document tells nothing of what it holds to a person who may not read it': occupiedByDocument },
})
