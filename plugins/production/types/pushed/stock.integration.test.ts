import { afterAll, beforeAll, expect, it } from 'vitest'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import { type Simulator, startSimulator } from '#plugins/sap/server/public-api.ts'
import { moqApproveSap } from './moqApproveSap.ts'
import { delivery, inboundProduct, type InboundProduct } from './testing-inbound.ts'

let world: InboundProduct
let simulator: Simulator
let supplier: string
const stock = (qty: string, plant: string) => ({ Material: 'J-001', Plant: plant, StorageLocation: '1001', Batch: '',
  InventoryStockType: '01', MaterialBaseUnit: 'PC', MatlWrhsStkQtyInMatlBaseUnit: qty })
const masters: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  'API_MATERIAL_STOCK_SRV/A_MatlStkInAcctMod': [stock('70.500', '1000'), stock('9', '2000')],
  'API_PRODUCT_SRV/A_ProductUnitsOfMeasure': ['PC', 'ROL'].map((AlternativeUnit) => ({ Product: 'J-001', AlternativeUnit })),
}
beforeAll(async () => {
  simulator = await startSimulator({ user: 'oa', password: 'secret', isAlone: false, now: () => new Date(),
    masters: async (set) => masters[set] ?? [] })
  world = await inboundProduct({ SAP_SYSTEM_URL: simulator.url, SAP_SYSTEM_USER: 'oa', SAP_SYSTEM_PASSWORD: 'secret' })
  supplier = (await world.product.database.db.selectFrom('supplier').select('code').where('enable', '=', true).orderBy('code')
    .executeTakeFirstOrThrow()).code
}, 120_000)
afterAll(async () => {
  await world?.product.close()
  await simulator?.close()
})

/** The line of a document as its initiator reads it. */
async function pushedLine(sapDocNo: string) {
  const { code, data } = await world.push(moqApproveSap.key,
    delivery({ sapDocNo, initiatorJobNo: world.jobNumber('dongmei'), title: 'MOQ' }, { batchNo: sapDocNo, plant: '1000',
      purchaseGroup: 'P01', buyerJobNo: world.jobNumber('dongmei') }, [{ itemNo: 10, material: 'J-001', desc: '连接器', unit: 'PC',
      supplier, requireQty: 0, moq: 1000, packQty: 100, orderQty: 1000, price: '3.200000', last6Usage: 500, stock: 80 }]))
  expect(code).toBe(200)
  const { business } = await filing(world.product, moqApproveSap).detailOf(world.product.as('dongmei'), data.businessKey)
  return (business['items'] as readonly object[])[0]
}

it('is read from SAP for the plant when the document comes, beside what was sent, with its time', async () => {
  expect(await pushedLine('MOQ1')).toMatchObject({ stock: '80', stockRead: '70.5',
    stockReadAt: expect.stringMatching(/^2026-11-20 10:00/) })
})

it('is left out where SAP does not answer, and holds nothing up', async () => {
  simulator.faults.add({ kind: 'busy', about: 'A_MatlStkInAcctMod', ms: 0, retryAfter: 1, code: '', message: '', chance: 1 })
  world.product.clock.now = () => new Date('2026-11-22T10:00:00+08:00')
  const line = await pushedLine('MOQ2')
  expect(line).toMatchObject({ stock: '80' })
  expect(line).not.toHaveProperty('stockRead', expect.anything())
})

it('names units as the dictionary does, and those that it lacks by their codes', async () => {
  world.product.clock.now = () => new Date('2026-11-23T10:00:00+08:00')
  const { data } = await world.product.as('buyer').get<readonly object[]>('/oaserver/sap/units?material=J-001')
  expect(data).toMatchObject([{ code: 'pcs', name: '个/pcs' }, { code: 'ROL', name: 'ROL' }])
})
