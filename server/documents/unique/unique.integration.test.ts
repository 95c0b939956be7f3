import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApprovalProduct, approvalProduct } from '../testing-company.ts'

let world: ApprovalProduct
beforeAll(async () => {
  world = await approvalProduct()
})
afterAll(() => world?.product.close())

const file = (business: object, who = 'wang') =>
  world.product.as(who).post<{ procInstId: string; businessNo: string; fields?: { name: string; message: string }[] }>(
    '/oaserver/alike/apply',
    {
      business: { title: 'x', ...business },
    },
  )
const refusal = async (business: object, who?: string) =>
  (await file(business, who)).data.fields?.map(({ name, message }) => `${name}: ${message}`)
const filed = async (business: object) => {
  const { data } = await file(business)
  return { id: data.procInstId, no: data.businessNo }
}
const head = async (id: string, action: 'pass' | 'refuse') => {
  const { taskId } = (await world.product.as('head').get<{ taskId: string }>(`/oaserver/alike/detail?procInstId=${id}`)).data
  return world.product.as('head').post<{ fields?: { name: string; message: string }[] }>(`/workflow/${action}`, { taskId, comment: 'x' })
}

describe('what no two documents have alike', () => {
  it('is taken by one of several at once; the others are refused at the field, with its number', async () => {
    const answers = await Promise.all(
      ['wang', 'bob', 'carl', 'dave'].map((who) => file({ remark: `HT-1${who === 'bob' ? ' ' : ''}` }, who)),
    )
    const [winner] = answers.filter(({ code }) => code === 200)
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 42009, 42009, 42009])
    for (const { data } of answers.filter(({ code }) => code !== 200))
      expect(data.fields).toMatchObject([{ name: 'remark', message: `合同编号已存在：${winner?.data.businessNo}` }])
    expect(await refusal({ remark: 'ht-1' })).toEqual([`remark: 合同编号已存在：${winner?.data.businessNo}`])
    expect((await file({ remark: '' })).code).toBe(200)
    expect((await file({ remark: '' })).code).toBe(200)
  })

  it('is told while the form is filled in, and not of the document itself', async () => {
    const { id, no } = await filed({ remark: 'HT-2' })
    const problems = async (business: object, businessKey?: string) =>
      (await world.product.as('wang').post<{ problems: { field: string }[] }>('/oaserver/alike/calculate', { businessKey,
        parameters: { title: 'x', ...business } })).data.problems
    expect(await problems({ remark: 'HT-2' })).toMatchObject([{ field: 'remark', message: { cn: `合同编号已存在：${no}` } }])
    expect(await problems({ remark: 'HT-2' }, id)).toEqual([])
  })

  it('is free again when its document is refused, and taken back when that is filed again', async () => {
    const first = await filed({ remark: 'HT-3' })
    expect((await head(first.id, 'refuse')).code).toBe(200)
    const second = await filed({ remark: 'HT-3' })
    const again = () =>
      world.product.as('wang').post<{ fields?: { name: string }[] }>('/oaserver/alike/apply', { operate: 'edit', businessKey: first.id,
        business: { title: 'x', remark: 'HT-3' } })
    expect((await again()).data.fields).toMatchObject([{ name: 'remark' }])
    expect((await head(second.id, 'pass')).code).toBe(200)
    expect((await again()).code).toBe(42009)
  })

  it('is of rows as well, in the same document too, and only where their days overlap', async () => {
    const line = (rowId: string, code: string, from?: string, to?: string) => ({ rowId, code, from, to })
    const first = await filed({ kind: '1', lines: [line('a', 'M-1', '2026-11-01', '2026-11-30'), line('b', 'M-1', '2026-12-01')] })
    expect(await refusal({ kind: '1', lines: [line('a', 'm-1 ', '2026-11-30', '2026-12-31'), line('b', 'M-2')] })).toEqual([
      `lines.0.code: 料号已存在：${first.no}`,
    ])
    expect(await refusal({ kind: '2', lines: [line('a', 'M-1', '2026-11-01'), line('b', 'M-1', undefined, '2026-11-01')] })).toEqual([
      'lines.1.code: 第1行与第2行料号重复',
    ])
    expect(await refusal({ kind: '1', lines: [line('a', 'M-1', '2026-10-01', '2026-10-31')] })).toBeUndefined()
    expect((await head(first.id, 'pass')).code).toBe(200)
    expect(await refusal({ kind: '1', lines: [line('a', 'M-1', '2026-11-30')] })).toBeUndefined()
  })

  it('among completed documents is refused at the pass that would complete the second', async () => {
    const [first, second] = [await filed({ due: '2026-11-28' }), await filed({ due: '2026-11-28' })]
    expect((await head(first.id, 'pass')).code).toBe(200)
    expect((await head(second.id, 'pass')).data.fields).toMatchObject([{ name: 'due', message: `日期已存在：${first.no}` }])
    expect((await head(second.id, 'refuse')).code).toBe(200)
  })
})
