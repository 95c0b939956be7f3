import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { statisticsCall, statisticsPermissions } from '#plugins/statistics/statistics-page.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { foldJob, foldName } from '#plugins/statistics/server/folding/fold.ts'
import { recordJob, recordName } from '#plugins/statistics/server/recorded/record-job.ts'
import { statisticsPages } from '#plugins/statistics/server/testing-pages.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { withClient } from '#server/database/connection.ts'
import { open } from '#server/database/open.ts'
import { readEnv } from '#server/env.ts'
import { roles } from '#server/identity/rights/roles.ts'
import type { Job } from '#server/jobs/job.ts'
import { start } from '#server/start.ts'
import { bearer } from './claims.ts'
import { fill, foundCompany, readers } from './filled.ts'
import { send, share } from './load.ts'

/**
 * `npm run bench -- bills 200000`: the page of all documents with that many documents of three years: recording and folding their
 * changes, and a reader's waiting time.
 */
const size = Number(process.argv[3] ?? 200_000)
const calls = 20
const goal = 300

const folder = mkdtempSync(join(tmpdir(), 'bench-bills-'))
const env = readEnv({ DATA_DIR: folder, PORT: '0', DEMO_HISTORY: 'off' })
const log = pino({ level: 'error' })
const product = await start(env, serverPlugins.filter(({ id }) => id !== 'demo'), plugins, { pages: false, log })
const database = await open({ ...env, databasePool: 2 }, log)
const { host } = product.composition
const [page] = statisticsPages.filter(({ recorder }) => recorder !== undefined)
if (!page) throw new Error('no page is recorded')
const year = Number(todayOf(host.clock.now()).slice(0, 4))
const period = { from: `${year}-01-01`, to: `${year}-12-31` }
try {
  // marks the product's own runs of the jobs as finished, so that they only run in the measurement
  await sql`insert into job_run (job, due, finished_at) select job, to_timestamp(300 * (floor(extract(epoch from now()) / 300) + turn)),
    now()
    from unnest(${[recordName, foldName]}::text[]) job, generate_series(0, 100) turn on conflict do nothing`.execute(host.db)
  await foundCompany(host.db, host, env.demoPassword)
  const can = statisticsPermissions(page.key)
  for (const role of ['departmentHead', 'accountant']) await roles(host.db).grant(role, [can.view, can.export])
  await fill(database.owner, host, size)
  await withClient(database.owner, async (client) => {
    await client.query('insert into statistics_changed (document, at) select id, updated_at from document order by started_at')
  })
  const recording = await seconds(recordJob([page]))
  const facts = (await sql<{ facts: string }>`select count(*) as facts from statistics_fact`.execute(database.db)).rows[0]?.facts
  console.log(`recording ${size} documents: ${recording.toFixed(0)} s, ${facts} facts, ${(size / recording).toFixed(0)} documents a second`)
  const folding = await seconds(foldJob([page]))
  console.log(`folding them: ${folding.toFixed(0)} s, ${(Number(facts) / folding).toFixed(0)} facts a second`)
  await withClient(database.owner, async (client) => {
    for (const table of ['statistics_fact', 'statistics_spread_fact', 'statistics_fold', 'statistics_unfolded', 'statistics_changed'])
      await client.query(`vacuum analyze ${table}`)
  })
  for (const reader of [readers.administrator, readers.head, readers.bookkeeper]) await measure(reader)
} finally {
  await database.close()
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}

async function seconds(job: Job): Promise<number> {
  const begun = performance.now()
  await job.run({ host, db: host.db, at: host.clock.now(), signal: new AbortController().signal })
  return (performance.now() - begun) / 1000
}

/** Measures a reader's waiting time, ms. */
async function measure(reader: string): Promise<void> {
  const headers = await bearer(product, reader, env.demoPassword)
  const type = (await sql<{ type: string }>`select type from document limit 1`.execute(database.db)).rows[0]?.type
  const queries = {
    page: ['', period],
    'three years': ['', { from: `${year - 2}-01-01`, to: `${year}-12-31` }],
    'months and days': ['', { from: `${year - 1}-03-10`, to: `${year}-02-20` }],
    'of a type': ['', { ...period, filters: { type: [type] } }],
    'of a state': ['', { ...period, filters: { state: ['4'] } }],
    'drawer of all': ['/drill', { ...period, measure: 'started' }],
    'drawer of a type': ['/drill', { ...period, measure: 'averageWait', row: { type } }],
    question: ['/explain', { ...period, measure: 'started', by: 'department' }],
  } as const
  for (const [name, [path, body]] of Object.entries(queries)) {
    const { latencies } = await send({ url: `${product.address}${statisticsCall(page!)}${path}`, headers,
      bodies: Array.from({ length: calls }, () => JSON.stringify(body)), clients: 1 })
    const [half, most] = [0.5, 0.95].map((part) => share(latencies, part).toFixed(0).padStart(6))
    console.log(`${reader.padEnd(9)}${name.padEnd(20)}${half} / ${most} ms (goal ${goal})`)
  }
}
