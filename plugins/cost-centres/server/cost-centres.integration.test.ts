import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineFields, department, table } from '#kernel/fields.ts'
import { approve, defineFlow, ownerOf, parallel } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { listSchema } from '#server/resources/lists/list-schema.ts'
import { testApp, testCaller, type TestApp } from '#server/http/testing.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { identityMigrations } from '#server/identity/migrations.ts'
import type { DocumentStep } from '#server/extensions/document-extension.ts'
import { testHost } from '#server/resources/testing.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { costCenter } from '../references.ts'
import costCentres from '../plugin.ts'
import { checkCharges, costCenters } from './cost-centers.ts'
import { migrations } from './migrations.ts'
import server from './plugin.ts'

const row = defineFields({ bearingDept: department({ cn: '部门', en: 'D', as: 'bearingDepartment' }),
  costCenter: costCenter({ cn: '中心', en: 'C' }), expenseCategory: expenseCategory({ cn: '类', en: 'C' }) })
const owners = approve('owner', ownerOf('items.costCenter'), { cn: '负责人', en: 'Owner' })
const form = defineForm({
  key: 'madeUp',
  cn: '单据',
  en: 'Document',
  path: '/x',
  prefix: 'X',
  group: 'test',
  icon: 'x',
  fields: defineFields({ ...row, items: table({ cn: '明细', en: 'Items', columns: row }) }),
  flow: defineFlow([parallel('both', [owners], [])]),
})

let database: TestDatabase
let web: TestApp

beforeAll(async () => {
  database = await testDatabase({ sets: [identityMigrations, listSchema([]), { id: 'cost-centres', migrations }], connections: 10 })
  const { db } = database
  for (const id of ['d1', 'd2', 'd3', 'd4']) await groups(db, new Date()).create({ id, type: 'DEPARTMENT', name: id })
  for (const id of ['k1', 'k2', 'k3'])
    await costCenters(db).save({ id, code: id.toUpperCase(), nameCn: `中心${id}`, nameEn: id, manager: id === 'k3' ? null : 'wang',
      status: id === 'k3' ? '2' : '1', by: 'test', at: new Date() })
  await costCenters(db).map({ department: 'd1', costCenter: 'k1', isDefault: true, validFrom: '2026-01-01', validTo: '2026-06-30',
    by: 'test', at: new Date() })
  await costCenters(db).map({ department: 'd1', costCenter: 'k2', category: 'food', validFrom: '2020-01-01', by: 'test', at: new Date() })
  const { host, servers } = testHost(db, [costCentres, definePlugin({ id: 'made-up', forms: [form] })], [server])
  web = await testApp(
    async (app) => {
      for (const { routes } of servers) await routes?.(app, host)
    },
    { admin: ['*'] },
    { authenticate: async () => testCaller('admin', ['*'], { departments: ['d4'] }) },
  )
})
afterAll(async () => {
  await web.app.close()
  await database.drop()
})

async function call(method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  const answer = await web.app.inject({ method, url, payload, headers: { authorization: 'Bearer admin' } })
  return answer.json<
    { code: number; msg: string; data: { id: string; version: number; fields: { name: string }[]; records: { id: string }[] } }
  >()
}
const map = (body: object) =>
  call('POST', '/budgetservice/departmentCostCenter/add', { departmentId: 'd2', costCenterId: 'k1', status: '1', validFrom: '2026-01-01',
    ...body })

describe('mappings of a department', () => {
  it('do not overlap, and have one default at a time', async () => {
    const first = await map({ isDefault: true, validTo: '2026-06-30' })
    expect(first.code).toBe(200)
    expect((await map({ validFrom: '2026-06-30' })).data.fields).toMatchObject([{ name: 'validFrom' }, { name: 'validTo' }])
    expect((await map({ validFrom: '2026-07-01' })).code).toBe(200)
    expect((await map({ costCenterId: 'k2', isDefault: true, validFrom: '2026-03-01' })).data.fields).toMatchObject([{ name: 'isDefault' }])
    for (const costCenterId of ['k1', 'k2'])
      expect((await map({ costCenterId, validTo: '2025-12-31' })).data.fields).toMatchObject([{ name: 'validTo' }])
    expect((await call('PUT', `/budgetservice/departmentCostCenter/changeStatus/${first.data.id}?status=0`)).code).toBe(200)
    expect((await map({ costCenterId: 'k2', isDefault: true, validFrom: '2026-03-01' })).code).toBe(200)
    expect((await call('PUT', `/budgetservice/departmentCostCenter/changeStatus/${first.data.id}?status=1`)).code).toBe(42009)
  })

  it('stay one when many add the same', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => map({ costCenterId: 'k3', validFrom: '2030-01-01' })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  })
})

describe('a form', () => {
  const offered = async (context: object) =>
    (await call('POST', '/system/reference/costCenter/page', { context })).data.records.map(({ id }) => id)

  it('is offered the cost centres in use of its bearing department, of today and of its category', async () => {
    expect(await offered({})).toEqual(['k1', 'k2'])
    expect(await offered({ bearingDept: 'd1' })).toEqual([])
    expect(await offered({ bearingDept: 'd1', expenseCategory: 'food' })).toEqual(['k2'])
    expect(await offered({ bearingDept: 'd2' })).toEqual(['k1', 'k2'])
    expect(await offered({ bearingDept: "d1' or true --" })).toEqual([])
  })

  it('is offered what its bearing department charges, though other departments see it', async () => {
    await costCenters(database.db).save({ id: 'k4', code: 'K4', nameCn: '中心k4', nameEn: 'k4', groupIds: ['d1'], by: 'test',
      at: new Date() })
    await costCenters(database.db).map({ department: 'd3', costCenter: 'k4', validFrom: '2020-01-01', by: 'test', at: new Date() })
    expect(await offered({ bearingDept: 'd3' })).toEqual(['k4'])
    expect(await offered({})).not.toContain('k4')
  })

  it('without a bearing department is offered what the departments of its author charge', async () => {
    await costCenters(database.db).save({ id: 'k5', code: 'K5', nameCn: '中心k5', nameEn: 'k5', groupIds: ['d1'], by: 'test',
      at: new Date() })
    expect(await offered({})).not.toContain('k5')
    await costCenters(database.db).map({ department: 'd4', costCenter: 'k5', validFrom: '2020-01-01', by: 'test', at: new Date() })
    expect(await offered({})).toContain('k5')
  })

  const check = async (value: FormValue, at: string, flow = form.flow) =>
    (await checkCharges.check!({
      db: database.db,
      form: { ...form, flow },
      value,
      at: new Date(at),
      directory: { owners: () => ({ person: (id: string) => (id === 'k3' ? undefined : 'wang') }) } as unknown as DocumentStep['directory'],
    } as unknown as DocumentStep)).map(({ field, code }) => [field, code])

  it('charges what its bearing department may charge on the day', async () => {
    const value = { bearingDept: 'd1', costCenter: 'k1',
      items: [{ bearingDept: 'd1', costCenter: 'k2', expenseCategory: 'food' }, { bearingDept: 'd1', costCenter: 'k2',
        expenseCategory: 'cars' }] }
    expect(await check(value, '2026-06-30T15:00:00Z')).toEqual([['items.1.costCenter', 'costCentres.notMapped']])
    expect(await check(value, '2026-06-30T16:00:00Z')).toEqual([['costCenter', 'costCentres.notMapped'], ['items.1.costCenter',
      'costCentres.notMapped']])
  })

  it('needs the owners whom its flow is certain to ask', async () => {
    const value = { items: [{ bearingDept: 'd2', costCenter: 'k3' }] }
    expect(await check(value, '2030-02-01T00:00:00Z')).toEqual([['items.0.costCenter', 'costCentres.ownerMissing']])
    expect(await check(value, '2030-02-01T00:00:00Z', defineFlow([{ ...owners, when: 'amount > 1' }]))).toEqual([])
  })
})

it('tells the directory who answers for each', async () => {
  expect(new Map(await costCenters(database.db).owners())).toEqual(new Map([['k1', 'wang'], ['k2', 'wang']]))
})

describe('the usual cost centre of a department', () => {
  it('is its default of the day, else its only one, and none where it has to choose', async () => {
    const { db } = database
    for (const id of ['u1', 'u2', 'u3'])
      await costCenters(db).save({ id, code: id.toUpperCase(), nameCn: id, nameEn: id, by: 'test', at: new Date() })
    const usual = (department: string, category?: string) => costCenters(db).usual({ department, category }, '2026-11-20')
    const map = (department: string, costCenter: string, more: object = {}) =>
      costCenters(db).map({ department, costCenter, validFrom: '2026-01-01', by: 'test', at: new Date(), ...more })
    expect(await usual('e1')).toBeNull()
    await map('e1', 'u1')
    expect(await usual('e1')).toBe('u1')
    await map('e1', 'u2', { validTo: '2026-11-19' })
    await map('e1', 'u3', { category: 'food' })
    expect([await usual('e1'), await usual('e1', 'food')]).toEqual(['u1', null])
    await map('e2', 'u1')
    await map('e2', 'u2')
    expect(await usual('e2')).toBeNull()
    await map('e2', 'u3', { isDefault: true })
    expect(await usual('e2')).toBe('u3')
  })
})
