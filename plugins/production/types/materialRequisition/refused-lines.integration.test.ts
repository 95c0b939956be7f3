import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormValue } from '#kernel/values/value.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { scaled } from '#server/testing-scale.ts'
import { chance } from '#plugins/demo/server/random.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from '#plugins/forms/server/contract-filing.ts'
import '#plugins/masters/server/public-api.ts'
import { type Simulator, startSimulator } from '#plugins/sap/server/public-api.ts'
import { materialRequisition } from './index.ts'

/** Requisitions with an error that SAP finds, and as many without. */
const documents = scaled({ enough: 8, all: 1_000 })

let simulator: Simulator
let product: TestProduct
let on: FilingSupport
let factory: string
let known: readonly string[]
/** A material that is here and not in SAP. */
let gone: string

beforeAll(async () => {
  simulator = await startSimulator({ user: 'oa', password: 'secret', isAlone: false, now: () => today,
    masters: async (set) => set === 'API_PRODUCT_SRV/A_Product' ? codes.slice(1).map((Product) => ({ Product })) : [] })
  product = await demoProduct({
    settings: { SAP_SYSTEM_URL: simulator.url, SAP_SYSTEM_USER: 'oa', SAP_SYSTEM_PASSWORD: 'secret', SAP_COMPANY_CODE: '1000',
      SAP_INTERFACES: 'sap.stock=gateway' },
  })
  on = filing(product, materialRequisition)
  const { db } = product.database
  factory = (await db.selectFrom('factory').select('id').where('code', '=', '1000').executeTakeFirstOrThrow()).id
  const rows = await db.selectFrom('material').select(['id', 'code', 'storage_location as location']).where('factory', '=', '1000').where(
    'batch_managed',
    '=',
    false,
  )
    .where('is_set', '=', false).where('code', 'like', 'J-%').orderBy('code').limit(4).execute()
  codes.push(...rows.map(({ code }) => code))
  gone = rows[0]!.id
  for (const { id, location } of rows) locations.set(id, location ?? '')
  known = rows.slice(1).map(({ id }) => id)
}, 240_000)
afterAll(async () => {
  await product?.close()
  await simulator?.close()
})

const codes: string[] = []
/** Storage location of each material. */
const locations = new Map<string, string>()
/** Rows of a requisition; the one that is wrong, from 0. */
const rows = (wrong: number | undefined): FormValue[] =>
  known.map((one, index) => {
    const material = index === wrong ? gone : one
    return { rowId: `m${index}`, material, quantity: '2.000', storageLocation: locations.get(material), unit: 'pcs' }
  })
const requisition = (wrong?: number): FormValue => ({ applicantDept: 'sz-quality', factory, requisitionType: 'production',
  movementType: '261', reason: 'trial', productionOrderNo: '1000123', useDate: '2026-11-20', receiver: 'u-quality', items: rows(wrong) })

const issued = (wrong?: number) => ({ business: { items: rows(wrong).map((row) => ({ ...row, issuedQty: '2.000' })) } })

it('is refused at the line that SAP does not like before the last signature, and not at all where it is clean', { timeout: 1_800_000 },
  async () => {
    const drawn = chance('refused-lines')
    let shown = 0
    for (let index = 0; index < documents; index += 1) {
      const wrong = drawn.between(0, known.length - 1)
      const id = await on.file('quality', requisition(wrong))
      await on.passThrough(id, {}, 'pmc')
      const refused = on.refusal(await on.pass(id, { comment: '同意' }))
      if (refused.fields[`items.${wrong}.material`]?.includes('M3 305')) shown += 1
      expect((await on.pending(id)).map(({ node }) => node)).toContain('pmc')
      // the page marks the row that was refused
      const { data } = await product.as('quality').get<
        { postings: { lines: { state: string; places: { table: string; row: number }[] }[] } }
      >(
        `/oaserver/materialRequisition/detail?procInstId=${id}`,
      )
      expect(data.postings.lines.flatMap(({ places }) => places)).toMatchObject([{ table: 'items', row: wrong + 1 }])
      await on.remove(id)
    }
    expect(shown).toBe(documents)
    for (let index = 0; index < documents; index += 1) {
      const id = await on.file('quality', requisition())
      await on.passThrough(id, { whIssue: issued(), receiverConfirm: { business: { receivedDate: '2026-11-20' } } })
      const refusedOnes = await product.database.db.selectFrom('posting').innerJoin('posting_attempt', 'posting_attempt.posting',
        'posting.id')
        .select('posting.id').where('document', '=', id).where('outcome', '<>', 'posted').execute()
      expect(refusedOnes).toEqual([])
    }
    expect(simulator.store.records('API_RESERVATION_DOCUMENT_SRV/A_ReservationDocumentHeader')).toHaveLength(documents)
    expect(simulator.store.records('API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentHeader')).toHaveLength(documents)
  })

it('is refused at its own line also where another line issues nothing', async () => {
  const id = await on.file('quality', requisition())
  await on.passThrough(id, {}, 'whIssue')
  // the first line that is sent is the second of the table
  simulator.faults.add({ kind: 'refuses', about: 'A_MaterialDocumentHeader', times: 1, ms: 0, retryAfter: 0, row: 1, property: 'Material',
    code: 'M7/021', message: 'Deficit of unrestricted-use stock', chance: 1 })
  const [first = {}, ...others] = rows(undefined)
  const body = {
    business: { items: [{ ...first, issuedQty: '0.000', shortReason: '缺料' }, ...others.map((row) => ({ ...row, issuedQty: '2.000' }))] },
  }
  expect(Object.keys(on.refusal(await on.pass(id, body)).fields)).toEqual(['items.1.material'])
  expect((await on.pass(id, body)).code).toBe(200)
  const sent = simulator.store.records('API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem').slice(-2)
  expect(sent.map(({ values }) => values['Material'])).toEqual(codes.slice(2))
})

it('is refused at the unit that has no code in SAP, while it is filed, until somebody gives it one', async () => {
  const { data: { records: [unit] } } = await product.as('admin').post<
    { records: { id: string; version: number; validFrom: string }[] }
  >(
    '/oaserver/sapUnit/page',
    { current: 1, size: 10, unit: 'pcs' },
  )
  const { id: record, version, validFrom } = unit!
  const saved = (change: object) =>
    product.as('admin').put('/oaserver/sapUnit', { id: record, version, unit: 'pcs', sapCode: 'PC', validFrom, status: '1', ...change })
  expect((await saved({ status: '0' })).code).toBe(200)
  const refused = on.refusal(await on.apply(product.as('quality'), requisition()))
  expect(refused.fields).toEqual(
    Object.fromEntries([0, 1, 2].map((index) => [`items.${index}.unit`, '该单位没有SAP代码，请联系管理员维护'])),
  )
  expect((await saved({ version: version + 1, sapCode: 'ST' })).code).toBe(200)
  const id = await on.file('quality', requisition())
  await on.passThrough(id, {}, 'whIssue')
  expect(simulator.store.records('API_RESERVATION_DOCUMENT_SRV/A_ReservationDocumentItem').at(-1)?.values['EntryUnit']).toBe('ST')
})
