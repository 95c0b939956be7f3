import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { open } from '#server/database/open.ts'
import { plan } from '#server/documents/lists/lists.ts'
import { readEnv } from '#server/env.ts'
import { type RunningProduct, start } from '#server/start.ts'
import { personId } from '#plugins/demo/server/company/person-id.ts'
import { bearer, calls, claim, passes } from './claims.ts'
import { send, share } from './load.ts'
import { rawServer } from './raw.ts'
import { countStatements } from './statements.ts'

interface Bench {
  /** An example of its arguments. */
  readonly usage: string
  readonly about: string
  run(): Promise<unknown>
}

const bench = (usage: string, about: string, run: Bench['run']): Bench => ({ usage, about, run })

/** Benches by name; each prints its goals. Without a name, approvals, calculation and the to-do list are measured. */
const benches: Readonly<Record<string, Bench>> = {
  actions: bench('actions 50', 'processor time of one filing and one pass', () => import('./actions.ts')),
  bills: bench('bills', 'the page of all documents', () => import('./bills.ts')),
  clicks: bench('clicks', 'time from a click to rows, in a browser', () => import('./browser/clicks.ts')),
  cluster: bench('cluster 20', 'a PostgreSQL cluster whose primary is killed that often', () => import('./cluster/kills.ts')),
  facts: bench('facts', 'the cost of statistics facts for an action', () => import('./facts.ts')),
  ledger: bench('ledger 1000000', 'the budget ledger alone', () => import('./ledger.ts')),
  lighthouse: bench('lighthouse', 'the pages in a browser', () => import('./browser/lighthouse.ts')),
  lists: bench('lists', 'lists, totals and figures of documents by their number', () => import('./lists.ts')),
  processes: bench('processes 2', 'several processes', () => import('./processes.ts')),
  registers: bench('registers 100000', 'lists of registers', () => import('./registers.ts')),
  resources: bench('resources 100000', 'lists of records', () => import('./resources.ts')),
  sockets: bench('sockets 2000', 'that many browsers at once', () => import('./sockets.ts')),
  statistics: bench('statistics', 'a page of statistics', () => import('./statistics.ts')),
  transfer: bench('transfer', 'import and export of workbooks', () => import('./transfer.ts')),
  typing: bench('typing', 'typing in a form, in a browser', () => import('./browser/typing.ts')),
  uploads: bench('uploads', 'large files', () => import('./uploads.ts')),
  vouchers: bench('vouchers 10000', 'the reading of vouchers', () => import('./vouchers.ts')),
  'what-if': bench('what-if 10000', 'a change of a flow over that many documents', () => import('./what-if.ts')),
}

const [, , asked = '250'] = process.argv
if (Object.hasOwn(benches, asked)) {
  await benches[asked]?.run()
  process.exit()
}
if (!/^\d+$/.test(asked)) {
  const lines = Object.values(benches).map(({ usage, about }) => `  npm run bench -- ${usage.padEnd(18)} ${about}`)
  console.error([`There is no bench “${asked}”. Benches:`, ...lines].join('\n'))
  process.exit(2)
}

const clients = 16
const rounds = 4
/** Warm-up rounds, not measured, until JavaScript is compiled. */
const warmUp = 3
const perRound = Number(asked)

const folder = mkdtempSync(join(tmpdir(), 'bench-'))
const env = readEnv({ DATA_DIR: folder, PORT: '0', DEMO: 'true', DEMO_HISTORY: 'off', DATABASE_POOL: '16' })
const log = pino({ level: 'error' })

console.log('starting the product with the demo company …')
const product = await start(env, serverPlugins, plugins, { pages: false, log })
const database = await open({ ...env, databasePool: 2 }, log)
const raw = await rawServer(database, env.databasePool)
try {
  await approvals(product)
  await calculation(product)
  await todoList(product)
} finally {
  await raw.close()
  await database.close()
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Processor time of this process per request, ms; clients and database are other processes. */
function processor(before: NodeJS.CpuUsage, requests: number): string {
  const { user, system } = process.cpuUsage(before)
  return `${((user + system) / 1000 / requests).toFixed(1)} ms`
}

/** Approvals per second over HTTP compared with the raw transaction on the same database, alternately. */
async function approvals(running: RunningProduct) {
  const [starter, head] = [await bearer(running, 'quality', env.demoPassword), await bearer(running, 'yangfan', env.demoPassword)]
  const total = perRound * (warmUp + rounds)
  console.log(`filing ${total} claims …`)
  const before = process.cpuUsage()
  const filing = await send({ url: running.address + calls.apply, headers: starter,
    bodies: Array.from({ length: total }, () => JSON.stringify({ business: claim(3) })), clients })
  console.log(`filing: ${(total / filing.seconds).toFixed(0)} claims/s, ${processor(before, total)} of the product’s processor each`)
  const seconds = { product: 0, raw: 0 }
  const waits: number[] = []
  for (let round = 0; round < warmUp + rounds; round++) {
    const bodies = await passes(running, 'yangfan', perRound)
    const statements = countStatements()
    const passed = await send({ url: `${running.address}/workflow/pass`, headers: head, bodies, clients })
    const counted = statements.end()
    await raw.prepare(round * perRound, perRound)
    const passedRaw = await send({ url: `${raw.address}/pass`, headers: {}, bodies: Array.from({ length: perRound }, (_, index) =>
      JSON.stringify({ id: round * perRound + index })), clients })
    if (round === 0) console.log(`statements per approval: ${(counted / perRound).toFixed(1)}`)
    if (round < warmUp) continue
    seconds.product += passed.seconds
    seconds.raw += passedRaw.seconds
    waits.push(...passed.latencies)
  }
  const count = perRound * rounds
  console.log(
    `approvals: ${(count / seconds.product).toFixed(0)}/s (median ${share(waits, 0.5).toFixed(0)} ms, 99 % ${
      share(waits, 0.99).toFixed(0)
    } ms); raw transactions: ${(count / seconds.raw).toFixed(0)}/s`,
  )
  console.log(`ratio: ${(seconds.raw / seconds.product).toFixed(2)} (goal 0.40)`)
}

/** Measures the calculation of a form while it is filled in; the goal is 300 ms. */
async function calculation(running: RunningProduct) {
  const headers = await bearer(running, 'quality', env.demoPassword)
  for (const rows of [3, 100]) {
    const { latencies } = await send({ url: running.address + calls.calculate, headers, bodies: Array.from({ length: 20 }, () =>
      JSON.stringify({ parameters: claim(rows) })), clients: 1 })
    console.log(
      `calculate with ${rows} rows: median ${share(latencies, 0.5).toFixed(0)} ms, slowest ${share(latencies, 1).toFixed(0)} ms (goal 300)`,
    )
  }
}

async function todoList(running: RunningProduct) {
  const headers = await bearer(running, 'finance', env.demoPassword)
  const { latencies } = await send({ url: `${running.address}/workflow/tasks/todoList`, headers,
    bodies: Array.from({ length: 50 }, () => '{}'), clients: 1 })
  console.log(`to-do list: median ${share(latencies, 0.5).toFixed(1)} ms`)
  console.log(
    await plan({ db: running.composition.host.db, at: new Date(), reader: { id: personId('finance'), types: 'all', departments: 'all' } },
      'todo'),
  )
}
