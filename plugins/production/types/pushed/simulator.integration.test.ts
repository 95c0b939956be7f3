import { afterAll, beforeAll, expect, it } from 'vitest'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import { type Simulator, startSimulator } from '#plugins/sap/server/public-api.ts'
import { negativeRecordSap } from './negativeRecordSap.ts'
import { pmcManualSap } from './pmcManualSap.ts'
import { sapPurchaseRequisition } from './sapPurchaseRequisition.ts'
import { type Change, delivery, inboundProduct, type InboundProduct } from './testing-inbound.ts'

let world: InboundProduct
let simulator: Simulator
let to: string
beforeAll(async () => {
  simulator = await startSimulator({ user: 'oa', password: 'secret', isAlone: false, now: () => new Date() })
  world = await inboundProduct()
  to = await world.product.app.listen({ port: 0, host: '127.0.0.1' })
}, 120_000)
afterAll(async () => {
  await world?.product.close()
  await simulator?.close()
})

interface PushAnswer {
  readonly requestId: string
  readonly status: number
  readonly answer: { readonly code: number; readonly data: { readonly businessKey: string } } | null
}

/** Lets the simulator push, as a person does it over HTTP. */
async function push(type: string, deliveries: readonly object[]): Promise<readonly PushAnswer[]> {
  const answer = await fetch(`${simulator.url}/control/push`, { method: 'POST',
    body: JSON.stringify({ to, client: 'sap-prd', secret: 'a-secret-of-the-tests-with-32-characters', type, deliveries }) })
  expect(answer.status).toBe(200)
  return await answer.json() as PushAnswer[]
}

const item = { itemNo: 10, desc: '端子压接夹具', qty: 3, unit: 'PC', price: '10.005000', priceUnit: 1, deliveryDate: '2026-12-20' }
const requisition = (change: Change, reason = '夹具补充') =>
  delivery({ initiatorJobNo: world.jobNumber('quality'), title: '采购申请', ...change }, { prNo: '0010012345', docType: 'NB',
    purchaseGroup: 'P01', plant: '1000', requester: '曹颖', requesterJobNo: world.jobNumber('quality'), reason }, [item])

const detailOf = (document: string) => filing(world.product, sapPurchaseRequisition).detailOf(world.product.as('quality'), document)

it('pushes a document twice under one request, and gets one document', async () => {
  const answers = await push(sapPurchaseRequisition.key, [{ document: requisition({ sapDocNo: 'S1' }), times: 2 }])
  expect(answers.map(({ status, answer }) => [status, answer?.code])).toEqual([[200, 200], [200, 200]])
  expect(new Set(answers.map(({ answer }) => answer?.data.businessKey)).size).toBe(1)
})

it('pushes versions that overtake one another: the newest stands, the late one is refused', async () => {
  const [first, second] = await push(sapPurchaseRequisition.key, [
    { document: requisition({ sapDocNo: 'S2', version: 1 }, '第一版'), late: 1_500 },
    { document: requisition({ sapDocNo: 'S2', version: 2 }, '第二版') },
  ])
  expect([first, second].map((one) => one?.answer?.code)).toEqual([200, 42009])
  expect((await detailOf(first!.answer!.data.businessKey)).business).toMatchObject({ sapVersion: 2, reason: '第二版' })
})

it('pushes half a document, which is none, and the whole of it under the same request', async () => {
  const document = requisition({ sapDocNo: 'S3' })
  const answers = await push(sapPurchaseRequisition.key, [{ document, half: true }, { document, late: 500 }])
  expect(answers.map(({ status }) => status)).toEqual([0, 200])
  expect(new Set(answers.map(({ requestId }) => requestId)).size).toBe(1)
})

it('pushes other types, and hands back at which path the product refuses', async () => {
  const line = { itemNo: 10, material: 'J-001', desc: '板对板连接器', unit: 'PC' }
  const [taken] = await push(pmcManualSap.key, [{
    document: delivery({ sapDocNo: 'S4', initiatorJobNo: world.jobNumber('zengyan'), title: '备料' }, { prepNo: 'B2600012', plant: '1000',
      plannerJobNo: world.jobNumber('zengyan'), expireDate: '2026-11-21',
      customer: (await world.product.database.db.selectFrom('customer').select('code').where('enable', '=', true).orderBy('code')
        .executeTakeFirstOrThrow()).code, reason: '客户预告订单提前备料' }, [{ ...line, qty: 500, price: '3.200000',
      requireDate: '2026-12-20' }]),
  }])
  expect(taken?.answer?.code).toBe(200)
  const [refused] = await push(negativeRecordSap.key, [{ document: delivery({ sapDocNo: 'S5', initiatorJobNo: 'X0', title: '申诉' }, {}, [
    line,
  ]) }])
  expect(refused?.answer?.code).toBe(42009)
})

it('pushes with the account of a receiver only, and says what it cannot read', async () => {
  const ask = (body: object) => fetch(`${simulator.url}/control/push`, { method: 'POST', body: JSON.stringify(body) })
  const order = { to, client: 'sap-prd', secret: 'x', type: pmcManualSap.key, deliveries: [{ document: { requestId: 'r1' } }] }
  expect(await (await ask(order)).json()).toMatchObject([{ requestId: 'r1', status: 401 }])
  const unknown = await ask({ ...order, deliveries: [] })
  expect([unknown.status, await unknown.json()]).toMatchObject([400, { problems: [expect.stringContaining('deliveries')] }])
})
