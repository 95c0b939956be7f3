import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestProduct } from '../testing.ts'
import { approvalProduct } from '../testing-company.ts'

let product: TestProduct
let on: Awaited<ReturnType<typeof approvalProduct>>['on']

beforeAll(async () => {
  ;({ product, on } = await approvalProduct())
})
afterAll(() => product?.close())

it('home says when somebody filed each process last; of others it says nothing', async () => {
  const lastOf = async (person: string) => {
    const { data } = await product.as(person).get<{ items: { businessType: string; lastStarted: string | null }[] }[]>(
      '/workflow/getHomeFunction?name=&terminal=web',
    )
    return data.flatMap(({ items }) => items).find(({ businessType }) => businessType === 'plain')?.lastStarted
  }
  expect(await lastOf('wang')).toBeNull()
  for (const time of ['09:00:00', '10:30:00']) {
    product.clock.now = () => new Date(`2026-11-20T${time}+08:00`)
    await on.file('plain')
  }
  expect([await lastOf('wang'), await lastOf('head')]).toEqual(['2026-11-20 10:30:00', null])
})
