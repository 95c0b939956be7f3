import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineFields, department } from '#kernel/fields.ts'
import { defineFlow } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { listSchema } from '#server/resources/lists/list-schema.ts'
import { testApp, type TestApp } from '#server/http/testing.ts'
import { dictionaries } from '#server/identity/dictionaries.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { identityMigrations } from '#server/identity/migrations.ts'
import { testHost } from '#server/resources/testing.ts'
import expenseTypes from '../plugin.ts'
import { categories } from './categories.ts'
import { migrations } from './migrations.ts'
import server from './plugin.ts'

/** Form with a field for the bearing department. */
const claim = defineForm({
  key: 'madeUp',
  cn: '单据',
  en: 'Document',
  path: '/x',
  prefix: 'X',
  group: 'test',
  icon: 'x',
  flow: defineFlow([]),
  fields: defineFields({ bearingDept: department({ cn: '部门', en: 'Department', as: 'bearingDepartment' }) }),
})

let database: TestDatabase
let web: TestApp

beforeAll(async () => {
  database = await testDatabase({ sets: [identityMigrations, listSchema([]), { id: 'expense-types', migrations }], connections: 10 })
  await dictionaries(database.db).synchronise(expenseTypes.dictionaries, new Date())
  for (const id of ['d1', 'd2']) await groups(database.db, new Date()).create({ id, type: 'DEPARTMENT', name: id })
  const { host, servers } = testHost(database.db, [expenseTypes, definePlugin({ id: 'claims', forms: [claim] })], [server])
  web = await testApp(
    async (app) => {
      for (const { routes } of servers) await routes?.(app, host)
    },
    { admin: ['*'] },
  )
})
afterAll(async () => {
  await web.app.close()
  await database.drop()
})

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await web.app.inject({ method, url, payload, headers: { authorization: 'Bearer admin' } })
  return answer.json<
    { code: number; msg: string;
      data: { id: string; version: number; fields: { name: string; message: string }[]; records: { id: string }[] } }
  >()
}
const add = (code: string, rest: object = {}) =>
  call('POST', '/budgetservice/expenseType/save', { code, nameCn: '类别', nameEn: 'Category', ...rest })
const offered = async (context: object = {}) =>
  (await call('POST', '/system/reference/expenseCategory/page', { context })).data.records.map(({ id }) => id)

describe('expense categories', () => {
  it('have two levels', async () => {
    const top = (await add('TOP')).data
    const below = (await add('BELOW', { parent: top.id })).data
    expect((await add('THIRD', { parent: below.id })).data.fields).toMatchObject([{ name: 'parent' }])
    const other = (await add('OTHER')).data
    const change = (body: object) => call('PUT', '/budgetservice/expenseType', { version: 0, ...body })
    expect((await change({ id: top.id, parent: other.id })).code).toBe(42009)
    expect((await change({ id: other.id, parent: other.id })).code).toBe(42009)
    expect((await change({ id: other.id, parent: 'nowhere' })).data.fields).toMatchObject([{ name: 'parent' }])
    expect((await change({ id: below.id, parent: null })).data).toMatchObject({ parent: null, version: 1 })
  })

  it('keep two levels when two become each other’s parent at once', async () => {
    const [one, two] = [(await add('ONE')).data, (await add('TWO')).data]
    const change = (id: string, parent: string) => call('PUT', '/budgetservice/expenseType', { id, version: 0, parent })
    const answers = await Promise.all([change(one.id, two.id), change(two.id, one.id)])
    expect(answers.filter(({ code }) => code === 200).length).toBeLessThanOrEqual(1)
  })

  it('tell conditions what they ask for', async () => {
    const id = await categories(database.db).save({ code: 'TAXI', nameCn: '打车', nameEn: 'Taxi', requiresLink: 'taxiApply',
      reimburseKind: '2', projectRequired: true, overdueDays: 60, by: 'test', at: new Date() })
    expect((await call('POST', '/system/reference/expenseCategory/find', { ids: [id] })).data).toEqual([
      { id, name: '打车/Taxi', enabled: true, code: 'TAXI', parent: null, requiresLink: 'taxiApply', requiresLinkName: '打车申请/Taxi',
        projectRequired: true, reimburseKind: '2', reimburseKindName: '出租车费/Taxi fare', overdueDays: 60, deductible: false },
    ])
  })

  it('are offered to the departments they are bound to, while neither they nor their parents are disabled', async () => {
    const bound = await categories(database.db).save({ code: 'BOUND', nameCn: '绑', nameEn: 'Bound', departmentIds: ['d2'], by: 'test',
      at: new Date() })
    const parent = await categories(database.db).save({ code: 'PARENT', nameCn: '父', nameEn: 'Parent', by: 'test', at: new Date() })
    const child = await categories(database.db).save({ code: 'CHILD', nameCn: '子', nameEn: 'Child', parent, by: 'test', at: new Date() })
    expect(await offered({ bearingDept: 'd1' })).not.toContain(bound)
    expect(await offered({ bearingDept: 'd2' })).toEqual(expect.arrayContaining([bound, parent, child]))
    await call('PUT', `/budgetservice/expenseType/enable/${parent}?enable=false`)
    const left = await offered({ bearingDept: 'd2' })
    expect(left).not.toContain(parent)
    expect(left).not.toContain(child)
  })
})
