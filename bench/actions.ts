import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { readEnv } from '#server/env.ts'
import { start } from '#server/start.ts'
import { bearer, calls, claim, passes } from './claims.ts'
import { openSender, share } from './load.ts'
import { type WorkCost, spentOn } from './work-cost.ts'

/**
 * `npm run bench -- actions 50`: processor time of one filing and one pass, in many short rounds. The thread that runs our JavaScript
 * limits the throughput of a process; other threads of Node collect garbage and compile. Load on the machine makes rounds slower, never
 * faster, so the lower quartile is reported. The run ends within the first minute after the start, before the product analyses its flows.
 */
const perRound = Number(process.argv[3] ?? 50)
const warmUp = 10 * perRound
const clients = 4
/** End of the measurement after the start, ms. */
const end = 58_000

interface ActionCost extends WorkCost {
  /** Processor time of the main thread, ms. */
  readonly thread: number
}

const folder = mkdtempSync(join(tmpdir(), 'bench-actions-'))
const env = readEnv({ DATA_DIR: folder, PORT: '0', DEMO: 'true', DEMO_HISTORY: 'off', DATABASE_POOL: String(clients) })
const product = await start(env, serverPlugins, plugins, { pages: false, log: pino({ level: 'error' }) })
const startedAt = performance.now()
const sender = openSender()
const rounds: Record<'filing' | 'passing', ActionCost[]> = { filing: [], passing: [] }
try {
  const [starter, head] = [await bearer(product, 'quality', env.demoPassword), await bearer(product, 'yangfan', env.demoPassword)]
  const file = (count: number) => post(calls.apply, starter, Array.from({ length: count }, () => JSON.stringify({ business: claim(3) })))
  const pass = (bodies: readonly string[]) => post('/workflow/pass', head, bodies)
  await file(warmUp)
  await pass(await passes(product, 'yangfan', warmUp))
  while (performance.now() - startedAt < end) {
    rounds.filing.push(await round(() => file(perRound)))
    const bodies = await passes(product, 'yangfan', perRound)
    rounds.passing.push(await round(() => pass(bodies)))
  }
  for (const [name, taken] of Object.entries(rounds)) print(name, taken)
} finally {
  sender.close()
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}

function post(path: string, headers: Readonly<Record<string, string>>, bodies: readonly string[]) {
  return sender.send({ clients, calls: bodies.map((body) => ({ method: 'POST' as const, url: product.address + path, headers, body })) })
}

async function round(work: () => Promise<unknown>): Promise<ActionCost> {
  const before = mainThread()
  const { spent } = await spentOn(product, work)
  return { ...spent, thread: mainThread() - before }
}

/** Processor time of the main thread so far, ms; 0 on systems other than Linux. */
function mainThread(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000
  } catch {
    return 0
  }
}

function print(name: string, taken: readonly ActionCost[]): void {
  const each = (figure: (round: ActionCost) => number) => (share(taken.map(figure), 0.25) / perRound).toFixed(2)
  console.log(
    `${name}, ${taken.length} rounds: ${each(({ thread }) => thread)} ms of the main thread, ${
      each(({ product: all }) => all)
    } ms of the product, ${each(({ database }) => database)} ms of the database, ${each(({ statements }) => statements)} statements each`,
  )
}
