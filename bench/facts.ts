import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { todayOf } from '#kernel/values/dates.ts'
import { demoSamples } from '#plugins/demo/server/extension-points.ts'
import { foundCompany } from '#plugins/demo/server/found-company.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { transaction } from '#server/database/transaction.ts'
import { readEnv } from '#server/env.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { type RunningProduct, start } from '#server/start.ts'
import { bearer, calls, claim } from './claims.ts'
import { openSender, type Sender, share } from './load.ts'
import { nothingSpent, pagesOf, type WorkCost, spentOn, together } from './work-cost.ts'

/**
 * `npm run bench -- facts 20 30`: the cost of statistics facts. Two products run alternately, one without facts: a number of claims is
 * filed in each of many short rounds, and passed until completion, when facts are written. The times of two adjacent rounds form one
 * ratio; other load on the machine distorts single ratios but not their median. Processor time, statements and WAL hardly depend on it.
 */
const perRound = Number(process.argv[3] ?? 20)
const rounds = Number(process.argv[4] ?? 30)
const clients = 4
const goal = 1.05

const log = pino({ level: 'error' })
const folder = mkdtempSync(join(tmpdir(), 'bench-facts-'))
const env = readEnv({ DATA_DIR: folder, PORT: '0', DEMO: 'true', DEMO_HISTORY: 'off', DATABASE_POOL: '4' })

const steps = ['filing', 'passing'] as const
type Step = (typeof steps)[number]

/** The cost of a step of a round. */
interface Took {
  readonly seconds: number
  readonly spent: WorkCost
}

type StepCosts = Readonly<Record<Step, Took>>

const founded = serverPlugins.filter(({ id }) => id !== 'demo')
const kinds = { with: founded,
  without: founded.map((plugin) => (plugin.id === 'statistics' ? { ...plugin, extensions: [], jobs: [] } : plugin)) }
type Kind = keyof typeof kinds
const products: Partial<Record<Kind, RunningProduct>> = {}
const taken: Record<Kind, StepCosts[]> = { with: [], without: [] }
const sender = openSender()
try {
  for (const kind of ['with', 'without'] as const) {
    const running = await start({ ...env, dataDirectory: join(folder, kind) }, kinds[kind], plugins, { pages: false, log })
    products[kind] = running
    const { host } = running.composition
    await transaction(host.db, async (tx) =>
      foundCompany(tx, host, await hashPassword(env.demoPassword, 10), demoSamples.in(serverPlugins)))
  }
  const pages = { with: 0, without: 0 }
  for (let round = 0; round <= rounds; round += 1) {
    for (const kind of round % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      const took = await lives(products[kind]!, sender)
      // the first round is a warm-up
      if (round > 0) taken[kind].push(took)
      else pages[kind] = await pagesOf(products[kind]!)
    }
  }
  for (const kind of ['with', 'without'] as const) {
    const looked = ((await pagesOf(products[kind]!)) - pages[kind]) / (rounds * perRound)
    console.log(
      `facts of documents ${kind === 'with' ? '' : 'not '}kept: ${await factsOf(products[kind]!)} rows of facts, ${
        looked.toFixed(0)
      } pages of the database looked at for each claim`,
    )
  }
  for (const step of steps) print(step)
} finally {
  sender.close()
  for (const running of Object.values(products)) await running.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Measures claims from filing to completion. */
async function lives(running: RunningProduct, { send }: Sender): Promise<StepCosts> {
  const headers = await bearer(running, 'quality', env.demoPassword)
  const filed = await took(running,
    async () =>
      (await send({ clients,
        calls: Array.from({ length: perRound },
          () => ({ method: 'POST' as const, url: running.address + calls.apply, headers,
            body: JSON.stringify({ business: claim(3) }) })) }))
        .seconds)
  const due: { person: string; bodies: readonly string[] }[] = []
  let passing: Took = { seconds: 0, spent: nothingSpent }
  for (due.push(...(await passesDue(running))); due.length > 0; due.push(...(await passesDue(running)))) {
    const loads = await Promise.all(
      due.splice(0).map(async ({ person, bodies }) => ({ headers: await bearer(running, person, env.demoPassword), bodies })),
    )
    const passed = await took(running, async () => {
      let seconds = 0
      for (const { headers: of, bodies } of loads)
        seconds +=
          (await send({ clients,
            calls: bodies.map((body) => ({ method: 'POST' as const, url: `${running.address}/workflow/pass`, headers: of, body })) }))
            .seconds
      return seconds
    })
    passing = { seconds: passing.seconds + passed.seconds, spent: together(passing.spent, passed.spent) }
  }
  return { filing: filed, passing }
}

async function took(running: RunningProduct, work: () => Promise<number>): Promise<Took> {
  const { spent, result: seconds } = await spentOn(running, work)
  return { seconds, spent }
}

/** The running tasks of claims, by assignee. */
async function passesDue(
  { composition: { host } }: RunningProduct,
): Promise<readonly { readonly person: string; readonly bodies: readonly string[] }[]> {
  const tasks = await host.db.selectFrom('task').innerJoin('document', 'document.id', 'task.document').innerJoin('sys_user', 'sys_user.id',
    'task.assignee')
    .select(['task.id', 'task.node', 'sys_user.user_name as person', 'document.id as document']).distinctOn('document.id').where(
      'task.state',
      '=',
      'running',
    )
    .execute()
  const business = { payDate: todayOf(host.clock.now()) }
  return [...new Set(tasks.map(({ person }) => person))].map((person) => ({
    person,
    bodies: tasks.filter((task) => task.person === person).map(({ id, node }) =>
      JSON.stringify({ taskId: id, comment: '同意', ...(node === 'cashier' && { business }) })
    ),
  }))
}

async function factsOf({ composition: { host } }: RunningProduct): Promise<number> {
  const { facts } = await host.db.selectFrom('statistics_fact').select(({ fn }) => fn.countAll<string>().as('facts'))
    .executeTakeFirstOrThrow()
  return Number(facts)
}

/** Prints the median and quartiles of the ratios, and the average cost of a claim. */
function print(step: Step): void {
  const ratioOf = (figure: (took: Took) => number) => {
    const ratios = taken.with.map((round, index) => figure(round[step]) / figure(taken.without[index]![step]))
    const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => share(ratios, part).toFixed(3))
    return `${middle} (half of the rounds ${low} to ${high})`
  }
  const each = (kind: Kind, figure: (took: Took) => number) =>
    taken[kind].reduce((sum, round) => sum + figure(round[step]), 0) / (rounds * perRound)
  const figures: Readonly<Record<string, (took: Took) => number>> = {
    'time, ms': ({ seconds }) => seconds * 1000,
    'processor of the product, ms': ({ spent }) => spent.product,
    'processor of the database, ms': ({ spent }) => spent.database,
    'processor of both, ms': ({ spent }) => spent.product + spent.database,
    statements: ({ spent }) => spent.statements,
    'log, kB': ({ spent }) => spent.log / 1024,
  }
  console.log(`${step}, of each claim: with facts / without, ratio (goal ${goal})`)
  for (const [name, figure] of Object.entries(figures))
    console.log(
      `  ${name.padEnd(30)}${each('with', figure).toFixed(2).padStart(10)} / ${each('without', figure).toFixed(2).padStart(8)}   ${
        ratioOf(figure)
      }`,
    )
}
