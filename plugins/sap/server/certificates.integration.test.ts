import { request as plainRequest } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type ApprovalProduct, approvalProduct } from '#server/documents/testing-company.ts'
import { type Env, readEnv } from '#server/env.ts'
import { postBySystem } from './port.ts'
import { type Simulator, startSimulator } from './simulator/server.ts'
import { certificateOf, type TestCertificate } from './testing-certificate.ts'
import { shippedUnits, unitCodesOf } from './units.ts'

const day = 86_400_000
const inDays = (days: number): Date => new Date(Date.now() + days * day)
const expired = certificateOf({ from: inDays(-30), until: inDays(-1), name: 'SAP expired' })
const coming = certificateOf({ from: inDays(1), until: inDays(30), name: 'SAP coming' })
const valid = certificateOf({ from: inDays(-1), until: inDays(30), name: 'SAP' })
const units = unitCodesOf(shippedUnits)

let simulator: Simulator
let world: ApprovalProduct
let server: Server | undefined
let env: Env
let now = new Date('2026-11-20T02:00:00Z')

beforeAll(async () => {
  simulator = await startSimulator({ user: 'oa', password: 'secret', isAlone: false, now: () => now })
  world = await approvalProduct({
    send: async (_, line) =>
      (await postBySystem({ env, at: now, units }, 'sap.changeMaster', { ...line,
        body: { reason: 'change', validFrom: '2026-12-01', status: '01' } })) ?? { outcome: 'unknown' },
  })
  world.product.clock.now = () => now
})
afterAll(async () => {
  await world?.product.close()
  await simulator?.close()
})
beforeEach(() => {
  // this process trusts the certificates of the test, as it would trust those of the company
  const real = tls.createSecureContext.bind(tls)
  vi.spyOn(tls, 'createSecureContext').mockImplementation((options = {}) =>
    real({ ...options, ...(isTrusting && options.ca === undefined && { ca: [expired, coming, valid].map(({ cert }) => cert) }) })
  )
})
let isTrusting = true
afterEach(async () => {
  vi.restoreAllMocks()
  isTrusting = true
  await stop()
})

const stop = () => new Promise<void>((done) => server ? void server.close(() => done()).closeAllConnections() : done())

/** Serves the simulator by TLS. @returns its port */
async function serve({ cert, key }: TestCertificate, port = 0): Promise<number> {
  server = createServer({ cert, key }, (incoming, answer) => {
    const { method, headers } = incoming
    incoming.pipe(plainRequest(new URL(String(incoming.url), simulator.url), { method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 500, from.headers)
      from.pipe(answer)
    }))
  })
  await new Promise<void>((done) => server?.listen(port, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

const addressed = (port: number): Env =>
  readEnv({ SAP_SYSTEM_URL: `https://127.0.0.1:${port}`, SAP_SYSTEM_USER: 'oa', SAP_SYSTEM_PASSWORD: 'secret' })
const post = (of: Env, attempts = 1) =>
  postBySystem({ env: of, at: now, units }, 'sap.changeMaster', { key: 'T1-1',
    body: { reason: 'change', validFrom: '2026-12-01', status: '01' }, createdAt: now, attempts, prior: null })
const records = () => simulator.store.records('API_CHANGEMASTER/A_ChangeMaster')

it('sends nothing to a system whose certificate is expired, not yet valid or of somebody unknown, and says which in both languages', async () => {
  const ofDays = { outcome: 'busy', message: 'SAP的证书不在有效期内/The certificate of SAP is expired or not yet valid' }
  for (const certificate of [expired, coming]) {
    expect(await post(addressed(await serve(certificate)))).toEqual(ofDays)
    await stop()
  }
  isTrusting = false
  expect(await post(addressed(await serve(valid)))).toEqual({ outcome: 'busy',
    message: 'SAP的证书无法验证/The certificate of SAP cannot be verified' })
  expect(records()).toEqual([])
})

it('keeps the posting until the certificate is renewed, and posts it once', async () => {
  const { db } = world.product.database
  const port = await serve(expired)
  env = addressed(port)
  const id = await world.on.file('posted', { amount: '12.50' })
  await world.on.pass(id, 'head', 'chief')
  const line = () =>
    db.selectFrom('posting').select(['state', 'message', 'attempts', 'number']).where('document', '=', id).executeTakeFirstOrThrow()
  await world.product.composition.postings.tick()
  expect(await line()).toMatchObject({ state: 'waiting', attempts: 1, message: expect.stringContaining('expired or not yet valid') })
  await stop()
  await serve(valid, port)
  now = new Date(now.getTime() + 2 * 60_000)
  await world.product.composition.postings.tick()
  expect(await line()).toMatchObject({ state: 'posted' })
  expect(records()).toHaveLength(1)
})
