import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groups } from '../identity/groups.ts'
import type { Caller } from '../identity/caller.ts'
import { testDatabase, type TestDatabase } from '../database/testing.ts'
import { testApp, testCaller, type TestApp } from '../http/testing.ts'
import { hostTexts } from '../host-texts.ts'
import { gadgetMigrations, gadgets, testHost } from './testing.ts'

const all = ['test:gadget:*']
const people: Record<string, Partial<Caller>> = {
  admin: { admin: true, permissions: new Set(['*']) },
  keeper: { permissions: new Set(all), scopes: { '*': [{ scope: 'department', withSub: false, departments: [] }] }, departments: ['d1'] },
  reader: { permissions: new Set(['test:gadget:view']), scopes: { '*': [{ scope: 'all', withSub: false, departments: [] }] } },
  adder: { permissions: new Set(['test:gadget:view', 'test:gadget:add']), scopes: { '*': [{ scope: 'all', withSub: false, departments: [] }] } },
  nobody: { permissions: new Set() },
}

/** What the calls of these tests may answer with. */
type Data = Readonly<{
  id: string, code: string, count: number, enable: boolean, status: string, groupIds: readonly string[]
  total: number, records: readonly Data[], fields: readonly Readonly<{ name: string }>[]
}>

let database: TestDatabase
let web: TestApp

beforeAll(async () => {
  database = await testDatabase({ sets: gadgetMigrations, connections: 10 })
  for (const id of ['d1', 'd2']) await groups(database.db).create({ id, type: 'DEPARTMENT', name: `部门${id}/Department ${id}` })
  const rules = { gadget: { constraints: { gadget_cheap: { code: 'error.field.invalid', fields: ['price'] } } } }
  const { host, servers } = testHost(database.db, [gadgets], [{ id: 'gadgets', records: rules }])
  web = await testApp(
    async (app) => {
      for (const server of servers) await server.routes?.(app, host)
    },
    {},
    { requestsPerMinute: 100_000, find: hostTexts([gadgets]), authenticate: async ({ headers }) => testCaller(headers.authorization?.slice(7) ?? '', [], people[headers.authorization?.slice(7) ?? '']) },
  )
})
afterAll(async () => {
  await web.app.close()
  await database.drop()
})

async function call(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) {
  const answer = await web.app.inject({ method, url, payload, headers: { authorization: `Bearer ${who}` } })
  return answer.json<{ code: number; msg: string; data: Data; traceId?: string }>()
}

let serial = 0
const fresh = (rest: object = {}) => ({ code: `G-${++serial}`, nameCn: '测量仪', nameEn: 'Meter', ...rest })
const added = async (rest: object = {}, who = 'admin') => (await call(who, 'POST', '/test/gadget/save', fresh(rest))).data
const fieldsOf = (answer: { data: Data }) => answer.data.fields.map(({ name }) => name)

describe('the life of a record', () => {
  it('is added, read, changed, switched and removed', async () => {
    const value = fresh({ price: '12.50', count: 3, bought: '2026-02-28', owner: 'd1', status: '1', enable: true })
    const { data: one } = await call('admin', 'POST', '/test/gadget/save', value)
    expect(one).toMatchObject({ ...value, version: 0, groupIds: [], createBy: 'admin', createTime: '2026-11-20 12:00:00' })
    expect(one).not.toHaveProperty('pinyin')
    const changed = await call('admin', 'PUT', '/test/gadget', { id: one.id, version: 0, price: '13.00' })
    expect(changed.data).toMatchObject({ ...value, price: '13.00', version: 1 })
    expect((await call('admin', 'PUT', `/test/gadget/enable/${one.id}`)).data.enable).toBe(false)
    expect((await call('admin', 'PUT', `/test/gadget/enable/${one.id}?enable=false`)).data.enable).toBe(false)
    expect((await call('admin', 'PUT', `/test/gadget/changeStatus/${one.id}?status=2`)).data.status).toBe('2')
    expect((await call('admin', 'POST', '/test/gadget/bindGroups', { id: one.id, groupIds: ['d2'] })).data.groupIds).toEqual(['d2'])
    expect(await call('admin', 'DELETE', `/test/gadget/${one.id}`)).toMatchObject({ code: 200, data: true })
    expect((await call('admin', 'GET', `/test/gadget/${one.id}`)).code).toBe(404)
    expect((await call('admin', 'POST', '/system/reference/material/find', { ids: [one.id] })).data).toHaveLength(1)
  })

  it('tells the audit log what stood before and after', async () => {
    const one = await added()
    await call('admin', 'PUT', '/test/gadget', { id: one.id, version: 0, count: 5 })
    expect(web.audited.at(-1)).toMatchObject({ resource: 'gadget', resource_id: one.id })
    expect(JSON.parse(web.audited.at(-1)?.before ?? '')).toMatchObject({ count: null })
    expect(JSON.parse(web.audited.at(-1)?.after ?? '')).toMatchObject({ count: 5 })
  })

  it('tells it what a switch, a state, a binding and a deletion changed', async () => {
    const one = await added({ enable: true, status: '1' })
    const audited = (side: 'before' | 'after') => JSON.parse(web.audited.at(-1)?.[side] ?? 'null')
    await call('admin', 'PUT', `/test/gadget/enable/${one.id}?enable=false`)
    expect([audited('before'), audited('after')]).toMatchObject([{ enable: true }, { enable: false }])
    await call('admin', 'PUT', `/test/gadget/changeStatus/${one.id}?status=2`)
    expect([audited('before'), audited('after')]).toMatchObject([{ status: '1' }, { status: '2' }])
    await call('admin', 'POST', '/test/gadget/bindGroups', { id: one.id, groupIds: ['d2'] })
    expect([audited('before'), audited('after')]).toMatchObject([{ groupIds: [] }, { groupIds: ['d2'] }])
    await call('admin', 'DELETE', `/test/gadget/${one.id}`)
    expect(web.audited.at(-1)).toMatchObject({ resource: 'gadget', resource_id: one.id, after: null })
    expect(audited('before')).toMatchObject({ code: one.code, enable: false })
  })

  it('is changed by one of two who read the same version', async () => {
    const one = await added()
    const answers = await Promise.all(Array.from({ length: 8 }, (_, count) => call('admin', 'PUT', '/test/gadget', { id: one.id, version: 0, count })))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array<number>(7).fill(42007)])
    expect(answers.find(({ code }) => code === 42007)?.msg).toBe('数据已被他人修改，请刷新')
  })

  it('has a code of its own; a removed one gives its code back', async () => {
    const one = await added()
    const again = await call('admin', 'POST', '/test/gadget/save', fresh({ code: one.code }))
    expect(again).toMatchObject({ code: 42009, data: { fields: [{ name: 'code', message: '编码已存在' }] } })
    await call('admin', 'DELETE', `/test/gadget/${one.id}`)
    expect((await call('admin', 'POST', '/test/gadget/save', fresh({ code: one.code }))).code).toBe(200)
  })

  it('breaks no constraint of its table', async () => {
    expect(await call('admin', 'POST', '/test/gadget/save', fresh({ price: '1000000.00' }))).toMatchObject({ code: 42009, data: { fields: [{ name: 'price' }] } })
  })
})

describe('hostile input', () => {
  it.each<[string, object, string]>([
    ['an unknown field', { colour: 'red' }, 'colour'],
    ['a field that the server sets', { secret: 'x' }, 'secret'],
    ['a column of the table', { del_flag: 1 }, 'del_flag'],
    ['who and when', { createBy: 'me' }, 'createBy'],
    ['a number as text', { count: '3' }, 'count'],
    ['an amount as float', { price: 1.5 }, 'price'],
    ['an amount with an exponent', { price: '1e3' }, 'price'],
    ['an amount below the limit', { price: '-0.01' }, 'price'],
    ['a day that does not exist', { bought: '2026-02-30' }, 'bought'],
    ['a choice that is none', { status: '3' }, 'status'],
    ['a choice that its dictionary does not have', { grade: 'unknown' }, 'grade'],
    ['a text that is too long', { nameEn: 'x'.repeat(31) }, 'nameEn'],
    ['a text in place of a list', { groupIds: 'd1' }, 'groupIds'],
    ['a department that does not exist', { owner: 'nowhere' }, 'owner'],
    ['bound departments that do not exist', { groupIds: ['d1', 'nowhere'] }, 'groupIds'],
    ['a blank where a text is needed', { nameCn: ' ' }, 'nameCn'],
    ['null where a text is needed', { nameCn: null }, 'nameCn'],
  ])('refuses %s', async (_, rest, field) => {
    const answer = await call('admin', 'POST', '/test/gadget/save', fresh(rest))
    expect(answer.code).toBe(42009)
    expect(fieldsOf(answer)).toEqual([field])
    expect(answer.traceId).toBeUndefined()
  })

  it('is told which field wants what, in the language of the caller', async () => {
    const sent = (language: string) => web.app.inject({ method: 'POST', url: '/test/gadget/save', payload: { code: 'TOO-LONG-CODE' }, headers: { authorization: 'Bearer admin', 'accept-language': language } })
    expect((await sent('zh_CN')).json()).toMatchObject({ data: { fields: [{ name: 'code', message: '编码不能超过10个字符' }, { name: 'nameCn', message: '请输入中文名称' }] } })
    expect((await sent('en_US')).json()).toMatchObject({ data: { fields: [{ name: 'code', message: expect.stringContaining('Code') }, { name: 'nameCn', message: 'Please enter Chinese name' }] } })
  })

  it('refuses a change without version', async () => {
    const one = await added()
    expect(fieldsOf(await call('admin', 'POST', '/test/gadget/save', { id: one.id, count: 1 }))).toEqual(['version'])
  })

  it.each<[string, object]>([
    ['an order by what is no column', { orders: [{ column: 'code; drop table gadget' }] }],
    ['an order by a hidden column', { orders: [{ column: 'secret' }] }],
    ['an order by a name of the database', { orders: [{ column: 'name_cn' }] }],
    ['an order by a prototype', { orders: [{ column: 'toString' }] }],
    ['a page that is too large', { size: 201 }],
    ['page zero', { current: 0 }],
    ['a filter that is not declared', { nameCn: 'x' }],
    ['a filter of the wrong shape', { price: [{ from: 1 }, null] }],
    ['an operator', { code: { $gt: '' } }],
  ])('refuses %s', async (_, query) => {
    const answer = await call('admin', 'POST', '/test/gadget/page', query)
    expect(answer).toMatchObject({ code: 42009 })
    expect(answer.traceId).toBeUndefined()
  })

  it('takes wildcards and quotes of a search as letters', async () => {
    await added({ nameEn: "100%_O'Brien\\" })
    for (const keyword of ['100%', '%_O', "O'Brien", 'Brien\\']) expect((await call('admin', 'POST', '/test/gadget/page', { keyword })).data.total).toBe(1)
    expect((await call('admin', 'POST', '/test/gadget/page', { keyword: '1%O' })).data.total).toBe(0)
  })
})

describe('a list', () => {
  it('counts exactly, orders by shown columns and repeats nobody', async () => {
    const marker = 'PAGED'
    await Promise.all(Array.from({ length: 45 }, (_, index) => added({ nameEn: marker, count: index % 3 })))
    const pages = await Promise.all([1, 2, 3].map((current) => call('admin', 'POST', '/test/gadget/page', { keyword: marker, current, size: 20, orders: [{ column: 'count', asc: false }] })))
    expect(pages[0]!.data).toMatchObject({ total: 45, pages: 3, current: 1, size: 20 })
    const records = pages.flatMap(({ data }) => data.records)
    expect(new Set(records.map(({ id }) => id)).size).toBe(45)
    expect(records.map(({ count }) => count)).toEqual(records.map(({ count }) => count).toSorted((a, b) => b - a))
  })

  it('filters by what the resource declares, in a body and in an address', async () => {
    const one = await added({ price: '7777.70', bought: '2020-01-02', status: '2', owner: 'd2', groupIds: ['d2'] })
    const wanted: [object, string][] = [
      [{ price: ['7777.00', null] }, 'price=7777.00,'],
      [{ bought: [null, '2020-01-02'] }, 'bought=,2020-01-02'],
      [{ code: one.code, status: ['2'] }, `code=${one.code}&status=2`],
      [{ owner: ['d2'], groupIds: ['d1', 'd2'] }, 'owner=d2&groupIds=d1,d2'],
    ]
    for (const [body, address] of wanted) {
      expect((await call('admin', 'POST', '/test/gadget/page', body)).data.records).toMatchObject([{ id: one.id }])
      expect((await call('admin', 'GET', `/test/gadget/list?${address}&_t=1`)).data).toMatchObject([{ id: one.id }])
    }
  })

  it('finds Chinese names by pinyin and initials', async () => {
    const one = await added({ nameCn: '示波器' })
    for (const keyword of ['shibo', 'sbq', '示波']) expect((await call('admin', 'POST', '/test/gadget/page', { keyword })).data.records).toMatchObject([{ id: one.id }])
  })
})

describe('who may', () => {
  it('is asked at every call', async () => {
    const one = await added()
    const calls: [string, 'GET' | 'POST' | 'PUT' | 'DELETE', string, object?][] = [
      ['nobody', 'POST', '/test/gadget/page', {}],
      ['nobody', 'GET', '/test/gadget/list'],
      ['nobody', 'GET', `/test/gadget/${one.id}`],
      ['reader', 'POST', '/test/gadget/save', fresh()],
      ['reader', 'POST', '/test/gadget', fresh()],
      ['adder', 'POST', '/test/gadget/save', { id: one.id, version: 0, count: 1 }],
      ['adder', 'PUT', '/test/gadget', { id: one.id, version: 0, count: 1 }],
      ['reader', 'PUT', `/test/gadget/enable/${one.id}`],
      ['reader', 'PUT', `/test/gadget/changeStatus/${one.id}?status=1`],
      ['reader', 'POST', '/test/gadget/bindGroups', { id: one.id, groupIds: [] }],
      ['reader', 'DELETE', `/test/gadget/${one.id}`],
    ]
    for (const [who, method, url, body] of calls) expect([url, (await call(who, method, url, body)).code]).toEqual([url, 403])
    expect((await call('adder', 'POST', '/test/gadget/save', fresh())).code).toBe(200)
  })

  it('sees the records of their departments and those bound to none, one by one as in lists', async () => {
    const [own, free, foreign] = await Promise.all([added({ groupIds: ['d1'], nameEn: 'SCOPED' }), added({ nameEn: 'SCOPED' }), added({ groupIds: ['d2'], nameEn: 'SCOPED' })])
    const seen = (await call('keeper', 'POST', '/test/gadget/page', { keyword: 'SCOPED' })).data
    expect(seen.total).toBe(2)
    expect(new Set(seen.records.map(({ id }) => id))).toEqual(new Set([own.id, free.id]))
    expect((await call('keeper', 'GET', `/test/gadget/${foreign.id}`)).code).toBe(404)
    expect((await call('keeper', 'PUT', '/test/gadget', { id: foreign.id, version: 0, count: 1 })).code).toBe(404)
    expect((await call('keeper', 'DELETE', `/test/gadget/${foreign.id}`)).code).toBe(404)
  })

  it('neither adds nor moves a record out of their own sight', async () => {
    expect((await call('keeper', 'POST', '/test/gadget/save', fresh({ groupIds: ['d2'] }))).code).toBe(403)
    const own = await added({ groupIds: ['d1'] })
    expect((await call('keeper', 'POST', '/test/gadget/bindGroups', { id: own.id, groupIds: ['d2'] })).code).toBe(403)
    expect((await call('admin', 'GET', `/test/gadget/${own.id}`)).data.groupIds).toEqual(['d1'])
  })
})

describe('references', () => {
  it('show a disabled record, but do not offer it', async () => {
    const one = await added({ nameCn: '万用表', nameEn: 'Multi/meter', price: '5.00', status: '1', enable: false })
    const found = await call('reader', 'POST', '/system/reference/material/find', { ids: [one.id, 'nowhere'] })
    expect(found.data).toEqual([{ id: one.id, name: '万用表/Multi／meter', enabled: false, code: one.code, price: '5.00', status: '1' }])
    expect((await call('reader', 'POST', '/system/reference/material/page', { keyword: '万用表' })).data.total).toBe(0)
    await call('admin', 'PUT', `/test/gadget/enable/${one.id}?enable=true`)
    expect((await call('nobody', 'POST', '/system/reference/material/page', { keyword: 'wyb' })).data.records).toMatchObject([{ id: one.id }])
  })

  it('offer what the departments of the caller may use', async () => {
    const one = await added({ groupIds: ['d2'], nameEn: 'BOUND' })
    expect((await call('keeper', 'POST', '/system/reference/material/page', { keyword: 'BOUND' })).data.total).toBe(0)
    await call('admin', 'POST', '/test/gadget/bindGroups', { id: one.id, groupIds: ['d1', 'd2'] })
    expect((await call('keeper', 'POST', '/system/reference/material/page', { keyword: 'BOUND' })).data.total).toBe(1)
  })

  it('of a kind without records are missing', async () => {
    for (const kind of ['contract', 'money']) expect((await call('admin', 'POST', `/system/reference/${kind}/find`, { ids: ['x'] })).code).toBe(404)
    expect((await call('admin', 'POST', '/system/reference/nonsense/find', { ids: ['x'] })).code).toBe(42009)
  })
})
