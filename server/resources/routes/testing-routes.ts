import type { Caller } from '#server/identity/caller.ts'
import { testDatabase } from '#server/database/testing.ts'
import { serverMessages } from '#server/server-messages.ts'
import { testApp, testCaller } from '#server/http/testing.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { gadgetMigrations, gadgets, testHost } from '../testing.ts'

const people: Record<string, Partial<Caller>> = {
  admin: { admin: true, permissions: new Set(['*']) },
  keeper: { permissions: new Set(['test:gadget:*']), scopes: { '*': [{ scope: 'department', withSub: false, departments: [] }] },
    departments: ['d1'] },
  reader: { permissions: new Set(['test:gadget:view']), scopes: { '*': [{ scope: 'all', withSub: false, departments: [] }] } },
  adder: { permissions: new Set(['test:gadget:view', 'test:gadget:add']),
    scopes: { '*': [{ scope: 'all', withSub: false, departments: [] }] } },
  nobody: { permissions: new Set() },
}

/** The answers of the calls of gadgets. */
type Data = Readonly<{
  id: string
  code: string
  count: number
  enable: boolean
  status: string
  groupIds: readonly string[]
  total: number
  records: readonly Data[]
  fields: readonly Readonly<{ name: string }>[]
}>

/** The generic calls for gadgets with their own database and two departments; close them after the suite. */
export async function gadgetCalls() {
  const database = await testDatabase({ sets: gadgetMigrations, connections: 10 })
  for (const id of ['d1', 'd2'])
    await groups(database.db, new Date()).create({ id, type: 'DEPARTMENT', name: `部门${id}/Department ${id}` })
  const rules = { gadget: { constraints: { gadget_cheap: { code: 'error.field.invalid', fields: ['price'] } } } }
  const { host, servers } = testHost(database.db, [gadgets], [{ id: 'gadgets', records: rules }])
  const web = await testApp(
    async (app) => {
      for (const server of servers) await server.routes?.(app, host)
    },
    {},
    { requestsPerMinute: 100_000, find: serverMessages([gadgets]),
      authenticate: async ({ headers }) =>
        testCaller(headers.authorization?.slice(7) ?? '', [], people[headers.authorization?.slice(7) ?? '']) },
  )
  const call = async (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const answer = await web.app.inject({ method, url, payload, headers: { authorization: `Bearer ${who}` } })
    return answer.json<{ code: number; msg: string; data: Data; traceId?: string }>()
  }
  let serial = 0
  const fresh = (rest: object = {}) => ({ code: `G-${++serial}`, nameCn: '测量仪', nameEn: 'Meter', ...rest })
  return {
    database,
    web,
    call,
    fresh,
    /** Saves a gadget and returns it. */
    added: async (rest: object = {}, who = 'admin') => (await call(who, 'POST', '/test/gadget/save', fresh(rest))).data,
    async close() {
      await web.app.close()
      await database.drop()
    },
  }
}
