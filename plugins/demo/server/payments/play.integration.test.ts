import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from '../../../../server/database/transaction.ts'
import type { TestProduct } from '../../../../server/documents/testing.ts'
import { Refused } from '../../../../src/kernel/errors.ts'
import { demoProduct, today } from '../testing.ts'
import { playPayments } from './play.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
  const { composition } = product
  await transaction(composition.host.db, (db) => playPayments(composition, db, today)).catch((error: unknown) => {
    throw error instanceof Refused ? new Error(JSON.stringify(error.fields)) : error
  })
})
afterAll(() => product?.close())

const statesOf = async (type: string) => {
  const rows = await product.database.db.selectFrom('document').select(({ fn }) => ['state', fn.countAll<string>().as('count')]).where('type', '=', type).groupBy('state').execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]))
}

describe('the payments of the demo company', () => {
  it('stand in every state', async () => {
    expect(await statesOf('disbursement')).toEqual({ completed: 6, inApproval: 3, refused: 1, revoked: 1, voided: 1 })
    expect(await statesOf('qualityClaim')).toEqual({ completed: 2, inApproval: 1 })
    await product.audit()
  })

  it('are written off in part, in full, and not at all', async () => {
    const { data } = await product.as('admin').post<{ records: { procInstId: string; title: string }[] }>('/oaserver/disbursement/page', { size: 50 })
    const openOf = async (title: string) => {
      const found = data.records.find((record) => record.title === title)
      return (await product.as('admin').get<{ business: { openBalance: string } }>(`/oaserver/disbursement/detail?procInstId=${found?.procInstId}`)).data.business.openBalance
    }
    expect([await openOf('展会备用金'), await openOf('部门备用金'), await openOf('测试设备押汇')]).toEqual(['1800.00', '0.00', '2600.00'])
  })
})
