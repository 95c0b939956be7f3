import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Env, readEnv } from '#server/env.ts'

/** Postings that are exchanged, with the content of each. */
export const bodies: readonly (readonly [call: string, body: object])[] = [
  ['sap.materialDocument', { movementCode: '03', postingDate: '2026-11-20', documentDate: '2026-11-20', materials: ['R-001', 'S-001'],
    plants: ['1000', '1000'], storageLocations: ['0001', '0001'], movements: ['201', '201'], quantities: [1, 2], units: ['PC', 'PC'] }],
  ['sap.purchaseRequisition', { documentType: 'NB', materials: ['R-001'], plants: ['1000'], quantities: [5], units: ['PC'],
    deliveryDates: ['2026-12-01'] }],
  // known by our reference only: its service knows no request again
  ['sap.changeMaster', { reason: 'change', validFrom: '2026-12-01', status: '01' }],
  ['sap.asset', { assetClass: '3000', description: 'oven', costCentre: 'CC1010', quantity: 1, unit: 'PC' }],
  ['sap.reservation', { movement: '201', materials: ['R-001'], plants: ['1000'], quantities: [1], units: ['PC'],
    requirementDates: ['2026-12-01'] }],
  // known by a reference of ten characters
  ['sap.plannedRequirement', { material: 'P-001', plant: '1000', mrpArea: '1000', requirementType: 'VSF', unit: 'PC',
    periods: ['202612', '202701'], days: ['2026-12-01', '2027-01-01'], quantities: [200, 220] }],
  // one change set, whose items share its change number
  ['sap.bomItems', { actions: ['add'], states: ['0'], parents: ['P-001'], plants: ['1000'], newComponents: ['R-003'], newQuantities: [1],
    newUnits: ['PC'] }],
]

/** The set of the simulator in which each posting ends, and the property with our reference. */
const places: Readonly<Record<string, readonly [set: string, reference: string, number: readonly string[]]>> = {
  'sap.materialDocument': ['API_MATERIAL_DOCUMENT_SRV/A_MaterialDocumentHeader', 'MaterialDocumentHeaderText', ['MaterialDocument',
    'MaterialDocumentYear']],
  'sap.purchaseRequisition': ['API_PURCHASEREQ_PROCESS_SRV/A_PurchaseRequisitionHeader', 'PurReqnDescription', ['PurchaseRequisition']],
  'sap.changeMaster': ['API_CHANGEMASTER/A_ChangeMaster', 'ChangeNumberDescription', ['ChangeNumber']],
  'sap.asset': ['BAPI/ASSET', 'NOTE', ['ASSET', 'SUBNUMBER']],
  'sap.reservation': ['API_RESERVATION_DOCUMENT_SRV/A_ReservationDocumentItem', 'ReservationItemText', ['Reservation']],
  'sap.bomItems': ['API_BILL_OF_MATERIAL_SRV/MaterialBOMItem', 'BOMItemText2', ['EngineeringChangeDocument']],
  'sap.plannedRequirement': ['API_PLND_INDEP_RQMT_SRV/PlannedIndepRqmt', 'RequirementPlan', ['RequirementPlan', 'Product', 'Plant']],
}

/** The faults of a whole run, by their chances. */
const faults = { losesAnswer: 0.1, cutsBefore: 0.05, busy: 0.05, locked: 0.03, refuses: 0.03, expires: 0.02, forgets: 0.02 } as const

/** A simulator as a process of its own that can be killed, and is started again on what it committed. */
export interface ExchangedSap {
  /** Settings that lead to it. */
  readonly settings: Readonly<Record<string, string>>
  env(): Env
  misbehave(): Promise<void>
  behave(): Promise<void>
  /** Kills it, waits for what is under way, and starts it again. */
  kill(underWay: () => Promise<unknown>): Promise<void>
  /** Numbers of all of its records, by call and reference. */
  records(): Promise<ReadonlyMap<string, readonly string[]>>
  remove(): Promise<void>
}

/** Asks once more where a kept connection was closed in the moment in which it was used again. */
const asked = (address: string, init: RequestInit): Promise<Response> => fetch(address, init).catch(() => fetch(address, init))

/** Starts it. */
export async function exchangedSap(): Promise<ExchangedSap> {
  const folder = await mkdtemp(join(tmpdir(), 'exchange-'))
  const start = async (port: string): Promise<readonly [ChildProcess, string]> => {
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'simulator/main.ts'), '--port', port, '--file',
      join(folder, 'sap.jsonl'), '--unsupported', 'API_CHANGEMASTER'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = await once(child.stdout!, 'data') as [Buffer]
    return [child, /http:\/\/[\d.:]+/.exec(said.toString())?.[0] ?? '']
  }
  const [first, url] = await start('0')
  let child = first
  const control = (method: string, path: string, body?: object) =>
    asked(`${url}/control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const settings = { SAP_SYSTEM_URL: url, SAP_SYSTEM_USER: 'oa', SAP_SYSTEM_PASSWORD: 'sap', SAP_COMPANY_CODE: '1000' }
  return {
    settings,
    env: () => readEnv(settings),
    async misbehave() {
      for (const [kind, chance] of Object.entries(faults)) await control('POST', 'faults', { kind, chance, retryAfter: 1, property: 'x' })
    },
    behave: async () => void (await control('DELETE', 'faults')),
    async kill(underWay) {
      child.kill('SIGKILL')
      await underWay()
      child = (await start(new URL(url).port))[0]
    },
    async records() {
      const there = new Map<string, string[]>()
      for (const [call, [set, property, parts]] of Object.entries(places)) {
        const records = await (await control('GET', `records/${encodeURIComponent(set)}`)).json() as Record<string, string>[]
        for (const record of records) {
          const key = `${call} ${record[property]}`
          there.set(key, [...(there.get(key) ?? []), parts.map((part) => record[part]).join('/')])
        }
      }
      return there
    },
    async remove() {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
