import { afterAll, beforeAll, expect, it } from 'vitest'
import { filledIn, getFile, type ImportReply, sendFile, textsOf } from '#server/imports/testing.ts'
import type { ImportAnswer } from '#kernel/answers.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import type { Role } from '#plugins/system/access-wire.ts'
import { peopleProduct } from '../testing-people.ts'

let product: TestProduct
beforeAll(async () => {
  product = await peopleProduct()
})
afterAll(() => product?.close())

const path = '/system/role/responsibilities'
const tokenOf = async (who: string) => (await product.as(who).bearer()).replace('Bearer ', '')
const file = async (url: string) => (await getFile(product.app, url, await tokenOf('anna'), 'en_US')).bytes
const send = async (rows: readonly (readonly string[])[], who = 'anna') => {
  const bytes = await filledIn(await file(`${path}/template`), rows.map((row) => [...row]))
  return (await sendFile(product.app, { path, who: await tokenOf(who), language: 'en_US', bytes })) as unknown as ImportReply<ImportAnswer>
}
const idOf = async (key: string) =>
  (await product.as('anna').post<{ records: Role[] }>('/system/role/page', { size: 200 })).data.records.find((one) => one.key === key)!.id
const responsible = async (role: string) =>
  (await product.as('anna').post<{ records: { id: string; responsible: unknown }[] }>(`/system/role/${await idOf(role)}/users/page`, {}))
    .data.records.map((
      one,
    ) => [one.id, one.responsible])

it('what members are responsible for comes in from a workbook and goes out as it came', async () => {
  const id = await idOf('planner')
  await product.as('anna').put(`/system/role/${id}/users`, { userIds: ['worker', 'clerk'] })
  const rows = [['planner', 'J-worker', 'Office', 'W; Line'], ['planner', 'J-clerk', 'Position level', 'All'], ['planner', 'J-clerk',
    'Office', '']]
  expect((await send(rows)).data).toMatchObject({ total: 3, failed: 0, success: 2, unchanged: 1 })
  expect(await responsible('planner')).toEqual(
    expect.arrayContaining([['worker', { office: ['works', 'line'] }], ['clerk', { level: ['*'] }]]),
  )
  expect((await send(rows)).data).toMatchObject({ success: 0, unchanged: 3 })
  const [heads, ...lines] = await textsOf(await file(`${path}/export?role=${id}`))
  expect(heads).toEqual(['Role', 'Job number', 'Scope', 'Responsible for', 'Role name', 'Name'])
  expect(lines.map((line) => line.slice(0, 4))).toEqual([['planner', 'J-clerk', 'Position level', 'All'], ['planner', 'J-worker', 'Office',
    'W; L']])
  expect((await send([['planner', 'J-worker', 'Office', '']])).data).toMatchObject({ success: 1 })
  expect(await responsible('planner')).toEqual(expect.arrayContaining([['worker', {}]]))
})

it('a wrong row says where, and changes nothing', async () => {
  const before = await responsible('planner')
  const { data } = await send([['nobody', 'J-worker', 'Office', 'W'], ['cashier', 'J-worker', 'Office', 'W'], ['planner', 'J-worker',
    'Office', 'nowhere'], ['planner', 'J-worker', 'Taste', 'W']])
  expect(data.failures.map(({ row, column }) => [row, column])).toEqual([[3, 'Role'], [4, 'Job number'], [5, 'Responsible for'], [6,
    'Scope']])
  expect(await responsible('planner')).toEqual(before)
  expect((await send([['planner', 'J-worker', 'Office', 'W']], 'worker')).code).toBe(403)
})
