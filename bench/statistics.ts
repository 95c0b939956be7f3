import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { statisticsCall, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { demoSamples } from '#plugins/demo/server/extension-points.ts'
import { foundCompany } from '#plugins/demo/server/found-company.ts'
import { foldAudit } from '#plugins/statistics/server/folding/audit.ts'
import { askForFoldingAnew, foldedPages, foldJob, foldName } from '#plugins/statistics/server/folding/fold.ts'
import { statisticsPages } from '#plugins/statistics/testing-pages.ts'
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
 * `npm run bench -- statistics 1000000`: that many facts of two years on the pages of expenses and of all documents, and a tenth of it on
 * each other page. Measures the time to fold all facts, and those of a day; each page, the drawers of everything and of a row, and a
 * query over HTTP.
 */
const count = Number(process.argv[3] ?? 1_000_000)
const calls = 20
/** Facts per statement, within its timeout. */
const slice = 50_000
const pages = foldedPages(statisticsPages)

const folder = mkdtempSync(join(tmpdir(), 'bench-statistics-'))
const env = readEnv({ DATA_DIR: folder, PORT: '0', DEMO: 'true', DEMO_HISTORY: 'off' })
const log = pino({ level: 'error' })
const product = await start(env, serverPlugins.filter(({ id }) => id !== 'demo'), plugins, { pages: false, log })
const database = await open({ ...env, databasePool: 2 }, log)
const { host } = product.composition
const today = todayOf(host.clock.now())
const year = Number(today.slice(0, 4))
const period = { from: `${year}-01-01`, to: `${year}-12-31` }
try {
  const password = await hashPassword(env.demoPassword, 10)
  await transaction(host.db, (tx) => foundCompany(tx, host, password, demoSamples.in(serverPlugins)))
  await foldHere()
  for (const page of pages) await write(page, factsOf(page), 730)
  await sql`analyze statistics_fact`.execute(database.db)
  await askForFoldingAnew(host.db)
  console.log(`folding all of it: ${await seconds(fold)} s`)
  for (const page of pages) await write(page, Math.ceil(factsOf(page) / 730), 1)
  console.log(`folding a day: ${await seconds(fold)} s (goal 60)`)
  await withClient(database.owner, async (client) => {
    for (const table of ['statistics_fact', 'statistics_spread_fact', 'statistics_fold', 'statistics_unfolded'])
      await client.query(`vacuum analyze ${table}`)
  })
  const raw = await bareSum()
  console.log(`the bare sum of a year’s expenses: ${raw.toFixed(0)} ms`)
  for (const reader of ['finance', 'head']) for (const page of pages) await measure(reader, page)
  if (count <= 100_000) console.log(JSON.stringify(await foldAudit(statisticsPages).run(host.db, host)))
} finally {
  await database.close()
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Marks the product's own runs of the job as finished, so that folding only happens here. */
async function foldHere(): Promise<void> {
  await fold()
  await sql`insert into job_run (job, due, finished_at) select ${foldName},
    to_timestamp(300 * (floor(extract(epoch from now()) / 300) + turn)), now() from generate_series(0, 100) turn
    on conflict do nothing`.execute(host.db)
}

async function fold(): Promise<void> {
  await foldJob(statisticsPages).run({ host, db: host.db, at: host.clock.now(), signal: new AbortController().signal })
}

function factsOf({ key, recorder }: StatisticsPage): number {
  return key === 'expense' || recorder ? count : Math.ceil(count / 10)
}

/** Creates facts of a number of days up to yesterday, mostly two per document; one in fifty is reversed. */
async function write(page: StatisticsPage, facts: number, days: number): Promise<void> {
  for (let first = 1; first <= facts; first += slice)
    await writeSlice(page, { first, last: Math.min(facts, first + slice - 1), facts, days })
}

interface Slice {
  readonly first: number
  readonly last: number
  readonly facts: number
  readonly days: number
}

/** Two thousand people, assigned to departments in rotation; one document in ten has rows borne by other departments. */
async function writeSlice(page: StatisticsPage, { first, last, facts, days }: Slice): Promise<void> {
  const dimensions = Object.entries(page.dimensions).flatMap(([key, { of }],
    index) => [sql`${key}::text`, of !== 'text' && of !== 'label' && 'to' in of && of.to === 'expenseCategory'
    ? sql`categories.ids[1 + ${drawn(index + 10)} % cardinality(categories.ids)]` :
    sql`('v' || ${drawn(index + 10)} % 8)`]
  )
  const numbers = Object.values(page.measures).flatMap((
    { medianOf },
  ) => (medianOf === undefined ? [] : [sql`${medianOf}::text`, sql`case when ${drawn(9)} % 6 = 0 then (1 + ${drawn(8)} % 120)::text end`]))
  const measures = Object.entries(page.measures).filter(([, { of, unit, medianOf }]) =>
    of === undefined && unit !== 'documents' && medianOf === undefined
  ).flatMap(([key], index) => [sql`${key}::text`, sql`(${drawn(index + 20)} % 100000 / 100.0)::numeric(18, 2)::text`])
  const document = sql`(case when ${drawn(1)} % 4 = 0 then n else n / 2 * 2 end)`
  const from = sql`
    with units as (select array_agg(id order by id) as ids from sys_group where type = 'DEPARTMENT'),
      categories as (select array_agg(id order by id) as ids from expense_category)
    select ${page.key}, ${`${page.key}-${days}-`} || ${document}, '0 ' || n,
      ${today}::date - ${days}::integer + (${document}::bigint * ${days}::integer / ${facts + 1}::integer)::integer,
      units.ids[1 + case when ${drawn(4, document)} % 10 = 0 then ${drawn(5)} else ${
    drawn(3, document)
  } % 2000 end % cardinality(units.ids)], 'person-' || ${drawn(3, document)} % 2000,
      jsonb_strip_nulls(jsonb_build_object(${sql.join([...dimensions, ...numbers])})), jsonb_build_object(${sql.join(measures)})`
  await sql`insert into statistics_fact (page, document, line, day, department, person, dimensions, measures, sign, at) ${from}, 1,
    ${today}::date - interval '1 hour'
    from generate_series(${first}::integer, ${last}::integer) n, units, categories`.execute(database.db)
  await sql`insert into statistics_fact (page, document, line, day, department, person, dimensions, measures, sign, at) ${from}, -1,
    ${today}::date - interval '1 minute'
    from generate_series(${first}::integer, ${last}::integer, 50) n, units, categories`.execute(database.db)
}

/** A deterministic pseudo-random number. */
function drawn(seed: number, of = sql`n`) {
  return sql`(hashint8(${of}::bigint * 31 + ${sql.lit(seed)}) & 2147483647)`
}

async function seconds(work: () => Promise<void>): Promise<string> {
  const begun = performance.now()
  await work()
  return ((performance.now() - begun) / 1000).toFixed(1)
}

/** Measures a reader's waiting time on a page, ms. */
async function measure(reader: string, page: StatisticsPage): Promise<void> {
  const headers = await bearer(product, reader, env.demoPassword)
  const [filter = 'person'] = page.filters
  const [value = 'v1'] = (await sql<
    { value: string }
  >`select coalesce(dimensions ->> ${filter}, person) as value from statistics_fact where page = ${page.key} limit 1`.execute(
    database.db,
  )).rows
    .map((row) => row.value)
  const queries = {
    page: ['', period],
    'months and days': ['', { from: `${year - 1}-03-10`, to: `${year}-02-20` }],
    [`by ${filter}`]: ['', { ...period, filters: { [filter]: [value] } }],
    'drawer of all': ['/drill', { ...period, measure: page.headline[0] }],
    'drawer of a month': ['/drill', { ...period, measure: page.headline[0], row: { [filter]: value, month: `${year}-03` } }],
    question: ['/explain', { ...period, measure: addingOf(page), by: 'department' }],
  } as const
  for (const [name, [path, body]] of Object.entries(queries)) {
    const { latencies } = await send({ url: `${product.address}${statisticsCall(page)}${path}`, headers,
      bodies: Array.from({ length: calls }, () => JSON.stringify(body)), clients: 1 })
    const [half, most] = [0.5, 0.95].map((part) => share(latencies, part).toFixed(0).padStart(6))
    console.log(`${reader.padEnd(9)}${page.key.padEnd(22)}${name.padEnd(20)}${half} / ${most} ms${name === 'page' ? ' (goal 300)' : ''}`)
  }
}

function addingOf({ measures }: StatisticsPage): string | undefined {
  return Object.entries(measures).find(([, { of, unit, medianOf }]) => of === undefined && unit !== 'documents' && medianOf === undefined)
    ?.[0]
}

/** The sum of the same facts in plain SQL, ms: the median of several runs. */
async function bareSum(): Promise<number> {
  const times: number[] = []
  for (let at = 0; at < 8; at += 1) {
    const begun = performance.now()
    await sql`select sum((measures ->> 'approved')::numeric) from statistics_fact
      where page = 'expense' and day between ${period.from}::date and ${period.to}::date`
      .execute(
        database.db,
      )
    times.push(performance.now() - begun)
  }
  return share(times, 0.5)
}
