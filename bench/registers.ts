import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { demoSamples } from '#plugins/demo/server/extension-points.ts'
import { foundCompany } from '#plugins/demo/server/found-company.ts'
import type { RegisterContent, RegisterDesign } from '#plugins/designer/registers/wire.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { withClient } from '#server/database/connection.ts'
import { open } from '#server/database/open.ts'
import { transaction } from '#server/database/transaction.ts'
import { readEnv } from '#server/env.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { start } from '#server/start.ts'
import { bearer } from './claims.ts'
import { send, share } from './load.ts'

/**
 * The list of a register that was designed at run time against that of a shipped resource with the same fields and the same hundred
 * thousand records (or as many as are named), and how long a publication takes that changes the kind of a field of all of them.
 */
const count = Number(process.argv[3] ?? 100_000)
const calls = 300
const clients = 4
const turns = 3

const shipped = '/oaserver/bookLocation/page'
const designed = '/registerservice/shelves/page'

const lists = [
  { name: 'first page', body: {} },
  { name: 'sorted', body: { orders: [{ column: 'shelf', asc: false }] } },
  { name: 'page 500', body: { current: 500, size: 20 } },
  { name: 'searched', body: { keyword: 'X4321' } },
  { name: 'searched in Chinese', body: { keyword: '阅览室43' } },
]

const folder = mkdtempSync(join(tmpdir(), 'bench-registers-'))
const env = readEnv({ DATA_DIR: folder, PORT: '0', DEMO: 'true', DEMO_HISTORY: 'off', DATABASE_POOL: '8' })
const log = pino({ level: 'error' })
const product = await start(env, serverPlugins.filter(({ id }) => id !== 'demo'), plugins, { pages: false, log })
const database = await open({ ...env, databasePool: 2 }, log)
try {
  const { host } = product.composition
  const password = await hashPassword(env.demoPassword, 10)
  await transaction(host.db, (tx) => foundCompany(tx, host, password, demoSamples.in(serverPlugins)))
  const register = await published()
  await fill()
  for (const list of lists) await compare(list)
  await convert(register)
} finally {
  await database.close()
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}

function asAdmin() {
  return bearer(product, 'admin', env.demoPassword)
}

async function call<Answer>(method: 'POST' | 'PUT', path: string, body: unknown): Promise<Answer> {
  const answer = await fetch(product.address + path, { method, body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(await asAdmin()) } })
  const { code, msg, data } = await answer.json() as { readonly code: number; readonly msg: string; readonly data: Answer }
  if (code !== 200) throw new Error(`${path}: ${code} ${msg}`)
  return data
}

/** A register with the fields of the shipped resource. */
async function published(): Promise<RegisterDesign> {
  const { id, revision, content } = await call<RegisterDesign>('POST', '/workflow/register', { page: 'shelves', cn: '书架', en: 'Shelves' })
  const text = (cn: string, en: string, max: number) => ({ kind: 'text', cn, en, max, required: true }) as const
  const drawn: RegisterContent = { ...content, key: 'code', columns: ['code', 'room', 'shelf', 'remark', 'books'],
    fields: { code: text('编码', 'Code', 30), room: text('房间', 'Room', 30), shelf: text('书架', 'Shelf', 30),
      remark: { kind: 'text', cn: '备注', en: 'Remarks', max: 200 }, books: { kind: 'integer', cn: '藏书', en: 'Books' } },
    search: ['room', 'shelf'], sort: { field: 'code' } }
  const saved = await call<RegisterDesign>('PUT', `/workflow/register/${id}`, { revision, content: drawn })
  return call<RegisterDesign>('POST', `/workflow/register/${id}/publish`, { revision: saved.revision, reason: 'bench' })
}

async function fill(): Promise<void> {
  console.log(`writing ${count} records of each …`)
  const values = sql`'bench-' || n, 'yuelanshi yls' || n % 1000, 'X' || n, '阅览室' || n % 1000, 'S' || n % 5000, 'r' || n % 77, n % 50
    from generate_series(1, ${count}::int) n`
  await sql`insert into book_location (id, pinyin, code, room, shelf, remark, book_count) select ${values}`.execute(database.db)
  await sql`insert into register_shelves (id, pinyin, f_code, f_room, f_shelf, f_remark, f_books) select ${values}`.execute(database.db)
  await withClient(database.owner, (client) => client.query('vacuum analyze book_location, register_shelves'))
}

async function compare({ name, body }: (typeof lists)[number]): Promise<void> {
  const bodies = Array.from({ length: calls }, () => JSON.stringify(body))
  const seconds = new Map<string, number>()
  const waits: number[] = []
  for (let turn = 0; turn <= turns; turn++) {
    // each goes first as often as the other
    for (const path of turn % 2 === 0 ? [shipped, designed] : [designed, shipped]) {
      const done = await send({ url: product.address + path, headers: await asAdmin(), bodies, clients })
      // the first turn warms up
      if (turn === 0) continue
      seconds.set(path, done.seconds + (seconds.get(path) ?? 0))
      if (path === designed) waits.push(...done.latencies)
    }
  }
  const [ofRegister, ofShipped] = [designed, shipped].map((path) => seconds.get(path)!) as [number, number]
  const rate = (time: number) => `${((calls * turns) / time).toFixed(0)}/s`
  console.log(`${name}: register ${rate(ofRegister)} (95 % ${share(waits, 0.95).toFixed(0)} ms), shipped ${rate(ofShipped)}; ` +
    `register against shipped: ${(ofRegister / ofShipped).toFixed(2)} (goal ≤ 1.2)`)
}

/** Publishes a version in which a whole number of every record becomes a text. */
async function convert({ id, revision, content }: RegisterDesign): Promise<void> {
  const next: RegisterContent = { ...content, fields: { ...content.fields, books: { kind: 'text', cn: '藏书', en: 'Books', max: 20 } } }
  const saved = await call<RegisterDesign>('PUT', `/workflow/register/${id}`, { revision, content: next })
  const began = performance.now()
  await call('POST', `/workflow/register/${id}/publish`, { revision: saved.revision, reason: 'bench' })
  console.log(`another kind for ${count} values: ${((performance.now() - began) / 1_000).toFixed(1)} s`)
}
