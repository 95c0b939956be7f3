import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../../../../server/database/transaction.ts'
import type { TestProduct } from '../../../../server/documents/testing.ts'
import { demoProduct, today } from '../testing.ts'
import { tell } from '../stories/tell.ts'
import { applicationStories } from './stories.ts'

let product: TestProduct

beforeAll(async () => {
  product = await demoProduct()
  const { composition: { host, flows, storage }, database: { db } } = product
  await transaction(db, async (inner) => tell({ host, flows, storage, db: inner, anchor: today }, await applicationStories(inner, today)))
}, 120_000)
afterAll(() => product?.close())

it('of applications are all told, and the books agree', async () => {
  const rows = await product.database.db
    .selectFrom('document').select(['type', 'state']).select(({ fn }) => fn.countAll<string>().as('count')).groupBy(['type', 'state']).execute()
  const states = (type: string) => Object.fromEntries(rows.filter((row) => row.type === type).map(({ state, count }) => [state, Number(count)]))
  expect(states('entertainmentApply')).toEqual({ inApproval: 4, refused: 2, completed: 18, voided: 1, revoked: 1 })
  expect(states('serviceFeeApply')).toEqual({ inApproval: 2, refused: 1, completed: 7 })
  expect(states('costBasedProcurement')).toEqual({ inApproval: 2, completed: 8, voided: 1, revoked: 1 })
  expect(states('expenseReimbursement')).toEqual({ inApproval: 2, completed: 4 })
  await product.audit()
})
