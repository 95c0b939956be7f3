import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { type AccessCase, type SendProbe, dataOf, defineReadProbes, idsOf, ownText, ownTextIn, oneByOne, owner, type Request, rowsOf,
  wholeOnly } from '#server/architecture-tests/probes.ts'
import { clerkOf, opens, people, type ScopePerson, seesAll, units, unitsOf } from '#server/architecture-tests/scope-company.ts'

/** Accounts of the probes: people of the scopes, a clerk per unit, and the approver. */
const accounts = [...people.map(({ id, departments }) => ({ id, departments })),
  ...units.map(({ id }) => ({ id: clerkOf(id), departments: [id] })), { id: 'judge', departments: [] }]
const accountsOf = (person: ScopePerson) =>
  accounts.filter(({ id, departments }) => seesAll(person) || id === person.id || departments.some((unit) => opens(person, unit)))

function ofUsers(ask: SendProbe): Record<string, AccessCase> {
  const one = (request: (id: string) => Request) => oneByOne(ask, { things: () => accounts, request, of: accountsOf })
  return {
    'POST /system/user/page': {
      seen: async (person) => {
        const { records, total } = await dataOf<{ records: { id: string }[]; total: number }>(
          ask(person, 'POST', '/system/user/page', { size: 100 }),
        )
        return [idsOf(records), total]
      },
      expected: (person) => [idsOf(accountsOf(person)), accountsOf(person).length],
    },
    'GET /system/user/export': { seen: (person) => rowsOf(ask(person, 'GET', '/system/user/export')),
      expected: (person) => accountsOf(person).length },
    'GET /system/user/:id': one((id) => ['GET', `/system/user/${id}`]),
    'GET /system/org/people/:id/usages': one((id) => ['GET', `/system/org/people/${id}/usages`]),
    'POST /system/org/people/:id/usages/page': one((id) => ['POST', `/system/org/people/${id}/usages/page`, { kind: 'tasks' }]),
  }
}

interface ProbeNode {
  readonly id: string
  readonly isKept: boolean
  readonly children: readonly ProbeNode[]
}

function ofUnits(ask: SendProbe): Record<string, AccessCase> {
  const flat = (nodes: readonly ProbeNode[]): ProbeNode[] => nodes.flatMap((node) => [node, ...flat(node.children)])
  const isOnTheWay = (person: ScopePerson, id: string): boolean =>
    opens(person, id) || units.some(({ id: below, parent }) => parent === id && isOnTheWay(person, below))
  const one = (request: (id: string) => Request) => oneByOne(ask, { things: () => units, request, of: unitsOf })
  return {
    'GET /system/org': {
      seen: async (person) => {
        const nodes = flat(await dataOf<ProbeNode[]>(ask(person, 'GET', '/system/org')))
        return { kept: idsOf(nodes.filter(({ isKept }) => isKept)), shown: idsOf(nodes) }
      },
      expected: (person) => ({ kept: idsOf(unitsOf(person)), shown: idsOf(units.filter(({ id }) => isOnTheWay(person, id))) }),
    },
    // all units have members, and none has a head
    'GET /system/actionItems': {
      seen: async (person) =>
        (await dataOf<{ id: string; count: number }[]>(ask(person, 'GET', '/system/actionItems'))).find(({ id }) =>
          id === 'unitsWithoutHead'
        )?.count,
      expected: (person) => unitsOf(person).length,
    },
    'GET /system/org/:id': one((id) => ['GET', `/system/org/${id}`]),
    'POST /system/org/:id/people/page': one((id) => ['POST', `/system/org/${id}/people/page`, {}]),
    'GET /system/org/:id/usages': one((id) => ['GET', `/system/org/${id}/usages`]),
    'POST /system/org/:id/usages/page': one((id) => ['POST', `/system/org/${id}/usages/page`, { kind: 'documents' }]),
  }
}

const roleId = async (db: Db) =>
  (await db.selectFrom('sys_role').select('id').where('perm_chars', '=', 'accountant').executeTakeFirstOrThrow()).id

export default defineReadProbes({
  plant: (db) =>
    sql`insert into user_delegate (id, user_id, delegate_id, start_time, end_time, business_types)
      values ('d', ${owner}, 'judge', '2026-11-01', '2026-12-01', ${[
      ownText,
    ]})`.execute(
      db,
    ),
  same: [
    'GET /system/user/template',
    'GET /system/role/responsibilities/template',
    'GET /system/terminal/list',
    'GET /public/area/json',
    'GET /public/area/countries',
    'GET /public/regions/list',
    'GET /public/area/riskLevel',
    'GET /public/factory/factorys',
    'POST /system/role/page',
    'GET /system/role/list',
    'GET /system/role/catalogue',
    'GET /system/role/columns',
    'GET /system/permission/name',
    'GET /system/role/:id',
    'POST /system/role/:id/users/page',
    'GET /system/menu',
    'GET /system/menu/permissions',
    'GET /system/menu/pages',
    'POST /system/dataScope/try',
    'POST /system/dataScope/page',
    'GET /system/dataScope/resources',
    'GET /system/updateLog/list',
    'POST /system/updateLog/page',
    'GET /system/guide/list',
    'GET /system/workday/left',
    'GET /system/org/syncPersonnel',
  ],
  everybody: ['POST /system/addressBook/page', 'GET /system/addressBook/export', 'GET /system/role/responsibilities/export'],
  requests: {
    'GET /system/permission/name': ['GET', '/system/permission/name?permission=system:role:view'],
    'GET /system/role/:id': async (db) => ['GET', `/system/role/${await roleId(db)}`],
    'POST /system/role/:id/users/page': async (db) => ['POST', `/system/role/${await roleId(db)}/users/page`, { size: 100 }],
    'POST /system/dataScope/try': ['POST', '/system/dataScope/try', { userId: 'in-rd' }],
  },
  own: { 'GET /system/delegation/list': ownTextIn('GET', '/system/delegation/list') },
  scoped: ({ ask }) => ({
    ...ofUsers(ask),
    ...ofUnits(ask),
    ...wholeOnly(ask, ['POST /system/auditLog/page', 'GET /system/auditLog/resources', 'GET /system/auditLog/export',
      'POST /system/syncLog/page', 'POST /system/org/syncPersonnel/preview', 'GET /system/syncLog/sources']),
  }),
})
