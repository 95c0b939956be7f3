import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import type { TestProduct } from '#server/documents/testing.ts'

let product: TestProduct

beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

it('older clients find the processes of changes, as others find the business types; other lists stay where they are', async () => {
  const valuesOf = async (path: string) => (await product.as('employee').get<{ value: string }[]>(path)).data.map(({ value }) => value)
  const processes = await valuesOf('/oaserver/dict/oaChangeProcess')
  expect(processes).toContain('oaChange')
  expect(processes).toEqual(await valuesOf('/system/sysDict/type/business-type'))
  expect(await valuesOf('/oaserver/dict/companyCar')).toEqual(await valuesOf('/system/sysDict/type/companyCar'))
})
