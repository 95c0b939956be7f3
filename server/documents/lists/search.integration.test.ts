import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '../testing.ts'
import { approvalProduct } from '../testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']
let bench: { id: string; number: string }

const find = async (who: string, keyword: string) =>
  (await product.as(who).get<{ procInstId: string; businessNo: string; title: string }[]>(
    `/workflow/documents/found?keyword=${encodeURIComponent(keyword)}`,
  )).data

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
  const id = await on.file('plain', { title: '样机治具 Fixture' })
  const { number } = await product.database.db.selectFrom('document').select('number').where('id', '=', id).executeTakeFirstOrThrow()
  bench = { id, number }
})
afterAll(() => product?.close())

describe('a document is found', () => {
  it.each(['样机', 'yangjizhiju', 'YJZJ', 'fixture', 'fíxtûre'])('by a part of its title, as %s', async (keyword) => {
    expect((await find('wang', keyword)).map(({ procInstId }) => procInstId)).toEqual([bench.id])
  })

  it('by its number, whole or in part', async () => {
    expect((await find('wang', bench.number.toLowerCase())).map(({ businessNo }) => businessNo)).toEqual([bench.number])
    expect((await find('wang', bench.number.slice(2))).map(({ businessNo }) => businessNo)).toContain(bench.number)
  })

  it('by whoever has a task of it, and by no stranger, whatever they type', async () => {
    expect((await find('head', '样机')).map(({ procInstId }) => procInstId)).toEqual([bench.id])
    expect(await find('stranger', '样机')).toEqual([])
    expect(await find('stranger', bench.number)).toEqual([])
  })

  it('by what is written, not by wildcards', async () => {
    expect(await find('wang', '%')).toEqual([])
    expect(await product.as('wang').get('/workflow/documents/found?keyword=%20')).toMatchObject({ code: 42009 })
  })
})

describe('a view of a list', () => {
  interface SavedView {
    readonly id: string
    readonly name: string
    readonly own: boolean
    readonly query: string
    readonly columns: unknown
  }
  const view = (name: string, more: object = {}) => ({ page: '/todo', name, query: 'state=1&sort=-amount',
    columns: { shown: { department: false }, widths: { title: 300 } }, ...more })
  const of = async (who: string, page = '/todo') => (await product.as(who).get<SavedView[]>(`/oaserver/listViews?page=${page}`)).data

  it('is kept for its owner, changed and removed by nobody else', async () => {
    const { data: { id } } = await product.as('wang').post<{ id: string }>('/oaserver/listViews', view('大额'))
    expect(await of('wang')).toMatchObject([{ id, name: '大额', own: true, query: 'state=1&sort=-amount',
      columns: { shown: { department: false }, widths: { title: 300 } } }])
    expect([await of('head'), await of('wang', '/orders')]).toEqual([[], []])
    expect(await product.as('head').put(`/oaserver/listViews/${id}`, view('别人的'))).toMatchObject({ code: 404 })
    expect(await product.as('head').delete(`/oaserver/listViews/${id}`)).toMatchObject({ code: 404 })
    expect(await product.as('wang').put(`/oaserver/listViews/${id}`, view('小额', { query: '' }))).toMatchObject({ code: 200 })
    expect(await of('wang')).toMatchObject([{ name: '小额', query: '' }])
    expect(await product.as('wang').post('/oaserver/listViews', view('小额'))).toMatchObject({ code: 42009 })
    expect(await product.as('wang').delete(`/oaserver/listViews/${id}`)).toMatchObject({ code: 200 })
    expect(await of('wang')).toEqual([])
  })

  it('comes back where its removal is undone, for its owner alone and under a name of its own', async () => {
    const { data: { id } } = await product.as('wang').post<{ id: string }>('/oaserver/listViews', view('误删'))
    const [before] = await of('wang')
    const restore = (who: string) => product.as(who).post(`/oaserver/listViews/${id}/restore`, {})
    expect(await restore('wang')).toMatchObject({ code: 404 })
    expect(await product.as('wang').delete(`/oaserver/listViews/${id}`)).toMatchObject({ code: 200 })
    const { data: { id: other } } = await product.as('wang').post<{ id: string }>('/oaserver/listViews', view('误删'))
    expect([await restore('head'), await restore('wang'), await product.as('wang').put(`/oaserver/listViews/${id}`, view('x'))])
      .toMatchObject([{ code: 404 }, { code: 42009 }, {
        code: 404,
      }])
    expect(await product.as('wang').delete(`/oaserver/listViews/${other}`)).toMatchObject({ code: 200 })
    expect(await restore('wang')).toMatchObject({ code: 200 })
    expect(await of('wang')).toEqual([before])
    expect(await product.as('wang').delete(`/oaserver/listViews/${id}`)).toMatchObject({ code: 200 })
  })

  it('is shared with the holders of a role that its owner holds, who see it and no more', async () => {
    expect(await product.as('wang').post('/oaserver/listViews', view('共享', { role: 'oaAdmin' }))).toMatchObject({ code: 42009 })
    const { data: { id } } = await product.as('wang').post<{ id: string }>('/oaserver/listViews', view('共享', { role: 'employee' }))
    expect(await of('head')).toMatchObject([{ id, name: '共享', own: false, ownerName: 'wang中/wang', role: 'employee' }])
    expect(await product.as('head').delete(`/oaserver/listViews/${id}`)).toMatchObject({ code: 404 })
  })
})
