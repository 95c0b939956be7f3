import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { demoSamples } from '#plugins/demo/server/extension-points.ts'
import { foundCompany } from '#plugins/demo/server/found-company.ts'
import plugins from '#resources/declarations.ts'
import serverPlugins from '#resources/server.ts'
import { withClient } from '#server/database/connection.ts'
import { open } from '#server/database/open.ts'
import { transaction } from '#server/database/transaction.ts'
import { readEnv } from '#server/env.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { type RunningProduct, start } from '#server/start.ts'
import { bearer } from './claims.ts'
import { send, share } from './load.ts'
import { rawLists } from './raw-lists.ts'
import { type List, lists } from './resource-lists.ts'

/**
 * A resource's list with a hundred thousand records (or the given number): the waiting time of an ordinary person compared with an
 * administrator, and the throughput compared with the same statement without its count on a bare server.
 */
const count = Number(process.argv[3] ?? 100_000)
const calls = 300
const clients = 4
const turns = 2

type Headers = Awaited<ReturnType<typeof bearer>>

const folder = mkdtempSync(join(tmpdir(), 'bench-resources-'))
const env = readEnv({ DATA_DIR: folder, PORT: '0', DEMO: 'true', DEMO_HISTORY: 'off', DATABASE_POOL: '8' })
const log = pino({ level: 'error' })
// the demo company without its documents
const product = await start(env, serverPlugins.filter(({ id }) => id !== 'demo'), plugins, { pages: false, log })
const database = await open({ ...env, databasePool: 2 }, log)
try {
  await prepare(product.composition.host)
  // Tokens expire after five minutes, which a list may take on a busy machine.
  const people = async () => ({ admin: await bearer(product, 'admin', env.demoPassword),
    ordinary: await bearer(product, 'yangfan', env.demoPassword) })
  const raw = await rawLists(database.application, { connections: env.databasePool,
    departments: await departmentsOf(product, (await people()).ordinary) })
  await warmUp(product.address, (await people()).ordinary)
  for (const list of lists) await compare({ product: product.address, raw: raw.address }, list, await people())
  await raw.close()
} finally {
  await database.close()
  await product.close()
  rmSync(folder, { recursive: true, force: true })
}

/** Creates the records, and an ordinary person who sees those of an enterprise: about half of them. */
async function prepare(host: RunningProduct['composition']['host']) {
  const { db } = host
  const password = await hashPassword(env.demoPassword, 10)
  await transaction(db, (tx) => foundCompany(tx, host, password, demoSamples.in(serverPlugins)))
  console.log(`writing ${count} records of a register and as many cost centres …`)
  await sql`
    insert into offline_reimbursement (id, pinyin, create_by, business_no, offline_source, voucher_no, company, expense_date, budget_month,
      bearing_dept, budget_dept, cost_center, expense_category, expense_detail, currency_type, exchange_rate, amount, amount_rmb)
    select 'bench-' || n, '', 'bench', 'BENCH' || n, '1', 'V' || n % 5000, (array['SZ', 'DG', 'VN', 'HQ'])[1 + n % 4],
      date '2026-01-01' + n % 300, '2026-01', units.ids[1 + n % cardinality(units.ids)],
      units.ids[1 + n % cardinality(units.ids)], 'cc', 'c-office', '打印纸' || n % 1000, 'CNY', 1, 1 + n % 9999, 1 + n % 9999
    from generate_series(1, ${count}::int) n, (select array_agg(id) as ids from sys_group where has_budget_dept) units`.execute(db)
  await sql`
    insert into cost_center (id, pinyin, code, name_cn, name_en, group_ids, status, enable)
    select 'bench-' || n, 'ceshizhongxin csx' || n % 1000, 'BENCH-' || n, '测试中心' || n, 'Bench centre ' || n,
      array[units.ids[1 + n % cardinality(units.ids)]], '1', n % 3 > 0
    from generate_series(1, ${count}::int) n, (select array_agg(id) as ids from sys_group where has_budget_dept) units`.execute(db)
  await roles(db).grant('departmentHead', ['finance:offline:view', 'finance:costCenter:view'])
  await roles(db).setScope('departmentHead', '*', { scope: 'enterpriseBelow', withSub: true, departments: [] })
  // Updates the planner's statistics, as autovacuum does in a running product.
  await withClient(database.owner, (client) => client.query('vacuum analyze offline_reimbursement, cost_center, sys_group'))
}

async function departmentsOf({ composition: { host, identity } }: RunningProduct, { authorization }: Headers): Promise<readonly string[]> {
  const { caller } = await identity.authenticateToken(authorization.replace('Bearer ', ''))
  const seen = await host.departments(host.db, { ...caller, traceId: '', ip: '' }, 'offlineReimbursement')
  return seen === 'all' ? [] : seen
}

/** Warms up code that all lists share before the first measurement. */
async function warmUp(address: string, headers: Headers) {
  for (const { path, body } of lists)
    await send({ url: address + path, headers, bodies: Array.from({ length: calls }, () => JSON.stringify(body)), clients })
}

async function compare(address: Readonly<Record<'product' | 'raw', string>>, list: List,
  people: Readonly<Record<'admin' | 'ordinary', Headers>>) {
  const bodies = Array.from({ length: calls }, () => JSON.stringify(list.body))
  const seconds = { admin: 0, ordinary: 0, raw: 0, rawAll: 0 }
  const waits: number[] = []
  for (let turn = 0; turn <= turns; turn++) {
    const admin = await send({ url: address.product + list.path, headers: people.admin, bodies, clients })
    const ordinary = await send({ url: address.product + list.path, headers: people.ordinary, bodies, clients })
    const bare = await send({ url: `${address.raw}/${list.name}`, headers: {}, bodies, clients })
    const bareAll = await send({ url: `${address.raw}/${list.name}/all`, headers: {}, bodies, clients })
    // the first turn is a warm-up
    if (turn === 0) continue
    seconds.admin += admin.seconds
    seconds.ordinary += ordinary.seconds
    seconds.raw += bare.seconds
    seconds.rawAll += bareAll.seconds
    waits.push(...ordinary.latencies)
  }
  const sorted = waits.toSorted((left, right) => left - right)
  const rate = (time: number) => `${((calls * turns) / time).toFixed(0)}/s`
  console.log(
    `${list.name}: ${rate(seconds.ordinary)} (median ${share(sorted, 0.5).toFixed(0)} ms, 95 % ${
      share(sorted, 0.95).toFixed(0)
    } ms), administrator ${rate(seconds.admin)}, bare ${rate(seconds.raw)} and without departments ${rate(seconds.rawAll)}`,
  )
  console.log(
    `  ordinary against administrator: ${(seconds.ordinary / seconds.admin).toFixed(2)} (goal ≤ 1.3); against the bare statement: ${
      (seconds.raw / seconds.ordinary).toFixed(2)
    }, administrator ${(seconds.rawAll / seconds.admin).toFixed(2)} (goal ≥ 0.3)`,
  )
}
