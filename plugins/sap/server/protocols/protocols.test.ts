import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tables } from '#server/database/tables.ts'
import { type Env, readEnv } from '#server/env.ts'
import type { SentLine } from '#server/postings/posting.ts'
import { notConnectedBy } from '../failure.ts'
import { checkBySystem, listBySystem, postBySystem } from '../port.ts'
import { shippedUnits, unitCodesOf } from '../units.ts'
import { startSimulator, type Simulator, type SimulatorOptions } from '../simulator/server.ts'
import { sampleMasters } from '../simulator/masters.ts'
import { sapCallsOfForms } from '../external-calls.ts'
import { requestIdOf } from './odata.ts'

let simulator: Simulator
const start = async (options: Partial<SimulatorOptions> = {}) => {
  simulator = await startSimulator({ user: 'oa', password: 'secret', masters: sampleMasters, now: () => new Date(), ...options })
}
beforeEach(() => start())
afterEach(() => simulator.close())

const at = new Date('2026-11-20T02:00:00Z')
const units = unitCodesOf(shippedUnits)
/** A database without records, in which no unit has a code. */
const emptyDatabase = new Kysely<Tables>({
  dialect: { createAdapter: () => new PostgresAdapter(), createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db), createQueryCompiler: () => new PostgresQueryCompiler() },
})
const envOf = (settings: Record<string, string> = {}): Env =>
  readEnv({ SAP_SYSTEM_URL: simulator.url, SAP_SYSTEM_USER: 'oa', SAP_SYSTEM_PASSWORD: 'secret', SAP_CLIENT: '100', SAP_LANGUAGE: 'ZH',
    SAP_COMPANY_CODE: '1000', ...settings })

const issue = { movementCode: '03', postingDate: '2026-11-20', documentDate: '2026-11-20', materials: ['R-001', 'R-002', 'S-001'],
  plants: ['1000', '1000', '1000'], storageLocations: ['0001', '0001', '0001'], movements: ['201', '201', '201'], quantities: [1.5, 0, 3],
  units: ['PC', 'PC', 'PC'], costCentre: 'CC1010' }

const lineOf = (body: object, change: Partial<SentLine> = {}): SentLine => ({ key: 'LLSQ202611200001-1-issue', body, createdAt: at,
  attempts: 1, prior: null, ...change })
const post = (call: string, line: SentLine, env = envOf()) => postBySystem({ env, at, units }, call, line)
const documents = (set = 'API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentHeader') => simulator.store.records(set).map(({ values }) => values)

describe('a posting over OData', () => {
  it('is created with its rows, under our references, without rows of no quantity', async () => {
    expect(await post('sap.materialDocument', lineOf(issue))).toEqual({ outcome: 'posted', number: '4900000000/2026' })
    expect(documents()).toMatchObject([{ ReferenceDocument: 'LLSQ202611200001', MaterialDocumentHeaderText: 'LLSQ202611200001-1-issue',
      PostingDate: `/Date(${Date.parse('2026-11-20')})/`, GoodsMovementCode: '03' }])
    expect(
      documents('API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem').map((
        { Material, QuantityInEntryUnit, CostCenter },
      ) => [Material, QuantityInEntryUnit, CostCenter]),
    ).toEqual([['R-001', '1.5', 'CC1010'], ['S-001', '3', 'CC1010']])
  })

  it('brings what is blocked into blocked stock, and none of what is not', async () => {
    const back = { ...issue, movements: '202', quantities: [0, 0, 2], blockedQuantities: [1.5, 0, 1] }
    expect(await post('sap.materialDocument', lineOf(back))).toMatchObject({ outcome: 'posted' })
    expect(
      documents('API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem').map((
        { Material, QuantityInEntryUnit, InventoryUsabilityCode: stock },
      ) => [Material, QuantityInEntryUnit, stock]),
    ).toEqual([['S-001', '2', undefined], ['R-001', '1.5', 'S'], ['S-001', '1', 'S']])
    expect(await post('sap.materialDocument', lineOf({ ...back, quantities: [0, 0, 0] }, { key: 'blocked-1' }))).toMatchObject({
      outcome: 'posted',
    })
    expect(await post('sap.materialDocument', lineOf({ ...issue, quantities: [0, 0, 0] }, { key: 'none-1' }))).toMatchObject({
      outcome: 'refused',
      details: [{ code: 'noQuantity' }],
    })
  })

  it('is refused at the row and entry that SAP names, also where rows were left out', async () => {
    simulator.faults.add({ kind: 'refuses', about: 'A_MaterialDocumentHeader', ms: 0, retryAfter: 0, row: 2, property: 'Material',
      code: 'M7/021', message: 'Deficit of SL Unrestricted-use 5 PC', chance: 1 })
    expect(await post('sap.materialDocument', lineOf(issue))).toMatchObject({ outcome: 'refused', code: 'M7 021', field: 'materials',
      message: 'E  M7 021  Deficit of SL Unrestricted-use 5 PC', details: [{ severity: 'error', row: 2, field: 'materials' }] })
  })

  it('is not sent where the service has no room for a value', async () => {
    expect(await post('sap.materialDocument', lineOf({ ...issue, plants: ['1000', '1000', '10000'], quantities: [1.5, 0, 1.2345] })))
      .toMatchObject({
        outcome: 'refused',
        details: [{ code: 'tooLong', row: 2, field: 'plants' }, { code: 'precision', row: 2, field: 'quantities' }],
      })
    expect(documents()).toEqual([])
  })

  it('has the codes of SAP for its units, and is not sent where a unit has none', async () => {
    const set = 'API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentItem'
    expect(await post('sap.materialDocument', lineOf({ ...issue, units: ['pcs', 'pcs', 'carton'] }))).toMatchObject({ outcome: 'posted' })
    expect(documents(set).map(({ EntryUnit }) => EntryUnit)).toEqual(['PC', 'CAR'])
    const without = lineOf({ ...issue, units: ['pcs', 'item', 'item'] }, { key: 'LLSQ202611200002-1-issue' })
    const finding = [{ severity: 'error', code: 'noUnit', row: 2, field: 'units' }]
    expect(await post('sap.materialDocument', without)).toMatchObject({ outcome: 'refused', code: 'noUnit', details: finding })
    expect(await checkBySystem({ env: envOf(), at, units }, 'sap.materialDocument', without)).toMatchObject({ outcome: 'checked',
      details: finding })
    expect(await post('sap.asset', lineOf({ assetClass: '3000', description: 'oven', quantity: 1, unit: 'item' }))).toMatchObject({
      outcome: 'refused',
      details: [{ code: 'noUnit', field: 'unit' }],
    })
    const bill = { actions: ['qty'], states: ['0'], parents: ['P-001'], plants: ['1000'], oldComponents: ['R-001'], oldQuantities: ['1'],
      newQuantities: ['2'], oldUnits: ['item'], newUnits: [''] }
    expect(await checkBySystem({ env: envOf(), at, units }, 'sap.bomItems', lineOf(bill, { prior: '5' }))).toMatchObject({
      details: [{ code: 'noUnit', row: 0, field: 'oldUnits' }],
    })
    expect(documents(set)).toHaveLength(2)
  })

  it('is done once where its answer was lost: by the request it is known by, or looked up where SAP knows none', async () => {
    for (const unsupported of [[], ['API_MATERIAL_DOCUMENT_SRV']]) {
      await simulator.close()
      await start({ unsupported })
      const env = envOf()
      await fetch(`${simulator.url}/control/faults`, { method: 'POST', body: JSON.stringify({ kind: 'losesAnswer', times: 1 }) })
      await expect(post('sap.materialDocument', lineOf(issue), env)).resolves.toEqual({ outcome: 'unknown' })
      simulator.store.forget()
      expect(await post('sap.materialDocument', lineOf(issue, { attempts: 2 }), env)).toEqual({ outcome: 'posted',
        number: '4900000000/2026' })
      expect(documents()).toHaveLength(1)
    }
  })

  it('is told the same again by the request id alone', async () => {
    const env = envOf()
    const [one, other] = await Promise.all([post('sap.materialDocument', lineOf(issue), env),
      post('sap.materialDocument', lineOf(issue), env)])
    expect(one).toEqual(other)
    expect(documents()).toHaveLength(1)
    expect(requestIdOf(lineOf(issue).key)).toMatch(/^[0-9A-F]{32}$/)
  })

  it('waits where SAP is busy, as long as it says', async () => {
    const env = envOf()
    for (const [kind, status] of [['busy', 'overloaded'], ['throttled', 'Too many'], ['locked', 'locked by BATCH01']] as const) {
      await fetch(`${simulator.url}/control/faults`, { method: 'POST',
        body: JSON.stringify({ kind, times: 1, about: 'POST', retryAfter: 90 }) })
      expect(await post('sap.materialDocument', lineOf(issue), env)).toMatchObject({ outcome: 'busy', retryAfter: 90,
        message: expect.stringContaining(status) as string })
    }
    expect(documents()).toEqual([])
  })

  it('asks for another csrf token, or access token, where the one it has expired', async () => {
    const env = envOf({ SAP_SYSTEM_TOKEN_URL: `${simulator.url}/oauth/token`, SAP_SYSTEM_CLIENT_ID: 'oa',
      SAP_SYSTEM_CLIENT_SECRET: 'secret' })
    expect(await post('sap.materialDocument', lineOf(issue), env)).toMatchObject({ outcome: 'posted' })
    await fetch(`${simulator.url}/control/expire`, { method: 'POST' })
    expect(await post('sap.materialDocument', lineOf(issue, { key: 'LLSQ202611200002-1-issue' }), env)).toMatchObject({ outcome: 'posted' })
    expect(await post('sap.materialDocument', lineOf(issue), envOf({ SAP_SYSTEM_PASSWORD: 'other' }))).toMatchObject({ outcome: 'busy' })
  })

  it('takes a document back by its function, once', async () => {
    const env = envOf()
    await post('sap.materialDocument', lineOf(issue), env)
    const back = lineOf({ number: '4900000000/2026', original: issue }, { key: 'LLSQ202611200001-1-issue-reversal' })
    expect(await post('sap.materialDocumentCancellation', back, env)).toEqual({ outcome: 'posted', number: '4900000001/2026' })
    expect(await post('sap.materialDocumentCancellation', { ...back, key: 'other' }, env)).toMatchObject({ outcome: 'refused',
      code: 'M7 324' })
  })

  it('changes records that are there with their ETags, once more where somebody else did so meanwhile', async () => {
    const env = envOf()
    const reservation = { movement: '201', materials: ['R-001', 'R-002'], plants: '1000', quantities: [1, 2], units: ['PC', 'PC'],
      requirementDates: '2026-12-01' }
    expect(await post('sap.reservation', lineOf(reservation), env)).toEqual({ outcome: 'posted', number: '0000000001' })
    expect(await post('sap.reservationDeletion', lineOf({ number: '0000000001' }, { key: 'back' }), env)).toEqual({ outcome: 'posted',
      number: '0000000001' })
    expect(documents('API_RESERVATION_DOCUMENT_SRV/A_ReservationDocumentItem').map((row) => row['ReservationItmIsMarkedForDeltn'])).toEqual(
      [
        true,
        true,
      ],
    )
    expect(await post('sap.reservationDeletion', lineOf({ number: '9' }, { key: 'none' }), env)).toMatchObject({ outcome: 'refused' })
    const change = { description: 'LLSQ 1', reason: 'first', validFrom: '2026-12-01' }
    const made = await post('sap.changeMaster', lineOf(change, { key: 'ECN1-1-c' }), env)
    expect(made).toEqual({ outcome: 'posted', number: '500000000001' })
    expect(
      await post('sap.changeMaster', lineOf({ ...change, changeNumber: '500000000001', description: 'second' }, { key: 'ECN1-2-c' }), env),
    )
      .toEqual(made)
    expect(documents('API_CHANGEMASTER/A_ChangeMaster')).toMatchObject([{ ReasonForChangeText: 'second',
      ChangeNumberDescription: 'ECN1-1-c' }])
  })

  it('changes bills of material in one change set, all or none, each line by its action', async () => {
    const set = 'API_BILL_OF_MATERIAL_SRV/MaterialBOMItem'
    const lists = { actions: ['add', 'rev', 'qty', 'replace', 'delete'], states: ['0', '0', '1', '0', '0'],
      parents: Array(5).fill('P-001') as string[], plants: Array(5).fill('1000') as string[],
      oldComponents: [null, 'R-001', 'R-001', 'R-002', 'C-001'], oldQuantities: [null, null, '1', '2', '3'],
      oldUnits: [null, 'PC', 'PC', 'PC', 'PC'], newComponents: ['J-001', 'R-001', null, 'R-003', null],
      newQuantities: ['4', null, '1.5', '2', null], newUnits: ['PC', null, null, 'PC', null] }
    const env = envOf()
    const sent = (change: object = {}, line: Partial<SentLine> = {}) =>
      post('sap.bomItems', lineOf({ ...lists, ...change }, { prior: '500000000001', ...line }), env)
    expect(await sent({ newComponents: ['J-001', 'R-001', null, 'ZZZ', null] })).toMatchObject({ outcome: 'refused', code: 'M3 305',
      details: [{ row: 3, field: 'newComponents' }] })
    expect(await sent({ oldComponents: [null, null, 'R-009', 'R-002', 'C-001'] })).toMatchObject({ outcome: 'refused',
      details: [{ row: 2, field: 'oldComponents', message: expect.stringContaining('R-009') as string }] })
    expect(await sent({}, { prior: null })).toMatchObject({ outcome: 'refused' })
    expect(documents(set)).toEqual([])
    expect(await checkBySystem({ env, at, units }, 'sap.bomItems', lineOf({ ...lists, parents: ['P-001', '', 'R-001', 'P-001', 'P-001'] })))
      .toMatchObject({ outcome: 'checked', details: [{ row: 2, field: 'parents' }] })
    await fetch(`${simulator.url}/control/faults`, { method: 'POST',
      body: JSON.stringify({ kind: 'losesAnswer', times: 1, about: '$batch' }) })
    expect(await sent()).toEqual({ outcome: 'unknown' })
    simulator.store.forget()
    expect(await sent({}, { attempts: 2 })).toEqual({ outcome: 'posted', number: '500000000001' })
    expect(documents(set).map((item) => [item['BillOfMaterialComponent'], item['BillOfMaterialItemQuantity'], item['Plant']])).toEqual([
      ['J-001', '4', '1000'],
      ['R-001', '1.5', '1000'],
      ['R-003', '2', '1000'],
      ['C-001', '3.000', '1000'],
    ])
    expect(new Set(documents(set).map((item) => item['EngineeringChangeDocument']))).toEqual(new Set(['500000000001']))
    expect(await listBySystem({ env }, 'sap.bomItems', 'LLSQ2026')).toEqual([
      { reference: 'LLSQ202611200001-1-issue', number: '500000000001' },
    ])
    const asked = { env: envOf(), db: emptyDatabase, at: new Date() }
    expect(await sapCallsOfForms['sap.bom']?.ask(asked, { material: 'P-001', plant: '1000' })).toEqual([{ count: 3,
      lines: 'R-001 × 1.5 PC\nR-003 × 2 PC\nJ-001 × 4 PC' }])
    expect(await sapCallsOfForms['sap.bomComponent']?.ask(asked, { material: 'P-001', component: 'R-001' })).toEqual([{ quantity: '1.5' }])
    expect(await sapCallsOfForms['sap.bomComponent']?.ask(asked, { material: 'R-001', component: 'R-001' })).toEqual([{ quantity: null }])
  })

  it('releases a purchase requisition line by line, and gives it back as a whole', async () => {
    const env = envOf()
    const request = { documentType: 'NB', materials: ['R-001', 'R-002'], plants: ['1000', '1000'], quantities: [1, 2], units: ['PC', 'PC'],
      deliveryDates: ['2026-12-01', '2026-12-01'] }
    expect(await post('sap.purchaseRequisition', lineOf(request, { key: 'CG1-1' }), env)).toMatchObject({ number: '0010000000' })
    const result = { requisition: '0010000000', result: 'APPROVED', items: [{ itemNo: 10, decision: '1' }, { itemNo: 20, decision: '0' }] }
    const released = (change: object = {}) => post('sap.requisitionRelease', lineOf({ ...result, ...change }, { key: 'PR1-1' }), env)
    expect(await released()).toEqual({ outcome: 'posted', number: '0010000000' })
    const set = 'API_PURCHASEREQ_PROCESS_SRV/A_PurchaseRequisitionItem'
    const states = () => documents(set).map((item) => [item['PurReqnReleaseStatus'], item['IsDeleted']])
    expect(states()).toEqual([['05', undefined], [undefined, 'X']])
    expect(await released({ result: 'REFUSED', items: undefined })).toMatchObject({ outcome: 'posted' })
    expect(states()).toEqual([['08', undefined], ['08', 'X']])
    expect(await released({ items: [{ itemNo: 10, decision: '1' }, { itemNo: 30, decision: '1' }] })).toMatchObject({ outcome: 'refused',
      details: [{ row: 1, field: 'items' }] })
    expect(await released({ requisition: '0010009999' })).toMatchObject({ outcome: 'refused' })
  })

  it('finds a deletion done whose answer was lost', async () => {
    const env = envOf()
    const body = { actions: ['delete'], states: ['0'], parents: ['P-001'], plants: ['1000'], oldComponents: ['R-001'],
      oldQuantities: ['1'] }
    await fetch(`${simulator.url}/control/faults`, { method: 'POST',
      body: JSON.stringify({ kind: 'losesAnswer', times: 1, about: '$batch' }) })
    const now = new Date()
    const sent = (line: Partial<SentLine>) => postBySystem({ env, at: now, units }, 'sap.bomItems', lineOf(body, { prior: '5', ...line }))
    expect(await sent({})).toEqual({ outcome: 'unknown' })
    simulator.store.forget()
    const later = { env, units, at: new Date(now.getTime() + 60_000) }
    expect(await postBySystem(later, 'sap.bomItems', lineOf(body, { prior: '5', attempts: 2 }))).toEqual({ outcome: 'posted', number: '5' })
    expect(await postBySystem(later, 'sap.bomItems', lineOf(body, { prior: '5', key: 'other' }))).toMatchObject({ outcome: 'refused' })
  })

  it('is judged without being written, each message at its row', async () => {
    const request = { documentType: 'NB', materials: ['R-001', 'GONE'], plants: ['1000', '1000'], quantities: [1, 2], units: ['PC', 'PC'],
      deliveryDates: ['2026-12-01', '2026-12-01'], purchaseGroup: 'P01' }
    for (const env of [envOf(), envOf({ SAP_INTERFACES: 'sap.purchaseRequisition=API_PURCHASEREQUISITION_2' })]) {
      const check = await checkBySystem({ env, at, units }, 'sap.purchaseRequisition', lineOf(request))
      expect(check).toMatchObject({ outcome: 'checked', details: [{ severity: 'error', code: 'M3 305', row: 1, field: 'materials' }] })
      expect(await checkBySystem({ env, at, units }, 'sap.purchaseRequisition', lineOf({ ...request, materials: ['R-001', 'R-002'] })))
        .toEqual({
          outcome: 'checked',
          details: [],
        })
      expect(
        await post('sap.purchaseRequisition',
          lineOf({ ...request, materials: ['R-001', 'R-002'] }, { key: `PR-${env.sapSystem?.chosen['sap.purchaseRequisition'] ?? ''}` }),
          env),
      ).toMatchObject({ outcome: 'posted' })
    }
    expect(documents('API_PURCHASEREQ_PROCESS_SRV/A_PurchaseRequisitionHeader')).toHaveLength(1)
    expect(documents('API_PURCHASEREQUISITION_2/PurchaseReqn')).toHaveLength(1)
    await simulator.close()
    expect(await checkBySystem({ env: envOf(), at, units }, 'sap.purchaseRequisition', lineOf(request))).toEqual({ outcome: 'unavailable' })
    await start()
  })

  it('is listed under our references', async () => {
    const env = envOf()
    for (const number of [1, 2]) await post('sap.materialDocument', lineOf(issue, { key: `LLSQ20261120000${number}-1-issue` }), env)
    expect(await listBySystem({ env }, 'sap.materialDocument', 'LLSQ2026')).toEqual([
      { reference: 'LLSQ202611200001-1-issue', number: '4900000000/2026' },
      { reference: 'LLSQ202611200002-1-issue', number: '4900000001/2026' },
    ])
  })
})

describe('a posting over SOAP', () => {
  const asset = { inventoryNo: 'A-1', assetClass: '3000', description: 'Reflow oven <8 zones> & feeder', costCentre: 'CC1010', quantity: 1,
    unit: 'PC' }

  it('is created and committed, judged in a test run, and looked up where the answer was lost', async () => {
    const env = envOf()
    expect(await checkBySystem({ env, at, units }, 'sap.asset', lineOf({ ...asset, costCentre: 'CC9' }))).toMatchObject({
      outcome: 'checked',
      details: [{ code: 'KI 265', field: 'costCentre', message: 'Cost center 1000/CC9 does not exist' }],
    })
    expect(documents('BAPI/ASSET')).toEqual([])
    await fetch(`${simulator.url}/control/faults`, { method: 'POST',
      body: JSON.stringify({ kind: 'losesAnswer', times: 1, about: 'COMMIT' }) })
    expect(await post('sap.asset', lineOf(asset), env)).toEqual({ outcome: 'unknown' })
    expect(await post('sap.asset', lineOf(asset, { attempts: 2 }), env)).toEqual({ outcome: 'posted', number: '000000100000/0000' })
    expect(documents('BAPI/ASSET')).toMatchObject([{ DESCRIPT: 'Reflow oven <8 zones> & feeder' }])
    expect(await post('sap.asset', lineOf({ ...asset, costCentre: 'CC9' }, { key: 'other' }), env)).toMatchObject({ outcome: 'refused',
      code: 'KI 265', field: 'costCentre' })
  })

  it('goes to the gateway where the settings say so', async () => {
    expect(await post('sap.asset', lineOf(asset), envOf({ SAP_INTERFACES: 'sap.asset=gateway' }))).toBeUndefined()
    expect(await post('sap.condition', lineOf({}))).toBeUndefined()
  })
})

describe('a system that answers wrongly, or not at all', () => {
  let server: Server
  let answer: RequestListener = () => undefined
  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  })
  afterAll(() => void server.close())
  const envOfServer = () =>
    readEnv({ SAP_SYSTEM_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, SAP_SYSTEM_USER: 'oa',
      SAP_SYSTEM_PASSWORD: 'a' })
  const document = { MaterialDocument: '4900000009', MaterialDocumentYear: '2026', MaterialDocumentHeaderText: 'of another' }

  it('is not believed where it answers for another request, or with records that were not asked for', async () => {
    answer = (request, response) => {
      const body = request.method === 'GET' ? { d: { results: [document] } } : { d: document }
      response.writeHead(request.method === 'GET' ? 200 : 201, { 'content-type': 'application/json', 'x-csrf-token': 'a' })
        .end(JSON.stringify(body))
    }
    for (const attempts of [1, 2])
      expect(await post('sap.materialDocument', lineOf(issue, { attempts }), envOfServer())).toEqual({ outcome: 'unknown',
        message: 'SAP返回的是另一笔过账的结果/SAP answered for another posting' })
  })

  it('is waited for by its own clock', async () => {
    const dates = { date: 'Fri, 20 Nov 2026 05:00:00 GMT', 'retry-after': 'Fri, 20 Nov 2026 05:02:00 GMT' }
    answer = (request, response) => void response.writeHead(request.method === 'GET' ? 200 : 503, { 'x-csrf-token': 'a', ...dates }).end()
    expect(await post('sap.materialDocument', lineOf(issue), envOfServer())).toMatchObject({ outcome: 'busy', retryAfter: 120 })
  })

  it('was sent nothing where no connection came about, which is said', async () => {
    const env = envOf()
    await simulator.close()
    expect(await post('sap.materialDocument', lineOf(issue), env)).toEqual({ outcome: 'busy', message: '无法连接SAP/SAP can’t be reached' })
    expect(await post('sap.materialDocument', lineOf(issue, { attempts: 2 }), env)).toMatchObject({ outcome: 'unknown' })
    const failed = (code: string) => new Error('failed', { cause: Object.assign(new Error(code), { code }) })
    expect(notConnectedBy(failed('CERT_HAS_EXPIRED'))).toMatch(/expired or not yet valid/)
    expect(notConnectedBy(failed('ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED'))).toMatch(/our certificate/)
    expect(notConnectedBy(failed('DEPTH_ZERO_SELF_SIGNED_CERT'))).toMatch(/cannot be verified/)
    expect(notConnectedBy(failed('ECONNRESET'))).toBeUndefined()
    await start()
  })
})
