import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as plainRequest } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import tls, { type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Env, readEnv } from '#server/env.ts'
import { postBySystem } from './port.ts'
import { type Simulator, startSimulator } from './simulator/server.ts'
import { certificateOf, type TestCertificate } from './testing-certificate.ts'
import { shippedUnits, unitCodesOf } from './units.ts'

const inSeconds = (seconds: number): Date => new Date(Date.now() + seconds * 1_000)
const day = 86_400
const ofSap = certificateOf({ from: inSeconds(-day), until: inSeconds(30 * day), name: 'SAP' })

let simulator: Simulator
let folder: string
let server: Server | undefined
/** Connections that were opened, and the names on the certificates that were shown in them. */
let opened = 0
const shown: string[] = []

beforeAll(async () => {
  simulator = await startSimulator({ user: 'oa', password: 'secret', isAlone: false, now: () => new Date() })
  folder = await mkdtemp(join(tmpdir(), 'own-certificate-'))
})
afterAll(async () => {
  await simulator?.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => {
  // this process trusts SAP's certificate, as it would trust that of the company
  const real = tls.createSecureContext.bind(tls)
  vi.spyOn(tls, 'createSecureContext').mockImplementation((options = {}) =>
    real({ ...options, ...(options.ca === undefined && { ca: [ofSap.cert] }) })
  )
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  opened = 0
  shown.length = 0
  await new Promise<void>((done) => server ? void server.close(() => done()).closeAllConnections() : done())
  server = undefined
})

/** Serves the simulator by TLS to whom shows a certificate that is trusted. @returns its port */
async function serve(trusted: TestCertificate): Promise<number> {
  server = createServer({ cert: ofSap.cert, key: ofSap.key, requestCert: true, rejectUnauthorized: true, ca: [trusted.cert] },
    (incoming, answer) => {
      shown.push(String((incoming.socket as TLSSocket).getPeerCertificate().subject.CN))
      const { method, headers } = incoming
      const authorization = `Basic ${Buffer.from('oa:secret').toString('base64')}`
      incoming.pipe(
        plainRequest(new URL(String(incoming.url), simulator.url), { method, headers: { ...headers, authorization } }, (from) => {
          answer.writeHead(from.statusCode ?? 500, from.headers)
          from.pipe(answer)
        }),
      )
    })
  server.on('connection', () => void (opened += 1))
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

async function showing({ cert, key }: TestCertificate, port: number): Promise<Env> {
  const [certificate, privateKey] = [join(folder, 'own.crt'), join(folder, 'own.key')]
  await Promise.all([writeFile(certificate, cert), writeFile(privateKey, key)])
  return readEnv({ SAP_SYSTEM_URL: `https://127.0.0.1:${port}`, SAP_SYSTEM_CERTIFICATE: certificate, SAP_SYSTEM_KEY: privateKey })
}

const post = (env: Env, key: string) =>
  postBySystem({ env, at: new Date(), units: unitCodesOf(shippedUnits) }, 'sap.changeMaster', { key,
    body: { reason: 'change', validFrom: '2026-12-01', status: '01' }, createdAt: new Date(), attempts: 1, prior: null })
const records = () => simulator.store.records('API_CHANGEMASTER/A_ChangeMaster')

it('is shown in the handshake until its last second; from then on nothing is sent, and the message says since when', async () => {
  const until = inSeconds(4)
  const own = certificateOf({ from: inSeconds(-day), until, name: 'OA' })
  const env = await showing(own, await serve(own))
  expect(await post(env, 'T1-1')).toMatchObject({ outcome: 'posted' })
  expect(new Set(shown)).toEqual(new Set(['OA']))
  const [before, connections] = [records().length, opened]
  await sleep(until.getTime() - Date.now() + 100)
  const outcome = await post(env, 'T2-1')
  expect(outcome).toMatchObject({ outcome: 'busy' })
  expect(outcome).toHaveProperty('message', expect.stringMatching(
    /^本系统访问SAP的证书已于\d{4}-\d\d-\d\d到期.*\/Our certificate for SAP expired on \d{4}-\d\d-\d\d\. Nothing is sent/,
  ))
  expect([records().length, opened]).toEqual([before, connections])
})

it('is not used before its first day', async () => {
  const own = certificateOf({ from: inSeconds(2 * day), until: inSeconds(30 * day), name: 'OA' })
  expect(await post(await showing(own, await serve(own)), 'T3-1')).toMatchObject({ outcome: 'busy',
    message: expect.stringContaining('is not valid before') })
  expect(opened).toBe(0)
})

/** Whether a TLS server is installed that refuses with an alert, as SAP does. */
const hasOpenssl = (() => {
  try {
    return execFileSync('openssl', ['version']).length > 0
  } catch {
    return false
  }
})()

/** Starts a TLS server that verifies certificates by the real clock. @returns its port */
async function serveByOpenssl(trusted: TestCertificate): Promise<readonly [ChildProcess, number]> {
  const files = { 'sap.crt': ofSap.cert, 'sap.key': ofSap.key, 'trusted.crt': trusted.cert }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const child = spawn('openssl', ['s_server', '-accept', '127.0.0.1:0', '-cert', 'sap.crt', '-key', 'sap.key', '-CAfile', 'trusted.crt',
    '-Verify', '1', '-verify_return_error', '-www'], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] })
  for (let said = '';;) {
    said += String((await once(child.stdout, 'data') as [Buffer])[0])
    const port = /ACCEPT \S+:(\d+)/.exec(said)?.[1]
    if (port !== undefined) return [child, Number(port)]
  }
}

it.runIf(hasOpenssl)('is refused in the handshake by a system whose clock is ahead, which the message says', async () => {
  const own = certificateOf({ from: inSeconds(-30 * day), until: inSeconds(-day), name: 'OA' })
  const [child, port] = await serveByOpenssl(own)
  try {
    const env = await showing(own, port)
    // two days ago, when it was still good
    vi.useFakeTimers({ toFake: ['Date'], now: inSeconds(-2 * day) })
    expect(await post(env, 'T4-1')).toEqual({ outcome: 'busy',
      message: 'SAP不接受本系统的证书，可能已过期/SAP does not accept our certificate, which may be expired' })
  } finally {
    child.kill()
  }
})

it('is a certificate: another file stops the start', async () => {
  const path = join(folder, 'none.pem')
  await writeFile(path, 'no certificate')
  expect(() => readEnv({ SAP_SYSTEM_URL: 'https://sap.example.com', SAP_SYSTEM_CERTIFICATE: path, SAP_SYSTEM_KEY: path })).toThrow(
    /SAP_SYSTEM_CERTIFICATE: must name a file with a certificate[\s\S]*SAP_SYSTEM_KEY: must name a file with a private key/,
  )
})
