import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestProduct } from '#server/documents/testing.ts'
import { filledIn, getFile, sendFile } from '#server/imports/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

let product: TestProduct

beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product.close())

const path = '/budgetservice/expenseType'

/** Imports a file with rows of code and parent code. */
async function bring(...rows: readonly (readonly [code: string, parent: string])[]) {
  const who = (await product.as('finance').bearer()).replace('Bearer ', '')
  const { bytes } = await getFile(product.app, `${path}/template`, who)
  return (await sendFile(product.app, { path, who,
    bytes: await filledIn(bytes, rows.map(([code, parent]) => [code, `类别${code}`, `Category ${code}`, parent, '', ''])) })).data
}

const parentOf = async (code: string) =>
  (await product.database.db.selectFrom('expense_category as own').leftJoin('expense_category as above', 'above.id', 'own.parent').select(
    'above.code',
  ).where('own.code', '=', code)
    .executeTakeFirst())?.code

it('brings a category and those below it in one file, in whatever order they stand', async () => {
  expect(await bring(['NEW-B', 'NEW'], ['NEW', ''], ['NEW-A', 'NEW'], ['OLD-A', 'OFFICE'])).toMatchObject({ total: 4, success: 4,
    failed: 0 })
  expect(await Promise.all(['NEW', 'NEW-A', 'NEW-B', 'OLD-A'].map(parentOf))).toEqual([null, 'NEW', 'NEW', 'OFFICE'])
  expect(await bring(['NEW-B', 'NEW'], ['NEW', ''])).toMatchObject({ success: 0, unchanged: 2, failed: 0 })
})

it('says which row has a parent that is nowhere, that fails itself, or that is in a circle', async () => {
  const { failures, success } = await bring(['LOST', 'NOWHERE'], ['bad code', ''], ['CHILD', 'bad code'], ['ONE', 'TWO'], ['TWO', 'ONE'], [
    'FINE',
    '',
  ])
  expect(success).toBe(1)
  expect(failures).toHaveLength(5)
  for (const name of ['NOWHERE', 'bad code', 'TWO', 'ONE'])
    expect(failures.filter(({ reason }) => reason.includes(name)).length).toBeGreaterThan(0)
  expect(await parentOf('CHILD')).toBeUndefined()
})

it('keeps two levels', async () => {
  const { failures } = await bring(['L1', ''], ['L2', 'L1'], ['L3', 'L2'])
  expect(failures).toHaveLength(1)
  expect(await parentOf('L2')).toBe('L1')
  expect(await parentOf('L3')).toBeUndefined()
})
