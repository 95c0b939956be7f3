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
const fieldsOf = ({ data }: Awaited<ReturnType<GadgetCalls['call']>>) => data.fields.map(({ name }) => name)

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
    expect((await call('admin', 'POST', '/system/reference/material/find', { ids: [one.id] })).data)
      .toMatchObject([{ status: '2', statusName: '坏/Broken' }])
  })

  it('tells the audit log what stood before and after', async () => {
    const one = await added()
    await call('admin', 'PUT', '/test/gadget', { id: one.id, version: 0, count: 5 })
    expect(calls.web.audited.at(-1)).toMatchObject({ resource: 'gadget', resource_id: one.id })
    expect(JSON.parse(calls.web.audited.at(-1)?.before ?? '')).toMatchObject({ count: null })
    expect(JSON.parse(calls.web.audited.at(-1)?.after ?? '')).toMatchObject({ count: 5 })
  })

  it('tells it what a switch, a state, a binding and a deletion changed', async () => {
    const one = await added({ enable: true, status: '1' })
    const audited = (side: 'before' | 'after') => JSON.parse(calls.web.audited.at(-1)?.[side] ?? 'null')
    await call('admin', 'PUT', `/test/gadget/enable/${one.id}?enable=false`)
    expect([audited('before'), audited('after')]).toMatchObject([{ enable: true }, { enable: false }])
    await call('admin', 'PUT', `/test/gadget/changeStatus/${one.id}?status=2`)
    expect([audited('before'), audited('after')]).toMatchObject([{ status: '1' }, { status: '2' }])
    await call('admin', 'POST', '/test/gadget/bindGroups', { id: one.id, groupIds: ['d2'] })
    expect([audited('before'), audited('after')]).toMatchObject([{ groupIds: [] }, { groupIds: ['d2'] }])
    await call('admin', 'DELETE', `/test/gadget/${one.id}`)
    expect(calls.web.audited.at(-1)).toMatchObject({ resource: 'gadget', resource_id: one.id, after: null })
    expect(audited('before')).toMatchObject({ code: one.code, enable: false })
  })

  it('is changed by one of two who read the same version', async () => {
    const one = await added()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, count) => call('admin', 'PUT', '/test/gadget', { id: one.id, version: 0, count })),
    )
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
    expect(await call('admin', 'POST', '/test/gadget/save', fresh({ price: '1000000.00' }))).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'price' }] } })
  })
})

describe('a field that is set for many records', () => {
  const setAll = (who: string, change: Readonly<Record<string, unknown>>, records: readonly { readonly id: string }[], version = 0) => {
    const [[field, value] = []] = Object.entries(change)
    return call(who, 'PUT', '/test/gadget/batch', { field, value, records: records.map(({ id }) => ({ id, version })) })
  }
  const countOf = async (id: string) => (await call('admin', 'GET', `/test/gadget/${id}`)).data.count

  it('is changed where it may be, and each record that is refused says why', async () => {
    const [one, two, gone] = [await added(), await added(), await added()]
    await call('admin', 'PUT', '/test/gadget', { id: two.id, version: 0, price: '5.00' })
    await call('admin', 'DELETE', `/test/gadget/${gone.id}`)
    const { data } = await setAll('admin', { count: 7 }, [one, two, gone])
    expect(data).toEqual({ changed: 1,
      failed: expect.arrayContaining([{ id: two.id, reason: '数据已被他人修改，请刷新' }, { id: gone.id,
        reason: expect.any(String) as unknown }]) as unknown })
    expect([await countOf(one.id), await countOf(two.id)]).toEqual([7, null])
    expect(JSON.parse(calls.web.audited.findLast(({ path }) => path.endsWith('/batch'))?.before ?? '')).toEqual([{ id: one.id,
      count: null }])
  })

  it('stays as it was outside of the caller’s departments, before and after', async () => {
    const [mine, other] = [await added({ groupIds: ['d1'] }), await added({ groupIds: ['d2'] })]
    expect((await setAll('keeper', { count: 7 }, [mine, other])).data).toMatchObject({ changed: 1, failed: [{ id: other.id }] })
    expect((await setAll('keeper', { groupIds: ['d2'] }, [mine], 1)).data).toMatchObject({ changed: 0, failed: [{ id: mine.id }] })
    expect([await countOf(mine.id), await countOf(other.id)]).toEqual([7, null])
  })

  it('is refused as a whole for a wrong value, for a field that is not set for many, and without the right', async () => {
    const one = await added()
    expect(fieldsOf(await setAll('admin', { count: -1 }, [one]))).toEqual(['count'])
    expect(fieldsOf(await setAll('admin', { owner: 'nowhere' }, [one]))).toEqual(['owner'])
    expect((await setAll('admin', { code: 'X' }, [one])).code).not.toBe(200)
    expect((await setAll('nobody', { count: 1 }, [one])).code).toBe(403)
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
    const sent = (language: string) =>
      calls.web.app.inject({ method: 'POST', url: '/test/gadget/save', payload: { code: 'TOO-LONG-CODE' },
        headers: { authorization: 'Bearer admin', 'accept-language': language } })
    expect((await sent('zh_CN')).json()).toMatchObject({
      data: { fields: [{ name: 'code', message: '编码不能超过10个字符' }, { name: 'nameCn', message: '请输入中文名称' }] },
    })
    expect((await sent('en_US')).json()).toMatchObject({
      data: {
        fields: [{ name: 'code', message: expect.stringContaining('Code') }, { name: 'nameCn', message: 'Please enter Chinese name' }],
      },
    })
  })

  it('is told what may be chosen, or that there is no such record', async () => {
    const answer = await call('admin', 'POST', '/test/gadget/save', fresh({ status: '3' }))
    expect(answer.data).toMatchObject({ fields: [{ name: 'status', message: expect.stringContaining('可选值为：') }] })
    const absent = await call('admin', 'POST', '/test/gadget/save', fresh({ grade: 'unknown', owner: 'nowhere' }))
    expect(absent.data).toMatchObject({
      fields: [{ name: 'owner', message: expect.stringContaining('所选记录不存在') }, { name: 'grade',
        message: expect.stringMatching(/的可选值为：.+|不可选/) }],
    })
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
    for (const keyword of ['100%', '%_O', "O'Brien", 'Brien\\'])
      expect((await call('admin', 'POST', '/test/gadget/page', { keyword })).data.total).toBe(1)
    expect((await call('admin', 'POST', '/test/gadget/page', { keyword: '1%O' })).data.total).toBe(0)
  })
})

describe('a list', () => {
  it('counts exactly, orders by shown columns and repeats nobody', async () => {
    const marker = 'PAGED'
    await Promise.all(Array.from({ length: 45 }, (_, index) => added({ nameEn: marker, count: index % 3 })))
    const pages = await Promise.all(
      [1, 2, 3].map((current) =>
        call('admin', 'POST', '/test/gadget/page', { keyword: marker, current, size: 20, orders: [{ column: 'count', asc: false }] })
      ),
    )
    expect(pages[0]!.data).toMatchObject({ total: 45, pages: 3, current: 1, size: 20 })
    const records = pages.flatMap(({ data }) => data.records)
    expect(new Set(records.map(({ id }) => id)).size).toBe(45)
    expect(records.map(({ count }) => count)).toEqual(records.map(({ count }) => count).toSorted((a, b) => b - a))
  })

  it('filters by what the resource declares, in a body and in an address', async () => {
    const one = await added({ price: '7777.70', bought: '2020-01-02', checked: '2020-01-03 00:30:00', status: '2', owner: 'd2',
      groupIds: ['d2'] })
    const wanted: [object, string][] = [
      [{ price: ['7777.00', null] }, 'price=7777.00,'],
      [{ bought: [null, '2020-01-02'] }, 'bought=,2020-01-02'],
      // as the search form sends a range of days, and as a call may send date-times
      [{ checked: ['2020-01-03', '2020-01-03'] }, 'checked=2020-01-03,2020-01-03'],
      [{ checked: ['2020-01-03 00:30:00', null] }, 'checked=2020-01-03 00:00:00,2020-01-03 00:30:00'],
      [{ code: one.code, status: ['2'] }, `code=${one.code}&status=2`],
      [{ owner: ['d2'], groupIds: ['d1', 'd2'] }, 'owner=d2&groupIds=d1,d2'],
    ]
    for (const [body, address] of wanted) {
      expect((await call('admin', 'POST', '/test/gadget/page', body)).data.records).toMatchObject([{ id: one.id }])
      expect((await call('admin', 'GET', `/test/gadget/list?${address}&_t=1`)).data).toMatchObject([{ id: one.id }])
    }
  })

  it('leaves out what was a day or a second before or after', async () => {
    const { code } = await added({ checked: '2020-02-03 23:59:59' })
    const found = async (checked: readonly (string | null)[]) =>
      (await call('admin', 'POST', '/test/gadget/page', { code, checked })).data.total
    expect(
      await Promise.all(
        [[null, '2020-02-02'], ['2020-02-04', null], ['2020-02-03', '2020-02-03'], [null, '2020-02-03 23:59:58']].map(found),
      ),
    ).toEqual([0, 0, 1, 0])
    expect((await call('admin', 'POST', '/test/gadget/page', { checked: ['yesterday', null] })).code).toBe(42009)
  })

  it('finds Chinese names by pinyin and initials', async () => {
    const one = await added({ nameCn: '示波器' })
    for (const keyword of ['shibo', 'sbq', '示波'])
      expect((await call('admin', 'POST', '/test/gadget/page', { keyword })).data.records).toMatchObject([{ id: one.id }])
  })
})
