import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestProduct } from '../testing.ts'
import { approvalProduct } from '../testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']
let bench: { id: string; number: string }

const find = async (who: string, keyword: string) =>
  (await product.as(who).get<{ procInstId: string; businessNo: string; title: string }[]>(`/workflow/documents/found?keyword=${encodeURIComponent(keyword)}`)).data

beforeAll(async () => {
  ({ product, on } = await approvalProduct())
  const id = await on.file('plain', { title: '样机治具 Fixture' })
  const { number } = await product.database.db.selectFrom('document').select('number').where('id', '=', id).executeTakeFirstOrThrow()
  bench = { id, number }
})
afterAll(() => product?.close())

describe('a document is found', () => {
  it.each(['样机', 'yangjizhiju', 'YJZJ', 'fixture'])('by a part of its title, as %s', async (keyword) => {
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
