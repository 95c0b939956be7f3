import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '#server/database/open.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { readEnv } from '#server/env.ts'
import { type ExternalSystems, externalSystems, followForgetting } from '#server/external/external-systems.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { sapCallsOfForms } from './external-calls.ts'
import { type Simulator, startSimulator } from './simulator/server.ts'

let simulator: Simulator
let product: TestProduct
/** The second instance: its connection, and the answers that it keeps. */
let database: Database
let other: ExternalSystems
/** Cost centres as SAP has them now. */
const centres = ['CC1010']

beforeAll(async () => {
  simulator = await startSimulator({ user: 'oa', password: 'secret', isAlone: false, now: () => today,
    masters: async (set) => set === 'API_COSTCENTER_SRV/A_CostCenter' ? centres.map((CostCenter) => ({ CostCenter })) : [] })
  const settings = { SAP_SYSTEM_URL: simulator.url, SAP_SYSTEM_USER: 'oa', SAP_SYSTEM_PASSWORD: 'secret' }
  product = await demoProduct({ settings })
  database = product.database.second()
  other = externalSystems(new Map(Object.entries(sapCallsOfForms)), { env: readEnv(settings), db: database.db,
    clock: { now: () => today } })
  await followForgetting(database, () => other)
}, 120_000)
afterAll(async () => {
  await database?.close()
  await product?.close()
  await simulator?.close()
})

const question = { call: 'sap.costCenters', parameters: {} }
const here = async () => (await product.as('admin').get<{ code: string }[]>('/oaserver/sap/costCenters')).data.map(({ code }) => code)
const there = async () => {
  await other.ask([question], { maxAge: Number.POSITIVE_INFINITY })
  return other.answer(question)?.rows.map(({ value }) => value)
}

it('cleans what every instance keeps of SAP', async () => {
  expect([await here(), await there()]).toEqual([['CC1010'], ['CC1010']])
  centres.push('CC1011')
  expect([await here(), await there()]).toEqual([['CC1010'], ['CC1010']])
  expect((await product.as('admin').post('/oaserver/sap/cache/clean', { kind: 'projects' })).code).toBe(200)
  expect(await here()).toEqual(['CC1010'])
  expect((await product.as('admin').post('/oaserver/sap/cache/clean', {})).code).toBe(200)
  expect(await here()).toEqual(['CC1010', 'CC1011'])
  await vi.waitFor(async () => expect(await there()).toEqual(['CC1010', 'CC1011']), { timeout: 20_000 })
})

it('takes master data over from the system, as from the gateway', async () => {
  const { db } = product.database
  const run = (path: string) => product.as('admin').post(path, {})
  centres.push('CC9901')
  expect((await run('/budgetservice/costCenter/sync')).code).toBe(200)
  expect(await db.selectFrom('cost_center').select('code').where('code', '=', 'CC9901').execute()).toHaveLength(1)
})
