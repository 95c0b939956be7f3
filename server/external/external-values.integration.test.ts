import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApprovalProduct, approvalProduct } from '#server/documents/testing-company.ts'
import { type ExternalCall, ExternalOutage } from './external-systems.ts'

let world: ApprovalProduct
let now = new Date('2026-11-20T02:00:00Z')
/** The state of the other system. */
const store = { isAway: false, stock: 5 as number | string, requests: [] as string[] }
const units = [{ value: 'PCS', cn: '个', en: 'Pieces' }, { value: 'KG', cn: '公斤', en: 'Kilograms' }]

const ask: ExternalCall['ask'] = async (_, parameters, keyword) => {
  store.requests.push([...Object.values(parameters), keyword].join(' '))
  if (store.isAway) throw new ExternalOutage()
  if ('site' in parameters) return [{ qty: store.stock }]
  return units.filter(({ value }) => value.includes(keyword ?? ''))
}

beforeAll(async () => {
  world = await approvalProduct({ store: ask })
  world.product.clock.now = () => now
})
afterAll(() => world?.product.close())
beforeEach(() => {
  Object.assign(store, { isAway: false, stock: 5, requests: [] })
  now = new Date(now.getTime() + 3_600_000)
})

const business = (...lines: object[]) => ({ title: 'x', site: 'S1', lines: lines.map((line, index) => ({ rowId: `r${index}`, ...line })) })
const apply = (...lines: object[]) =>
  world.product.as('wang').post<{ procInstId: string; fields?: { name: string; message: string }[] }>('/oaserver/stocked/apply', {
    business: business(...lines),
  })
const lines = async (id: string) => (await world.on.detail(id, 'wang')).business['lines'] as { stock: string; stockAt: string }[]

describe('choices of another system', () => {
  const choices = (body: object) =>
    world.product.as('wang').post<{ choices: unknown[] }>('/oaserver/stocked/choices', { call: 'store.units',
      with: { material: 'material' }, ...body })

  it('are asked with what stands beside the field, and with nothing where that is empty', async () => {
    expect((await choices({ values: { material: 'M-1' }, keyword: 'K' })).data.choices).toEqual([units[1]])
    expect((await choices({ values: { material: null } })).data.choices).toEqual([])
    expect(store.requests).toEqual(['M-1 K'])
    expect((await choices({ call: 'store.stock', values: {} })).code).toBe(404)
  })

  it('say that the other system is away, unless it answered not long ago', async () => {
    store.isAway = true
    expect(await choices({ values: { material: 'M-2' } })).toMatchObject({ code: 42009, msg: '仓库系统接口异常，请稍后重试' })
    expect((await choices({ values: { material: 'M-1' }, keyword: 'K' })).code).toBe(200)
  })

  it('are compared when a form is filed; what needs none of them is filed while the other system is away', async () => {
    expect((await apply({ material: 'M-3', unit: 'BOX' })).data.fields).toMatchObject([{ name: 'lines.0.unit',
      message: '单位在仓库系统中不存在' }])
    store.isAway = true
    expect((await apply({ material: 'M-4', unit: 'PCS' })).data.fields).toMatchObject([{ name: 'lines.0.unit',
      message: '仓库系统接口异常，请稍后重试' }])
    expect((await apply({ material: 'M-4' })).code).toBe(200)
    store.isAway = false
    const filed = await apply({ material: 'M-3', unit: 'PCS' })
    expect(filed.code).toBe(200)
    store.isAway = true
    expect((await world.on.do('refuse', filed.data.procInstId, 'head', { comment: 'x' })).code).toBe(200)
    now = new Date(now.getTime() + 48 * 3_600_000)
    const again = await world.product.as('wang').post('/oaserver/stocked/apply', { operate: 'edit', businessKey: filed.data.procInstId,
      business: business({ material: 'M-3', unit: 'PCS' }) })
    expect(again.code).toBe(200)
  })
})

describe('figures of another system', () => {
  it('are those of the moment of filing, whatever the client sends, and those of a node that asks again', async () => {
    const { data: { procInstId: id } } = await apply({ material: 'M-5', stock: '999' }, { material: 'M-6' })
    const [first] = await lines(id)
    expect((await lines(id)).map(({ stock }) => stock)).toEqual(['5', '5'])
    store.stock = '7.5'
    now = new Date(now.getTime() + 60_000)
    await world.on.pass(id, 'head')
    expect((await lines(id))[0]).toEqual(first)
    await world.on.pass(id, 'chief')
    expect((await lines(id)).map(({ stock }) => stock)).toEqual(['7.5', '7.5'])
    expect((await lines(id))[0]?.stockAt).not.toBe(first?.stockAt)
  })

  it('stay as they were read where the other system is away, with the time of it', async () => {
    const { data: { procInstId: id } } = await apply({ material: 'M-7' })
    const before = await lines(id)
    await world.on.pass(id, 'head')
    store.isAway = true
    now = new Date(now.getTime() + 60_000)
    await world.on.pass(id, 'chief')
    expect(await lines(id)).toEqual(before)
  })

  it('are shown while the form is filled in, and said to be old', async () => {
    const calculate = async (material = 'M-8') =>
      (await world.product.as('wang').post<
        { value: { lines: { stock: string; stockAt: string }[] }; problems: { field: string; level?: string; code: string }[] }
      >(
        '/oaserver/stocked/calculate',
        {
          parameters: business({ material }),
        },
      )).data
    const { stock, stockAt: readAt } = (await calculate()).value.lines[0] ?? {}
    expect(stock).toBe('5')
    store.isAway = true
    now = new Date(now.getTime() + 3_600_000)
    const { value, problems } = await calculate()
    expect(value.lines[0]?.stock).toBe('5')
    expect(problems).toMatchObject([{ field: 'lines.0.stock', level: 'warn', code: 'external.lastRead',
      parameters: { at: readAt?.slice(0, 16) } }])
    expect((await calculate('M-9')).problems).toMatchObject([{ field: 'lines.0.stock', level: 'warn', code: 'external.neverRead' }])
  })
})
