import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { gadgetCalls } from './routes/testing-routes.ts'

type GadgetCalls = Awaited<ReturnType<typeof gadgetCalls>>

let calls: GadgetCalls
const call: GadgetCalls['call'] = (...parameters) => calls.call(...parameters)
const fresh: GadgetCalls['fresh'] = (rest) => calls.fresh(rest)
const added: GadgetCalls['added'] = (...parameters) => calls.added(...parameters)

beforeAll(async () => {
  calls = await gadgetCalls()
})
afterAll(() => calls?.close())

describe('who may', () => {
  it('is asked at every call', async () => {
    const one = await added()
    const calls: [string, 'GET' | 'POST' | 'PUT' | 'DELETE', string, object?][] = [
      ['nobody', 'POST', '/test/gadget/page', {}],
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
    const [own, free, foreign] = await Promise.all([added({ groupIds: ['d1'], nameEn: 'SCOPED' }), added({ nameEn: 'SCOPED' }),
      added({ groupIds: ['d2'], nameEn: 'SCOPED' })])
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
    expect(found.data).toEqual([{ id: one.id, name: '万用表/Multi／meter', enabled: false, code: one.code, price: '5.00', status: '1',
      statusName: '好/Good' }])
    expect((await call('reader', 'POST', '/system/reference/material/page', { keyword: '万用表' })).data.total).toBe(0)
    await call('admin', 'PUT', `/test/gadget/enable/${one.id}?enable=true`)
    expect((await call('nobody', 'POST', '/system/reference/material/page', { keyword: 'wyb' })).data.records).toMatchObject([{
      id: one.id,
    }])
  })

  it('offer what the departments of the caller may use', async () => {
    const one = await added({ groupIds: ['d2'], nameEn: 'BOUND' })
    expect((await call('keeper', 'POST', '/system/reference/material/page', { keyword: 'BOUND' })).data.total).toBe(0)
    await call('admin', 'POST', '/test/gadget/bindGroups', { id: one.id, groupIds: ['d1', 'd2'] })
    expect((await call('keeper', 'POST', '/system/reference/material/page', { keyword: 'BOUND' })).data.total).toBe(1)
  })

  it('of a kind without records are missing', async () => {
    for (const kind of ['contract', 'money', 'nonsense'])
      expect((await call('admin', 'POST', `/system/reference/${kind}/find`, { ids: ['x'] })).code).toBe(404)
  })
})
