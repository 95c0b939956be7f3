import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import { offerSap, withdrawSap } from '#plugins/sap/server/public-api.ts'
import { type SapAnswer, unknown } from './answer.ts'
import { creditOf, infoRecordsOf } from './figures.ts'
import { inManner, readInManner } from './manner.ts'
import { masterReadings } from './masters.ts'
import { postPayment, postingStatus } from './post.ts'
import { isRecordPath, postRecord } from './records.ts'
import { vendorAnswer } from './vendors.ts'

type GatewayHost = Pick<Host, 'db' | 'clock' | 'env' | 'log'>

const largest = 1_048_576

/**
 * A gateway to SAP for the demonstration, on a free port of this machine; the product asks it as it would ask a real one. Answers what ends
 * it.
 */
export async function startGateway(host: GatewayHost): Promise<() => Promise<void>> {
  const [user, password] = ['demo', randomBytes(18).toString('base64url')]
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const server = createServer((request, response) => {
    void answer(host, request, expected)
      .catch((error: unknown): SapAnswer | undefined => {
        host.log.error({ err: error }, 'the demonstration of SAP failed')
        return { status: 500, body: {} }
      })
      .then((
        answer,
      ) => (answer
        ? response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
        : request.socket.destroy())
      )
  })
  server.unref()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  offerSap(host.env, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, user, password })
  return () => {
    withdrawSap(host.env)
    return new Promise((done) => void server.close(() => done()).closeAllConnections())
  }
}

async function answer({ db, clock }: GatewayHost, request: IncomingMessage, expected: string): Promise<SapAnswer | undefined> {
  if (request.headers.authorization !== expected) return { status: 401, body: {} }
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://sap')
  if (request.method === 'POST') {
    if (path !== '/payments' && !isRecordPath(path)) return unknown
    const [header, at] = [request.headers['idempotency-key'], clock.now()]
    const sending = { key: typeof header === 'string' ? header : undefined, body: await bodyOf(request), at }
    return inManner(db, { path, body: sending.body, at },
      () => (path === '/payments' ? postPayment(db, sending) : postRecord(db, path, sending)))
  }
  return readInManner(db, { path, query, at: clock.now() }, () => readAnswer(db, path, query, todayOf(clock.now())))
}

function readAnswer(db: Db, path: string, query: URLSearchParams, today: string): Promise<SapAnswer> | SapAnswer {
  const [, posting] = /^\/payments\/(\d+)\/\d{4}$/.exec(path) ?? []
  if (posting !== undefined) return postingStatus(db, posting)
  const [, customer] = /^\/customers\/([^/]+)\/credit$/.exec(path) ?? []
  if (customer !== undefined) return creditOf(db, decodeURIComponent(customer))
  const reading = path === '/info-records' ? infoRecordsOf : masterReadings[path]
  return reading ? reading(db, query) : vendorAnswer(db, { path: decodeURIComponent(path), query, today })
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request as AsyncIterable<Buffer>) {
    text += part.toString('utf8')
    if (text.length > largest) return undefined
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
