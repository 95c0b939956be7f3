import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import { systemClock } from '#server/system-clock.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import '#plugins/cost-centres/server/public-api.ts'
import '#plugins/masters/server/public-api.ts'
import { postingPaths } from '#plugins/sap/calls.ts'
import { offerSap, offerSapSystem, startSimulator } from '#plugins/sap/server/public-api.ts'
import './tables.ts'
import { listenLocally } from '../local-address.ts'
import { found, inManner, pageOf, readInManner, type SapAnswer, unknown } from './answer.ts'
import { masterReadings, vendorAnswer } from './masters.ts'
import { postingStatus, postPayment } from './post.ts'
import { isRecordPath, postRecord } from './records.ts'

/** Credit limits by customer level, RMB. */
const limits: Readonly<Record<string, number>> = { A: 8_000_000, B: 3_000_000, C: 800_000 }

const usualLimit = 1_500_000

/** Credit limit and receivables of a customer; deterministic by code, up to 90 % of the limit. */
async function creditOf(db: Db, code: string): Promise<SapAnswer> {
  const row = await db.selectFrom('customer').selectAll().where('code', '=', code).where('del_flag', '=', 0).executeTakeFirst()
  if (!row) return unknown
  const limit = limits[String(row.level ?? '')] ?? usualLimit
  return found({ customer: code, limit: limit.toFixed(2), receivables: ((limit * (sumOf(code) % 91)) / 100).toFixed(2) })
}

const sumOf = (code: string): number => [...code].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 9_973

/** Posted prices, newest first, filtered by vendor, material, plant and currency. */
async function infoRecordsOf(db: Db, query: URLSearchParams): Promise<SapAnswer> {
  const conditions = ['vendor', 'material', 'plant', 'currency'].flatMap((
    name,
  ) => (query.get(name) ? [[name, query.get(name)] as const] : []))
  const rows = await db.selectFrom('demo_sap_record').select('body').where('path', '=', '/info-records').where('taken_back_at', 'is', null)
    .where((eb) => eb.and(conditions.map(([name, value]) => sql<boolean>`body ->> ${name} = ${value}`)))
    .orderBy(sql`body ->> 'validFrom'`, 'desc').orderBy('id', 'desc').limit(200).execute()
  const records = rows.map(({ body }) => body as Readonly<Record<string, unknown>>).filter(({ price }) =>
    price !== null && price !== undefined
  )
  return pageOf(
    records.map(({ vendor, material, plant, currency, price, priceUnit, unit, validFrom }) => ({ vendor, material, plant, currency,
      price: String(price), priceUnit: Number(priceUnit), unit, validFrom })
    ),
    query,
  )
}

/** Sales figures of what a plant sells by customer group; deterministic. */
async function salesFiguresOf(db: Db, query: URLSearchParams): Promise<SapAnswer> {
  const [materials, customers] = await Promise.all([
    db.selectFrom('material').select(['code', 'price']).where('factory', '=', query.get('plant') ?? '').where('del_flag', '=', 0)
      .where('saleable', '=', true).orderBy('code').execute(),
    db.selectFrom('customer').innerJoin('sales_group', 'sales_group.id', 'customer.sales_group_id').select('customer.code')
      .where('sales_group.code', '=', query.get('group') ?? '').orderBy('customer.code').limit(3).execute(),
  ])
  const rows = materials.flatMap(({ code, price }) =>
    [null, ...customers.map((each) => each.code)].map((customer) => {
      const drawn = sumOf(`${code}${customer ?? ''}`)
      return { material: code, customer, actual3: drawn % 900, actualLast: drawn % 300, openOrders: drawn % 120, stock: drawn % 500,
        price: (Number(price ?? 0) * 1.4).toFixed(2), ...capacityOf(code) }
    })
  )
  return found({ items: rows })
}

/** Pieces of a product that the plant can make in a month; the key components of every third end before. */
function capacityOf(code: string) {
  const capacity = 400 + (sumOf(`capacity ${code}`) % 1600)
  const isScarce = sumOf(code) % 3 === 0
  return { capacity, buildable: isScarce ? Math.round(capacity * 0.6) : capacity * 2,
    scarce: isScarce ? `C-00${1 + (sumOf(code) % 9)}` : null }
}

const materialOf = (db: Db, code: string) =>
  db.selectFrom('material').selectAll().where('code', '=', code).where('del_flag', '=', 0).orderBy('factory').executeTakeFirst()

/** Stock, quantities in process and on order, and standard price of a material; deterministic by code. */
async function supplyOf(db: Db, code: string): Promise<SapAnswer> {
  const row = await materialOf(db, code)
  if (!row) return unknown
  const drawn = sumOf(code)
  return found({ stock: String((drawn % 4000) + 20), wip: String(drawn % 300), onOrder: String((drawn * 7) % 1200),
    price: row.price ?? '0' })
}

/** Bill of materials of a circuit board, housing or set: some components of the same plant; empty for other materials. */
async function bomOf(db: Db, code: string): Promise<SapAnswer> {
  const row = await materialOf(db, code)
  if (!row) return unknown
  if (!/^(P|H|SET)-/.test(code)) return found({ items: [] })
  const components = await db.selectFrom('material').select(['code', 'unit']).where('factory', '=', row.factory).where('del_flag', '=', 0)
    .where('is_set', '=', false).where('code', '<>', code).orderBy('code').limit(6).execute()
  return found({
    items: components.map(({ code: component, unit }, index) => ({ component, quantity: String(index + 1), unit: String(unit) })),
  })
}

type GatewayHost = Pick<Host, 'db' | 'clock' | 'env' | 'log'>

const largest = 1_048_576

/** Starts a simulated SAP gateway on a free local port, which the product calls like a real one. @returns a function that stops it */
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
  const withdraw = offerSap(host.env, { url: await listenLocally(server), user, password })
  const stopSystem = host.env.sap ? undefined : await startSystem(host, { user, password })
  return async () => {
    withdraw()
    await stopSystem?.()
    return new Promise((done) => void server.close(() => done()).closeAllConnections())
  }
}

/** Calls routed to the gateway: its postings, and readings that it answers from the company's own tables. */
const ofGateway = [...Object.entries(postingPaths).filter(([, path]) => isRecordPath(path)).map(([call]) => call), 'sap.costCenters',
  'sap.projects', 'sap.materials', 'sap.units', 'sap.stock', 'sap.bom']

/**
 * Starts a simulated SAP system for postings by released APIs; its state is kept in a file shared by several processes. @returns a function
 * that stops it
 */
async function startSystem({ env, db }: GatewayHost,
  account: { readonly user: string; readonly password: string }): Promise<() => Promise<void>> {
  const file = existsSync(env.dataDirectory) ? join(env.dataDirectory, 'demo-sap.jsonl') : undefined
  const simulator = await startSimulator({ ...account, isAlone: false, masters: (set) => mastersOf(db, set), now: systemClock.now,
    ...(file !== undefined && { file }) })
  const withdraw = offerSapSystem(env, { url: simulator.url, signIn: account, companyCode: '1000',
    chosen: Object.fromEntries(ofGateway.map((name) => [name, 'gateway'])) })
  return async () => {
    withdraw()
    await simulator.close()
  }
}

/** Materials and cost centres against which the system validates postings. */
async function mastersOf(db: Db, set: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  if (set === 'API_PRODUCT_SRV/A_Product')
    return (await db.selectFrom('material').select('code').where('del_flag', '=', 0).execute()).map(({ code }) => ({ Product: code }))
  if (set === 'API_COSTCENTER_SRV/A_CostCenter')
    return (await db.selectFrom('cost_center').select('code').where('del_flag', '=', 0).where('status', '<>', '2').execute()).map((
      { code },
    ) => ({
      CostCenter: code,
    }))
  return []
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
  const single = singleReading(db, path)
  if (single) return single
  if (path === '/sales-figures') return salesFiguresOf(db, query)
  const reading = path === '/info-records' ? infoRecordsOf : masterReadings[path]
  return reading ? reading(db, query) : vendorAnswer(db, { path: decodeURIComponent(path), query, today })
}

/** Reading of a single posting, customer or material by path; undefined for other paths. */
function singleReading(db: Db, path: string): ReturnType<typeof readAnswer> | undefined {
  for (const [pattern, read] of singleReadings) {
    const [, id] = pattern.exec(path) ?? []
    if (id !== undefined) return read(db, decodeURIComponent(id))
  }
  return undefined
}

const singleReadings: readonly (readonly [RegExp, (db: Db, id: string) => ReturnType<typeof readAnswer>])[] = [
  [/^\/payments\/(\d+)\/\d{4}$/, postingStatus],
  [/^\/customers\/([^/]+)\/credit$/, creditOf],
  [/^\/supplies\/([^/]+)$/, supplyOf],
  [/^\/boms\/([^/]+)$/, bomOf],
]

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
