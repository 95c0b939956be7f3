import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../../../../server/database/transaction.ts'
import type { TestProduct } from '../../../../server/documents/testing.ts'
import { tell } from '../stories/tell.ts'
import { demoProduct, today } from '../testing.ts'
import { generalStories } from './stories.ts'

let product: TestProduct

beforeAll(async () => {
  product = await demoProduct()
  const { composition: { host, flows, storage }, database: { db } } = product
  await transaction(db, async (inner) => tell({ host, flows, storage, db: inner, anchor: today }, await generalStories(inner, today)))
}, 120_000)
afterAll(() => product?.close())

it('of proposals are all told, and the books agree', async () => {
  const rows = await product.database.db.selectFrom('document').select('state').select(({ fn }) => fn.countAll<string>().as('count')).where('type', '=', 'proposalApply').groupBy('state').execute()
  expect(Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))).toEqual({ inApproval: 5, refused: 1, completed: 9, revoked: 1 })
  await product.audit()
})
