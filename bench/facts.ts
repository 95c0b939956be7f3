import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { todayOf } from '#kernel/values/dates.ts'
import { found } from '#plugins/demo/server/found.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { transaction } from '#server/database/transaction.ts'
import { readEnv } from '#server/env.ts'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { type Running, start } from '#server/start.ts'
import { bearer, calls, claim } from './claims.ts'
import { send, share } from './load.ts'

/**
 * `npm run bench -- facts 100`: what facts cost documents. Two products in turns, one of which keeps no facts: so many claims are filed in
 * each round and passed until they are completed, when their facts are written.
 */
const perRound = Number(process.argv[3] ?? 100)
const rounds = 6
const clients = 8
const goal = 1.05

const log = pino({ level: 'error' })
const folder = mkdtempSync(join(tmpdir(), 'bench-facts-'))
const env = readEnv({ DATA_DIR: folder, PORT: '0', DEMO: 'true', DEMO_HISTORY: 'off', DATABASE_POOL: '8' })

interface Measured {
  readonly running: Running
  /** Of each round but the first, which warms up. */
  readonly seconds: { readonly filing: number[]; readonly passing: number[] }
}

const founded = serverPlugins.map((plugin) => ({ ...plugin, seed: undefined }))
const kinds = { with: founded, without: founded.map((plugin) => (plugin.id === 'statistics' ? { ...plugin, extensions: [], jobs: [] } : plugin)) }
const products: Partial<Record<keyof typeof kinds, Measured>> = {}
try {
  for (const kind of ['with', 'without'] as const) {
    const running = await start({ ...env, dataDirectory: join(folder, kind) }, kinds[kind], plugins, { pages: false, log })
    const { host } = running.composition
    await transaction(host.db, async (tx) => found(tx, host, { day: todayOf(host.clock.now()), password: await hashPassword(env.demoPassword) }))
    products[kind] = { running, seconds: { filing: [], passing: [] } }
  }
  const { with: having, without } = products as Record<keyof typeof kinds, Measured>
  for (let round = 0; round <= rounds; round += 1) {
    for (const product of round % 2 === 0 ? [having, without] : [without, having]) {
      const seconds = await lives(product.running)
      if (round === 0) continue
      product.seconds.filing.push(seconds.filing)
      product.seconds.passing.push(seconds.passing)
    }
  }
  for (const kind of ['with', 'without'] as const) console.log(`facts of documents ${kind === 'with' ? '' : 'not '}kept: ${await factsOf(products[kind]!.running)} rows of facts`)
  for (const step of ['filing', 'passing'] as const) print(step, having.seconds[step], without.seconds[step])
} finally {
  for (const { running } of Object.values(products)) await running.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Seconds that claims take from their filing to their completion. */
async function lives(running: Running): Promise<{ readonly filing: number; readonly passing: number }> {
  const starter = await bearer(running, 'quality', env.demoPassword)
  const bodies = Array.from({ length: perRound }, () => JSON.stringify({ business: claim(3) }))
  const { seconds: filing } = await send({ url: running.address + calls.apply, headers: starter, bodies, clients })
  let passing = 0
  for (let due = await passesDue(running); due.length > 0; due = await passesDue(running)) {
    for (const { person, bodies: passes } of due) {
      passing += (await send({ url: `${running.address}/workflow/pass`, headers: await bearer(running, person, env.demoPassword), bodies: passes, clients })).seconds
    }
  }
  return { filing, passing }
}

/** The tasks of the claims under way, by who has them. */
async function passesDue({ composition: { host } }: Running): Promise<readonly { readonly person: string; readonly bodies: readonly string[] }[]> {
  const tasks = await host.db.selectFrom('task').innerJoin('document', 'document.id', 'task.document').innerJoin('sys_user', 'sys_user.id', 'task.assignee')
    .select(['task.id', 'task.node', 'sys_user.user_name as person', 'document.id as document']).distinctOn('document.id').where('task.state', '=', 'running')
    .execute()
  const business = { payDate: todayOf(host.clock.now()) }
  return [...new Set(tasks.map(({ person }) => person))].map((person) => ({
    person,
    bodies: tasks.filter((task) => task.person === person).map(({ id, node }) => JSON.stringify({ taskId: id, comment: '同意', ...(node === 'cashier' && { business }) })),
  }))
}

async function factsOf({ composition: { host } }: Running): Promise<number> {
  const { facts } = await host.db.selectFrom('statistics_fact').select(({ fn }) => fn.countAll<string>().as('facts')).executeTakeFirstOrThrow()
  return Number(facts)
}

function print(step: string, having: readonly number[], without: readonly number[]): void {
  const ratios = having.map((seconds, round) => seconds / without[round]!)
  const sum = (all: readonly number[]) => all.reduce((total, each) => total + each, 0)
  console.log(
    `${step}: with facts ${((perRound * rounds) / sum(having)).toFixed(0)} claims/s, without ${((perRound * rounds) / sum(without)).toFixed(0)} claims/s; ratio of the times ${
      (sum(having) / sum(without)).toFixed(3)
    } (rounds ${share(ratios, 0).toFixed(2)} to ${share(ratios, 1).toFixed(2)}, goal ${goal})`,
  )
}
