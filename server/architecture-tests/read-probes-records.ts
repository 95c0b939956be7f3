import { parseWorkbook } from '../workbooks/parse.ts'
import { amountOf, clerkOf } from './read-company.ts'
import { opens, people, type Person, seesAll, units } from './scope-company.ts'
import { type Ask, dataOf, idsOf, oneByOne, type Trial } from './access-case.ts'

/** The trials of what is no document: budgets, accounts, units, and the logs. */
export const recordTrials = (ask: Ask): Record<string, Trial> => ({ ...ofBudgets(ask), ...ofUsers(ask), ...ofUnits(ask), ...ofJourneys(ask), ...ofFlows(ask), ...forAll(ask) })

/** Departments that the roles of a person open. */
const unitsOf = (person: Person) => units.filter(({ id }) => opens(person, id))
const opened = (person: Person): string[] => unitsOf(person).map(({ id }) => id)

interface Sums {
  readonly records: readonly { readonly departmentId: string }[]
  readonly total: number
  readonly totals: { readonly annualBudget: string; readonly used: string }
}

/** What those get who see no budget: a refusal. */
const none: Sums = { records: [], total: 0, totals: { annualBudget: '0', used: '0' } }

function ofBudgets(ask: Ask): Record<string, Trial> {
  const departments = (lines: readonly { departmentId: string }[] | null) => (lines ?? []).map(({ departmentId }) => departmentId).toSorted()
  const due = (person: Person) => opened(person).toSorted()
  const sum = (person: Person) => units.reduce((total, { id }, place) => total + (opens(person, id) ? amountOf(place) : 0), 0)
  const lines = (url: string): Trial => ({ seen: async (person) => departments(await dataOf(ask(person, 'GET', url))), due })
  return {
    'POST /budgetservice/annualBudget/page': {
      seen: async (person) => {
        const { records, total, totals } = (await dataOf<Sums | null>(ask(person, 'POST', '/budgetservice/annualBudget/page', { year: 2026, size: 100 }))) ?? none
        return [departments(records), total, Number(totals.annualBudget), Number(totals.used)]
      },
      due: (person) => [due(person), opened(person).length, sum(person), sum(person) * 2],
    },
    'GET /budgetservice/annualBudget/export': {
      seen: async (person) => {
        const { statusCode, rawPayload } = await ask(person, 'GET', '/budgetservice/annualBudget/export?year=2026')
        return statusCode === 200 ? (await parseWorkbook(new Uint8Array(rawPayload))).rows.length - 1 : 0
      },
      due: (person) => opened(person).length,
    },
    'GET /budgetservice/annualBudget/download': {
      seen: async (person) => {
        const { statusCode, rawPayload } = await ask(person, 'GET', '/budgetservice/annualBudget/download?year=2026')
        return statusCode === 200 ? (await parseWorkbook(new Uint8Array(rawPayload))).rows.length - 1 : 0
      },
      due: (person) => opened(person).length,
    },
    'POST /budgetservice/budget/ledger/page': {
      seen: async (person) => {
        const { records, total } = (await dataOf<Sums | null>(ask(person, 'POST', '/budgetservice/budget/ledger/page', { year: 2026, size: 100 }))) ?? none
        return [departments(records), total]
      },
      due: (person) => [due(person), opened(person).length],
    },
    'GET /budgetservice/budget/varianceReason': lines('/budgetservice/budget/varianceReason?year=2026&quarter=3'),
    'GET /budgetservice/budget/varianceReason/due': {
      seen: async (person) => (await dataOf<{ due: number } | null>(ask(person, 'GET', '/budgetservice/budget/varianceReason/due?year=2026')))?.due ?? 0,
      due: (person) => opened(person).length,
    },
    'GET /budgetservice/budget/glance': lines('/budgetservice/budget/glance?year=2026&size=20'),
    'GET /budgetservice/attention': {
      seen: async (person) => (await dataOf<{ id: string; count: number }[]>(ask(person, 'GET', '/budgetservice/attention'))).find(({ id }) => id === 'varianceReasons')?.count ?? 0,
      due: (person) => opened(person).length,
    },
    'GET /budgetservice/budget/list': {
      seen: async (person) => {
        const found: string[] = []
        for (const { id } of units) if ((await dataOf<unknown[] | null>(ask(person, 'GET', `/budgetservice/budget/list?departmentId=${id}&year=2026&month=8`)))?.length) found.push(id)
        return found.toSorted()
      },
      due,
    },
    // the band is for everybody who files; the figures for the department's own people too
    'POST /budgetservice/budget/check': {
      seen: async (person) => {
        const lines = units.map(({ id }) => ({ departmentId: id, expenseCategoryId: 'travel', month: '2026-08', amountRmb: '1' }))
        const answers = await dataOf<{ budgetDept: string; band?: string; available?: string }[]>(ask(person, 'POST', '/budgetservice/budget/check', { departmentId: 'line', lines }))
        return [answers.every(({ band }) => band !== undefined), answers.flatMap(({ budgetDept, available }) => (available === undefined ? [] : [budgetDept])).toSorted()]
      },
      due: (person) => [true, [...new Set([...opened(person), ...person.departments])].toSorted()],
    },
    'GET /budgetservice/annualBudget/setting': {
      seen: async (person) => (await ask(person, 'GET', '/budgetservice/annualBudget/setting?year=2026')).statusCode,
      due: (person) => (opened(person).length > 0 ? 200 : 403),
    },
    'GET /budgetservice/annualBudget/history': oneByOne(ask, units, (id) => ['GET', `/budgetservice/annualBudget/history?id=plan-${id}`], unitsOf),
  }
}

/** Everybody with an account. */
const accounts = [...people.map(({ id, departments }) => ({ id, departments })), ...units.map(({ id }) => ({ id: clerkOf(id), departments: [id] })), { id: 'judge', departments: [] }]

const accountsOf = (person: Person) => accounts.filter(({ id, departments }) => seesAll(person) || id === person.id || departments.some((unit) => opens(person, unit)))

function ofUsers(ask: Ask): Record<string, Trial> {
  return {
    'POST /system/user/page': {
      seen: async (person) => {
        const { records, total } = await dataOf<{ records: { id: string }[]; total: number }>(ask(person, 'POST', '/system/user/page', { size: 100 }))
        return [idsOf(records), total]
      },
      due: (person) => [idsOf(accountsOf(person)), accountsOf(person).length],
    },
    'GET /system/user/export': {
      seen: async (person) => (await parseWorkbook(new Uint8Array((await ask(person, 'GET', '/system/user/export')).rawPayload))).rows.length - 1,
      due: (person) => accountsOf(person).length,
    },
    'GET /system/user/:id': oneByOne(ask, accounts, (id) => ['GET', `/system/user/${id}`], accountsOf),
    'GET /system/org/people/:id/dependants': oneByOne(ask, accounts, (id) => ['GET', `/system/org/people/${id}/dependants`], accountsOf),
    'POST /system/org/people/:id/dependants/page': oneByOne(ask, accounts, (id) => ['POST', `/system/org/people/${id}/dependants/page`, { kind: 'tasks' }], accountsOf),
  }
}

interface Node {
  readonly id: string
  readonly isKept: boolean
  readonly children: readonly Node[]
}

function ofUnits(ask: Ask): Record<string, Trial> {
  const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)])
  const isOnTheWay = (person: Person, id: string): boolean => opens(person, id) || units.some(({ id: below, parent }) => parent === id && isOnTheWay(person, below))
  return {
    'GET /system/org': {
      seen: async (person) => {
        const nodes = flat(await dataOf<Node[]>(ask(person, 'GET', '/system/org')))
        return { kept: idsOf(nodes.filter(({ isKept }) => isKept)), shown: idsOf(nodes) }
      },
      due: (person) => ({ kept: idsOf(unitsOf(person)), shown: idsOf(units.filter(({ id }) => isOnTheWay(person, id))) }),
    },
    'GET /system/org/:id': oneByOne(ask, units, (id) => ['GET', `/system/org/${id}`], unitsOf),
    'POST /system/org/:id/people/page': oneByOne(ask, units, (id) => ['POST', `/system/org/${id}/people/page`, {}], unitsOf),
    'GET /system/org/:id/dependants': oneByOne(ask, units, (id) => ['GET', `/system/org/${id}/dependants`], unitsOf),
    'POST /system/org/:id/dependants/page': oneByOne(ask, units, (id) => ['POST', `/system/org/${id}/dependants/page`, { kind: 'documents' }], unitsOf),
  }
}

function ofJourneys(ask: Ask): Record<string, Trial> {
  const path = '/oaserver/journeyRecord'
  return {
    [`POST ${path}/page`]: {
      seen: async (person) => {
        const { records, total } = await dataOf<{ records: { id: string }[]; total: number }>(ask(person, 'POST', `${path}/page`, { mine: false, size: 100 }))
        return [idsOf(records), total]
      },
      due: (person) => [opened(person).map((id) => `trip-${id}`).toSorted(), opened(person).length],
    },
    [`GET ${path}/:id`]: oneByOne(ask, units, (id) => ['GET', `${path}/trip-${id}`], unitsOf),
  }
}

/** Nobody of these holds the right over all documents but the administrator. */
const ofFlows = (ask: Ask): Record<string, Trial> => Object.fromEntries(
  ([['POST', '/workflow/def/validate', { businessType: 'paper', flow: { steps: [], settings: {} } }], ['GET', '/workflow/def/health?size=1', undefined]] as const).map(([method, url, body]) =>
    [`${method} ${url.replace(/\?.*/, '')}`, { seen: async (person) => (await ask(person, method, url, body)).statusCode, due: ({ admin }) => (admin ? 200 : 403) }]),
)

/** The logs tell of everybody: whoever may read them by right, but sees less than everything, does not. */
function forAll(ask: Ask): Record<string, Trial> {
  const requests = {
    'POST /system/auditLog/page': ['POST', '/system/auditLog/page', {}],
    'GET /system/auditLog/resources': ['GET', '/system/auditLog/resources', undefined],
    'GET /system/auditLog/export': ['GET', '/system/auditLog/export', undefined],
    'POST /system/syncLog/page': ['POST', '/system/syncLog/page', {}],
    'POST /system/org/syncPersonnel/preview': ['POST', '/system/org/syncPersonnel/preview', {}],
    'GET /system/syncLog/sources': ['GET', '/system/syncLog/sources', undefined],
    'GET /system/push/state': ['GET', '/system/push/state', undefined],
    'POST /system/push/failed/page': ['POST', '/system/push/failed/page', {}],
  } as const
  return Object.fromEntries(Object.entries(requests).map(([call, [method, url, body]]) =>
    [call, { seen: async (person) => (await ask(person, method, url, body)).statusCode, due: (person) => (seesAll(person) ? 200 : 403) }]))
}
