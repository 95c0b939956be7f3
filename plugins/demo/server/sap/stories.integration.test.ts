import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../../../server/database/transaction.ts'
import type { TestProduct } from '../../../../server/documents/testing.ts'
import { Refused } from '../../../../src/kernel/errors.ts'
import { tell } from '../stories/tell.ts'
import { demoProduct, today } from '../testing.ts'
import { sapStories } from './stories.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
  const { composition } = product
  await transaction(composition.host.db, async (db) => tell({ ...composition, db, anchor: today }, await sapStories(db, today, today))).catch((error: unknown) => {
    throw error instanceof Refused ? new Error(JSON.stringify(error.fields)) : error
  })
}, 120_000)
afterAll(() => product?.close())

describe('the payments through SAP of the demo company', () => {
  it('are paid, posted, and on their way', async () => {
    const rows = await product.database.db.selectFrom('document').select(['state', 'value', 'current_nodes']).where('type', '=', 'sapPayment').orderBy('number').execute()
    expect(rows.map(({ state, value, current_nodes: nodes }) => [state, Boolean(value['sapPostNo']), nodes.map(({ id }) => id).join()])).toEqual([
      ['completed', true, ''], ['completed', true, ''], ['inApproval', true, 'cashier'], ['inApproval', false, 'accountantReview'],
    ])
    expect(await product.database.db.selectFrom('demo_sap_payment').select('key').execute()).toHaveLength(3)
    await product.audit()
  })
})
