import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Env, readEnv } from '#server/env.ts'
import type { SentLine } from '#server/postings/posting.ts'
import { scaled } from '#server/testing-scale.ts'
import { postBySystem } from './port.ts'
import { shippedUnits, unitCodesOf } from './units.ts'

const { exchanges, kills } = scaled({ enough: { exchanges: 120, kills: 2 }, all: { exchanges: 100_000, kills: 200 } })
const seed = 20261120
const units = unitCodesOf(shippedUnits)

let folder = ''
let child: ChildProcess
let url = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exchange-'))
  await startChild('0')
})
afterAll(async () => {
  child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Starts the simulator as a process of its own, on what it committed before. */
async function startChild(port: string): Promise<void> {
  child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'simulator/main.ts'), '--port', port, '--file',
    join(folder, 'sap.jsonl'), '--unsupported', 'API_CHANGEMASTER'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await once(child.stdout!, 'data') as [Buffer]
  url = /http:\/\/[\d.:]+/.exec(said.toString())?.[0] ?? url
}

const control = (method: string, path: string, body?: object) =>
  fetch(`${url}/control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })

/** Numbers from 0 to 1 that come again with the same seed. */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const bodies: readonly (readonly [call: string, body: object])[] = [
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

interface Line extends SentLine {
  readonly call: string
  attempts: number
  state: 'open' | 'posted' | 'refused'
  number?: string
}

/** Our side as it is written down: what is not recorded was killed before it, and is sent again. */
const written: Line[] = []

async function attempt(env: Env, line: Line, isKilled: boolean): Promise<void> {
  line.attempts += 1
  const outcome = await postBySystem({ env, at: new Date(), units }, line.call, { ...line })
  if (isKilled || !outcome) return
  if (outcome.outcome === 'posted') Object.assign(line, { state: 'posted', number: outcome.number })
  if (outcome.outcome === 'refused') line.state = 'refused'
}

/** The faults of the whole run, by their chances. */
const faults = { losesAnswer: 0.1, cutsBefore: 0.05, busy: 0.05, locked: 0.03, refuses: 0.03, expires: 0.02, forgets: 0.02 } as const

const setFaults = async () => {
  for (const [kind, chance] of Object.entries(faults)) await control('POST', 'faults', { kind, chance, retryAfter: 1, property: 'x' })
}

const envOf = () => readEnv({ SAP_SYSTEM_URL: url, SAP_SYSTEM_USER: 'oa', SAP_SYSTEM_PASSWORD: 'sap', SAP_COMPANY_CODE: '1000' })

/** Lines that are sent at the same time. */
const atOnce = 8

const lineAt = (number: number): Line => {
  const [call, body] = bodies[number % bodies.length]!
  return { call, body, key: `D${number}-1`, createdAt: new Date('2026-11-20T02:00:00Z'), attempts: 0,
    prior: call === 'sap.bomItems' ? `50000${number}` : null, state: 'open' }
}

/** Sends lines, a part of them at the moment in which the simulator is killed; one attempt in ten is killed before it is recorded. */
async function sendAll(lines: readonly Line[], random: () => number, killed: number): Promise<void> {
  let env = envOf()
  for (let index = 0; index < lines.length; index += atOnce) {
    const under = lines.slice(index, index + atOnce).map((line) => attempt(env, line, random() < 0.1))
    if (killed >= index && killed < index + atOnce) {
      await new Promise((done) => setImmediate(done))
      child.kill('SIGKILL')
      await Promise.all(under)
      await startChild(new URL(url).port)
      await setFaults()
      env = envOf()
    }
    await Promise.all(under)
  }
}

/** Numbers of all records of the simulator, by call and reference. */
async function recordsThere(): Promise<ReadonlyMap<string, readonly string[]>> {
  const there = new Map<string, string[]>()
  for (const [call, [set, property, parts]] of Object.entries(places)) {
    const records = await (await fetch(`${url}/control/records/${encodeURIComponent(set)}`)).json() as Record<string, string>[]
    for (const record of records) {
      const key = `${call} ${record[property]}`
      there.set(key, [...(there.get(key) ?? []), parts.map((part) => record[part]).join('/')])
    }
  }
  return there
}

/** The numbers that a line has to have on the other side. */
const expected = ({ state, number }: Line): readonly string[] => (state === 'posted' ? [String(number)] : [])

it('comes to one record for each posted line and to none for each refused one, whoever is killed and whatever is lost', {
  timeout: 7_200_000,
}, async () => {
  const random = randomFrom(seed)
  await setFaults()
  written.push(...Array.from({ length: exchanges }, (_, number) => lineAt(number)))
  const share = Math.ceil(exchanges / (kills + 1))
  for (let part = 0; part <= kills; part += 1) {
    const lines = written.slice(part * share, (part + 1) * share)
    await sendAll(lines, random, part === kills ? -1 : Math.floor(random() * lines.length))
  }
  await control('DELETE', 'faults')
  for (let round = 0; round < 6; round += 1) await sendAll(written.filter(({ state }) => state === 'open'), random, -1)
  const there = await recordsThere()
  const different = written.filter((line) =>
    line.state === 'open' || JSON.stringify(there.get(`${line.call} ${line.key}`) ?? []) !== JSON.stringify(expected(line))
  )
  expect(different.map(({ call, key, state, number }) => ({ call, key, state, number, there: there.get(`${call} ${key}`) }))).toEqual([])
  expect(there.size).toBe(written.filter(({ state }) => state === 'posted').length)
  // the faults have met some: attempts beyond the first
  expect(written.filter(({ attempts }) => attempts > 1).length).toBeGreaterThan(exchanges / 20)
})
