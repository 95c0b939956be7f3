import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineFields, department, person, text, toggle } from '#kernel/fields.ts'
import { definePermissions } from '#kernel/permissions.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { defineResource } from '#kernel/resource.ts'
import { sql } from 'kysely'
import { listSchema } from './lists/list-schema.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { testApp, testCaller, type TestApp } from '#server/http/testing.ts'
import { serverMessages } from '#server/server-messages.ts'
import type { Caller, DataScope } from '#server/identity/caller.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { identityMigrations } from '#server/identity/migrations.ts'
import { users } from '#server/identity/organisation/users.ts'
import { recordColumns } from './columns.ts'
import { testHost } from './testing.ts'

const can = definePermissions('test:parcel', ['view', 'add', 'edit', 'enable', 'delete'])
const shape = {
  cn: '包裹',
  en: 'Parcel',
  base: '/test',
  key: 'code',
  columns: ['code'],
  can,
  enable: 'enable',
  fields: defineFields({
    code: text({ cn: '编码', en: 'Code', required: true, max: 10 }),
    departmentId: department({ cn: '部门', en: 'Department' }),
    keeper: person({ cn: '保管人', en: 'Keeper' }),
    enable: toggle({ cn: '启用', en: 'Enabled' }),
  }),
} as const

/** Resources with the same records but different row scopes: by creator, by keeper, and by both departments and keeper. */
const parcels = definePlugin({
  id: 'parcels',
  permissions: Object.values(can),
  resources: [
    defineResource({ ...shape, name: 'parcel', path: '/parcels', table: 'parcel',
      scope: { departments: 'departmentId', owner: 'createBy' } }),
    defineResource({ ...shape, name: 'kept', path: '/kept', table: 'parcel', scope: { owner: 'keeper' } }),
  ],
})

const scope = (kind: DataScope['scope']): Partial<Caller> => ({ permissions: new Set(Object.values(can)), departments: ['d1'],
  scopes: { '*': [{ scope: kind, withSub: false, departments: [] }] } })
const people: Readonly<Record<string, Partial<Caller>>> = { admin: { admin: true, permissions: new Set(['*']) }, wang: scope('self'),
  zhao: scope('self'), head: scope('department') }

let database: TestDatabase
let web: TestApp

beforeAll(async () => {
  const create = sql`create table parcel (${recordColumns}, code varchar(10) not null, department_id varchar(32), keeper varchar(32),
      enable boolean not null default true)`
  database = await testDatabase({
    sets: [identityMigrations, listSchema([]), { id: 'parcels',
      migrations: [{ name: '001', up: async (run) => void (await run(create)) }] }],
  })
  for (const id of ['d1', 'd2'])
    await groups(database.db, new Date()).create({ id, type: 'DEPARTMENT', name: `部门${id}/Department ${id}` })
  for (const id of ['wang', 'zhao'])
    await users(database.db, new Date()).create({ id, userName: id, name: `${id}/${id}`, departments: [{ id: 'd1' }] })
  const { host, servers } = testHost(database.db, [parcels])
  const authenticate = async ({ headers }: { headers: { authorization?: string } }) =>
    testCaller(headers.authorization ?? '', [], people[headers.authorization ?? ''])
  web = await testApp(async (app) => void (await servers[0]?.routes?.(app, host)), {}, { requestsPerMinute: 100_000,
    find: serverMessages([parcels]), authenticate })
})
afterAll(async () => {
  await web.app.close()
  await database.drop()
})

interface Data {
  readonly id: string
  readonly version: number
  readonly total: number
}

async function call(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await web.app.inject({ method, url, payload, headers: { authorization: who } })
  return { status: answer.statusCode, ...answer.json<{ code: number; data: Data }>() }
}

let serial = 0
const add = (who: string, rest: object = {}, path = '/test/parcel') =>
  call(who, 'POST', path, { code: `P-${++serial}`, departmentId: 'd1', ...rest })
const reads = async (who: string, id: string, path = '/test/parcel') => (await call(who, 'GET', `${path}/${id}`)).status

describe('a record of whoever made it', () => {
  it('is theirs wherever it is, and of others by their departments only', async () => {
    const { data } = await add('wang')
    expect([await reads('wang', data.id), await reads('zhao', data.id), await reads('head', data.id)]).toEqual([200, 404, 200])
    await call('admin', 'PUT', '/test/parcel', { id: data.id, version: 0, departmentId: 'd2' })
    expect([await reads('wang', data.id), await reads('zhao', data.id), await reads('head', data.id)]).toEqual([200, 404, 404])
    expect((await call('wang', 'POST', '/test/parcel/page', {})).data.total).toBe(1)
  })

  it('is put where one belongs or sees, and nowhere else', async () => {
    expect((await add('wang', { departmentId: 'd2' })).status).toBe(403)
    expect((await add('head', { departmentId: 'd2' })).status).toBe(403)
    const { data } = await add('wang')
    expect((await call('wang', 'PUT', '/test/parcel', { id: data.id, version: 0, departmentId: 'd2' })).status).toBe(403)
    expect((await call('admin', 'GET', `/test/parcel/${data.id}`)).data).toMatchObject({ version: 0, departmentId: 'd1' })
  })

  it('is changed and switched where it stands, though its department is another by now', async () => {
    const { data } = await add('wang')
    await call('admin', 'PUT', '/test/parcel', { id: data.id, version: 0, departmentId: 'd2' })
    expect((await call('wang', 'PUT', '/test/parcel', { id: data.id, version: 1, code: 'NEW' })).data).toMatchObject({ code: 'NEW',
      departmentId: 'd2' })
    expect((await call('wang', 'PUT', `/test/parcel/enable/${data.id}?enable=false`)).data).toMatchObject({ enable: false })
    expect((await call('wang', 'DELETE', `/test/parcel/${data.id}`)).code).toBe(200)
  })
})

describe('a record of the person in a field', () => {
  it('is theirs alone, and goes with the field', async () => {
    const { data } = await add('wang', { keeper: 'wang' }, '/test/kept')
    expect([await reads('wang', data.id, '/test/kept'), await reads('head', data.id, '/test/kept'),
      await reads('admin', data.id, '/test/kept')]).toEqual([200, 404, 200])
    expect((await add('wang', { keeper: 'zhao' }, '/test/kept')).status).toBe(403)
    await call('admin', 'PUT', '/test/kept', { id: data.id, version: 0, keeper: 'zhao' })
    expect([await reads('wang', data.id, '/test/kept'), await reads('zhao', data.id, '/test/kept')]).toEqual([404, 200])
  })
})
