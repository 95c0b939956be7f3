import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { found } from '#plugins/demo/server/found.ts'
import { todayOf } from '#kernel/values/dates.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { open } from '#server/database/open.ts'
import { transaction } from '#server/database/transaction.ts'
import { readEnv } from '#server/env.ts'
import { hashPassword } from '#server/identity/accounts/passwords.ts'
import { start } from '#server/start.ts'
import { bearer } from './claims.ts'
import { send, share } from './load.ts'

/**
 * The page of expenses over a million facts (or as many as are named), two for each document and half of them of this year:
 * the page, a drawer and a question over HTTP, each as a ratio to the bare sum of the same facts.
 */
const count = Number(process.argv[3] ?? 1_000_000)
const calls = 8

const folder = mkdtempSync(join(tmpdir(), 'bench-statistics-'))
const env = readEnv({ DATA_DIR: folder, PORT: '0', DEMO: 'true' })
const log = pino({ level: 'error' })
const product = await start(env, serverPlugins.map((plugin) => ({ ...plugin, seed: undefined })), plugins, { pages: false, log })
const database = await open({ ...env, databasePool: 2 }, log)
const year = new Date().getFullYear()
try {
  const { host } = product.composition
  const password = await hashPassword(env.demoPassword)
  await transaction(host.db, (tx) => found(tx, host, { day: todayOf(host.clock.now()), password }))
  console.log(`writing ${count} facts …`)
  await sql`
    with units as (select array_agg(id order by id) as ids from sys_group where type = 'DEPARTMENT'), categories as (select array_agg(id order by id) as ids from expense_category)
    insert into statistics_fact (page, document, line, day, department, person, dimensions, measures, sign, at)
    select 'expense', 'bench-' || n / 2, '0 ' || n, make_date(${year}::integer - n % 2, 1, 1) + n % 300, units.ids[1 + n % cardinality(units.ids)], 'person-' || n % 2000,
      jsonb_build_object('category', categories.ids[1 + n % cardinality(categories.ids)]), jsonb_build_object('approved', (n % 1000)::text, 'requested', (n % 1000)::text, 'items', '1'), 1, now() - interval '3 days'
    from generate_series(1, ${count}::integer) n, units, categories`.execute(database.db)
  await sql`analyze statistics_fact`.execute(database.db)
  const headers = await bearer(product, 'finance', env.demoPassword)
  const period = { from: `${year}-01-01`, to: `${year}-12-31` }
  const raw = await rawSum()
  for (const [name, path, asked] of [['page', '', {}], ['drawer', '/drill', {}], ['question', '/explain', { measure: 'approved', by: 'department' }]] as const) {
    const bodies = Array.from({ length: calls }, () => JSON.stringify({ ...period, ...asked }))
    const { latencies } = await send({ url: `${product.address}/oaserver/statistics/expense${path}`, headers, bodies, clients: 1 })
    console.log(`${name}: ${share(latencies, 0.5).toFixed(0)} ms, ${(share(latencies, 0.5) / raw).toFixed(1)} times the bare sum of ${raw.toFixed(0)} ms`)
  }
} finally {
  await database.close()
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}

/** The same facts summed by nothing, in ms: the middle of several times. */
async function rawSum(): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < calls; at += 1) {
    const begun = performance.now()
    await sql`select sum((measures ->> 'approved')::numeric) from statistics_fact where page = 'expense' and day between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`
      .execute(database.db)
    times.push(performance.now() - begun)
  }
  return share(times, 0.5)
}
