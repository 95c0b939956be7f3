import { afterAll, beforeAll, expect, it } from 'vitest'
import { transaction } from '../../../../server/database/transaction.ts'
import type { TestProduct } from '../../../../server/documents/testing.ts'
import { tell } from '../stories/tell.ts'
import { demoProduct, today } from '../testing.ts'
import { travelStories } from './stories.ts'

let product: TestProduct

beforeAll(async () => {
  product = await demoProduct()
  const { composition: { host, flows, storage }, database: { db } } = product
  await transaction(db, async (inner) => tell({ host, flows, storage, db: inner, anchor: today }, travelStories(today)))
}, 120_000)
afterAll(() => product?.close())

it('of travel are all told, the books agree, and a completed trip waits for its claim', async () => {
  const { db } = product.database
  const rows = await db.selectFrom('document').select(['type', 'state']).select(({ fn }) => fn.countAll<string>().as('count')).groupBy(['type', 'state']).execute()
  const states = (type: string) => Object.fromEntries(rows.filter((row) => row.type === type).map(({ state, count }) => [state, Number(count)]))
  expect(states('businessTrip')).toEqual({ inApproval: 4, refused: 2, completed: 18, voided: 1, revoked: 1 })
  expect(states('travelReimbursement')).toEqual({ inApproval: 3, refused: 1, completed: 10, revoked: 1 })
  expect(states('taxiApply')).toEqual({ inApproval: 1, refused: 1, completed: 12 })
  expect(states('dispatchCar')).toEqual({ inApproval: 2, completed: 4, revoked: 1, voided: 1 })
  const trip = await db.selectFrom('document').select('id').where('type', '=', 'businessTrip').where('applicant', '=', 'u-employee').where('title', 'like', '%出差%').where('state', '=', 'completed').orderBy('started_at', 'desc').execute()
  const claimable = await Promise.all(trip.map(({ id }) => product.as('employee').get(`/workflow/canReimburse/${id}`)))
  expect(claimable.filter(({ code }) => code === 200)).toEqual(expect.arrayContaining([expect.objectContaining({ data: { ok: true, target: 'travelReimbursement', data: { tripLinks: [expect.any(String)] } } })]))
  await product.audit()
})
