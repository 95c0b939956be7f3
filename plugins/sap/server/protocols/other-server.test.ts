import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import MockServer from '@sap-ux/fe-mockserver-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Env, readEnv } from '#server/env.ts'
import type { SentLine } from '#server/postings/posting.ts'
import { checkBySystem, listBySystem, postBySystem } from '../port.ts'
import { shippedUnits, unitCodesOf } from '../units.ts'
import { serviceOf } from '../released-services/facts.ts'
import { metadataOf } from '../simulator/metadata.ts'
import { readSystem } from '../readings.ts'

const names = ['API_MATERIAL_DOCUMENT_SRV', 'API_BILL_OF_MATERIAL_SRV', 'API_PURCHASEREQUISITION_2', 'API_PURCHASEREQ_PROCESS_SRV',
  'API_MATERIAL_STOCK_SRV']
const stock = ['R-001', 'R-002'].map((Material) => ({ Material, Plant: '1000', StorageLocation: '0001', Batch: '', InventoryStockType: '01',
  InventorySpecialStockType: '', MaterialBaseUnit: 'PC', MatlWrhsStkQtyInMatlBaseUnit: '7.000' })
)

const bill = { BillOfMaterial: '00000001', BillOfMaterialCategory: 'M', BillOfMaterialVariant: '01', BillOfMaterialVersion: '',
  EngineeringChangeDocument: '', Material: 'P-001', Plant: '1000', BillOfMaterialHeaderUUID: '00000000-0000-4000-8000-000000000009',
  BillOfMaterialVariantUsage: '1', IsMarkedForDeletion: false }
const records: Readonly<Record<string, readonly object[]>> = { A_MatlStkInAcctMod: stock, MaterialBOM: [bill] }

let folder = ''
let server: Server
let requests: string[] = []
const at = new Date('2026-11-20T02:00:00Z')
const units = unitCodesOf(shippedUnits)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'odata-'))
  const services = await Promise.all(names.map(async (name) => {
    const service = serviceOf(name)
    const [metadataPath, mockdataPath] = [join(folder, `${name}.xml`), join(folder, name)]
    await writeFile(metadataPath, metadataOf(service))
    await mkdir(mockdataPath)
    for (const set of service.sets.keys())
      await writeFile(join(mockdataPath, `${set}.json`), JSON.stringify(records[set] ?? []))
    return { urlPath: service.path, metadataPath, mockdataPath, generateMockData: false, debug: false, noETag: false, watch: false }
  }))
  const mock = new (constructorOf(MockServer))({ services, annotations: [], plugins: [] })
  await mock.isReady
  const router = mock.getRouter()
  server = createServer((request, response) => {
    requests.push(`${request.method} ${(request.url ?? '').split('?')[0]} ${String(request.headers['x-csrf-token'] ?? '')}`)
    router(request, response, () => response.writeHead(404).end())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.close()
  server.closeAllConnections()
  await rm(folder, { recursive: true, force: true })
})

interface OtherServer {
  readonly isReady: Promise<void>
  getRouter(): (request: Parameters<RequestListener>[0], response: Parameters<RequestListener>[1], next: () => void) => void
}

/** The class, whichever way a module of the older kind is imported. */
const constructorOf = (imported: unknown) =>
  ((imported as { default?: unknown }).default ?? imported) as new(settings: object) => OtherServer

const envOf = (settings: Record<string, string> = {}): Env =>
  readEnv({ SAP_SYSTEM_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, SAP_SYSTEM_USER: 'oa',
    SAP_SYSTEM_PASSWORD: 'secret', ...settings })
const lineOf = (body: object, change: Partial<SentLine> = {}): SentLine => ({ key: 'LLSQ202611200001-1-issue', body, createdAt: at,
  attempts: 1, prior: null, ...change })

it('creates a document with its rows at a server that is not ours, and finds it again by our reference', async () => {
  const env = envOf()
  const issue = { movementCode: '03', postingDate: '2026-11-20', documentDate: '2026-11-20', materials: ['R-001', 'S-001'],
    plants: ['1000', '1000'], storageLocations: ['0001', '0001'], movements: ['201', '201'], quantities: [1.5, 3], units: ['pcs', 'carton'],
    costCentre: 'CC1010' }
  const posted = await postBySystem({ env, at, units }, 'sap.materialDocument', lineOf(issue))
  expect(posted).toMatchObject({ outcome: 'posted' })
  requests = []
  expect(await postBySystem({ env, at, units }, 'sap.materialDocument', lineOf(issue, { attempts: 2 }))).toEqual(posted)
  expect(requests.map((request) => request.split(' ')[0])).toEqual(['GET'])
  expect(await listBySystem({ env }, 'sap.materialDocument', 'LLSQ2026')).toHaveLength(1)
  const path = serviceOf('API_MATERIAL_DOCUMENT_SRV').path
  const { d } = await (await fetch(`${env.sapSystem?.url}${path}/A_MaterialDocumentHeader?$expand=to_MaterialDocumentItem`)).json() as {
    d: {
      results: { PostingDate: string;
        to_MaterialDocumentItem: { results: { Material: string; QuantityInEntryUnit: string; EntryUnit: string }[] } }[]
    }
  }
  expect(d.results).toHaveLength(1)
  expect(
    d.results[0]?.to_MaterialDocumentItem.results.map((
      { Material, QuantityInEntryUnit, EntryUnit },
    ) => [Material, QuantityInEntryUnit, EntryUnit]),
  ).toEqual(
    [
      ['R-001', '1.5', 'PC'],
      ['S-001', '3', 'CAR'],
    ],
  )
})

it('does the same in version 4', async () => {
  const env = envOf({ SAP_INTERFACES: 'sap.purchaseRequisition=API_PURCHASEREQUISITION_2' })
  const request = { documentType: 'NB', materials: ['R-001'], plants: ['1000'], quantities: [1], units: ['PC'],
    deliveryDates: ['2026-12-01'] }
  const posted = await postBySystem({ env, at, units }, 'sap.purchaseRequisition', lineOf(request))
  expect(posted).toMatchObject({ outcome: 'posted' })
  expect(await postBySystem({ env, at, units }, 'sap.purchaseRequisition', lineOf(request, { attempts: 2 }))).toEqual(posted)
})

it('creates several records in one change set', async () => {
  const env = envOf()
  await postBySystem({ env, at, units }, 'sap.bomItems',
    lineOf({ actions: ['add', 'add'], states: ['0', '0'], parents: ['P-001', 'P-001'], plants: ['1000', '1000'],
      newComponents: ['R-001', 'R-002'], newQuantities: [1, 2], newUnits: ['pcs', 'unit'] }, { prior: '500' }))
  const { path } = serviceOf('API_BILL_OF_MATERIAL_SRV')
  const { d } = await (await fetch(`${env.sapSystem?.url}${path}/MaterialBOMItem`)).json() as {
    d: { results: { BillOfMaterialComponent: string; BillOfMaterialItemUnit: string }[] }
  }
  expect(d.results.map(({ BillOfMaterialComponent, BillOfMaterialItemUnit }) => [BillOfMaterialComponent, BillOfMaterialItemUnit])).toEqual(
    [
      ['R-001', 'PC'],
      ['R-002', 'EA'],
    ],
  )
})

it('reads what is asked for, with the conditions of the question', async () => {
  expect(await readSystem(envOf(), 'stock', { material: 'R-002', plant: '1000', page: 1, size: 10 })).toEqual({ total: 1, items: [{
    material: 'R-002',
    plant: '1000',
    storageLocation: '0001',
    batch: null,
    qty: '7.000',
    unit: 'PC',
  }] })
})

it('finds a unit without a code before it is sent', async () => {
  const request = { documentType: 'NB', materials: ['R-001'], plants: ['1000'], quantities: [1], units: ['manDay'],
    deliveryDates: ['2026-12-01'] }
  requests = []
  expect(await checkBySystem({ env: envOf(), at, units }, 'sap.purchaseRequisition', lineOf(request))).toMatchObject({ outcome: 'checked',
    details: [{ code: 'noUnit', row: 0, field: 'units' }] })
  expect(requests).toEqual([])
})
