import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { transaction } from '#server/database/transaction.ts'
import { readEnv } from '#server/env.ts'
import { open } from '#server/http/access.ts'
import { outbound } from '#server/outbound/outbound.ts'
import { defineServer } from '#server/plugin.ts'
import { start } from '#server/start.ts'

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

const folder = mkdtempSync(join(tmpdir(), 'tracing-'))
const received: SentSpan[] = []
const asked: (string | undefined)[] = []
let collector: Server
let other: Server
let database: TestDatabase

const named = (name: string) => received.filter((span) => span.name === name)
const attributesOf = ({ attributes }: SentSpan) => Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

async function listening(answer: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer({}, answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

beforeAll(async () => {
  collector = await listening(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
    const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString()) as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
    received.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  other = await listening((request, response) => {
    asked.push(request.headers['traceparent'] as string | undefined)
    response.end('{}')
  })
  database = await testDatabase({ sets: [] })
})
afterAll(async () => {
  for (const server of [collector, other]) server?.close()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const sample = defineServer({
  id: 'sample',
  routes: (app, host) => {
    app.post('/sample/traced', { config: { access: open } }, () =>
      transaction(host.db, async (db) => {
        await sql`select ${'a secret'}::text as told`.execute(db)
        await outbound({ allow: [addressOf(other)] })({ url: `${addressOf(other)}/path` })
        return 'done'
      }))
  },
})

const run = (traces: { readonly endpoint: string; readonly share: number } | undefined) =>
  start({ ...readEnv({ DATA_DIR: folder, PORT: '0' }), databaseUrl: database.owner.url, traces }, [sample], [], { pages: false,
    log: pino({ level: 'silent' }) })

it('traces a request through its transaction, its statements and other systems, following the caller, without a value', async () => {
  const product = await run({ endpoint: `${addressOf(collector)}/v1/traces`, share: 0 })
  const [trace, caller] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const answer = await fetch(`${product.address}/sample/traced`, { method: 'POST', body: '{}',
    headers: { 'content-type': 'application/json', traceparent: `00-${trace}-${caller}-01` } })
  expect(answer.status).toBe(200)
  // not sampled: the share is 0 and nobody has decided otherwise
  await fetch(`${product.address}/sample/traced`, { method: 'POST' })
  await product.close()

  expect(received.filter(({ traceId }) => traceId !== trace)).toEqual([])
  const parents = received.map(({ name, parentSpanId }) => [name, received.find(({ spanId }) => spanId === parentSpanId)?.name])
  const [method, host] = ['GET', new URL(addressOf(other)).host]
  expect(parents).toEqual(
    expect.arrayContaining([['POST /sample/traced', undefined], ['transaction', 'POST /sample/traced'], ['select', 'transaction'], [
      `${method} ${host}`,
      'transaction',
    ]]),
  )
  const [request] = named('POST /sample/traced').map((span) => ({ ...span, ...attributesOf(span) }))
  expect(request).toMatchObject({ parentSpanId: caller, 'http.route': '/sample/traced', 'http.response.status_code': 200,
    'office.trace_id': answer.headers.get('x-trace-id') })
  const [sent] = named(`${method} ${host}`).map(({ spanId }) => `00-${trace}-${spanId}-01`)
  expect(asked).toEqual([sent, expect.stringMatching(/-00$/)])
  expect(JSON.stringify(received)).not.toContain('secret')
})

it('records nothing and sends nothing to others without a collector', async () => {
  const before = received.length
  asked.length = 0
  const product = await run(undefined)
  expect((await fetch(`${product.address}/sample/traced`, { method: 'POST' })).status).toBe(200)
  await product.close()
  expect([asked, received.length]).toEqual([[undefined], before])
})

it('ends though the collector is away', async () => {
  const product = await run({ endpoint: 'http://127.0.0.1:9/v1/traces', share: 1 })
  expect((await fetch(`${product.address}/sample/traced`, { method: 'POST' })).status).toBe(200)
  await product.close()
})
