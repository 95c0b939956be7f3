import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import { rapidProject } from './index.ts'
import { charter, chosenExperts, expertOpinion } from './testing.ts'

let product: TestProduct
let on: FilingSupport
beforeAll(async () => {
  product = await demoProduct()
  on = filing(product, rapidProject, { nodeList: chosenExperts })
})
afterAll(() => product?.close())

/** Projects that a claim of the quality engineer offers. */
const offered = async (keyword: string) => {
  const { data } = await product.as('quality').post<{ records: { id: string; name: string; code: string }[] }>(
    '/system/reference/project/page',
    { keyword, current: 1, size: 10, context: { bearingDept: 'sz-quality' } },
  )
  return data.records.map(({ id, name, code }) => ({ id, name, code }))
}

it('becomes a project when it is completed, under its code, and is none any longer when it is taken back', async () => {
  const id = await on.file('quality', charter)
  expect(await offered('治具标准化')).toEqual([])
  expect(on.refusal(await on.apply(product.as('quality'), charter)).fields).toEqual({ projectName: '项目名称或编号已存在' })
  await on.passThrough(id, expertOpinion)
  const { state, business } = await on.detailOf(product.as('quality'), id)
  expect([state, business['projectCode']]).toEqual([4, expect.stringMatching(/^T26\d{3}$/)])
  expect(await offered('治具标准化')).toEqual([{ id, name: '治具标准化', code: business['projectCode'] }])
  expect(on.refusal(await on.apply(product.as('quality'), charter)).fields).toEqual({ projectName: '项目名称或编号已存在' })
  await on.revoke('quality', id)
  expect(await offered('治具标准化')).toEqual([])
})

it('says the limits that the company has set, not those that it was shipped with', async () => {
  const limit = (name: string, figure: string) =>
    product.database.db.updateTable('sys_dict_data').set({ label: figure, local_name: figure }).where('type', '=', 'rapidProject').where(
      'value',
      '=',
      name,
    ).execute()
  await limit('longestDays', '90')
  await limit('largestBudget', '4500')
  const reply = await on.apply(product.as('quality', 'en_US'), charter)
  expect(on.refusal(reply).fields).toMatchObject({
    period: 'A rapid project can last at most 90 days. Use the full project process',
    estimatedTotalAmount: 'The budget is more than ￥4,500. Use the full project process',
  })
})
