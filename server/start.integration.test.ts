import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { definePlugin } from '#kernel/plugin.ts'
import { testDatabase, type TestDatabase } from './database/testing.ts'
import { type Env, readEnv } from './env.ts'
import { open, routeRegistry } from './http/access.ts'
import { defineServer } from './plugin.ts'
import { type RunningProduct, start } from './start.ts'

const folder = mkdtempSync(join(tmpdir(), 'start-'))
let database: TestDatabase
let env: Env
let running: RunningProduct | undefined
let arrived = () => {}
let proceed: Promise<void> = Promise.resolve()

/** A module with a table, start-up work, and a slow call. */
const sample = defineServer({
  id: 'sample',
  migrations: [{ name: '001-sample', up: async (run) => void (await run(sql`create table sample (id integer)`)) }],
  jobs: [{ name: 'sample', every: 3_600_000, run: async ({ db }) => void (await sql`insert into sample values (2)`.execute(db)) }],
  start: async ({ db }) => void (await sql`insert into sample values (1)`.execute(db)),
  routes: (app) => {
    app.post('/sample/slow', { config: { access: open } }, async () => {
      arrived()
      await proceed
      return 'done'
    })
  },
})

beforeAll(async () => {
  database = await testDatabase({ sets: [] })
  env = { ...readEnv({ DATA_DIR: folder, PORT: '0' }), databaseUrl: database.owner.url }
})
afterEach(async () => {
  await running?.close()
  running = undefined
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const begin = async (change: Partial<Env> = {}) => {
  running = await start({ ...env, ...change }, [sample], [], { pages: false, log: pino({ level: 'silent' }) })
  return running
}
const ask = async ({ address }: RunningProduct, path: string) =>
  (await fetch(`${address}${path}`)).json() as Promise<{ code: number; data: unknown }>

describe('the started product', () => {
  it('measures itself where a port is set for its figures', async () => {
    const product = await begin({ metrics: { host: '127.0.0.1', port: 0 } })
    await ask(product, '/public/health')
    const figures = await product.metrics!.registry.metrics()
    expect(figures).toContain('office_request_seconds_count{route="/public/health",method="GET",code="200"} 1')
    expect(figures).toContain('office_queue_length{queue="postings"} 0')
    expect(Number(/office_statement_seconds_count\{outcome="done"\} (?<count>\d+)/.exec(figures)?.groups?.['count'])).toBeGreaterThan(0)
    await product.close()
    expect((await begin()).metrics).toBeUndefined()
  })

  it('has its schema, its start-up work and its calls', async () => {
    const product = await begin()
    expect(await ask(product, '/api/public/health')).toMatchObject({ code: 200, data: { status: 'up', db: 'ready', build: 'none' } })
    expect(await ask(product, '/nowhere')).toMatchObject({ code: 404 })
    expect((await sql`select id from sample`.execute(database.db)).rows).not.toEqual([])
    expect(routeRegistry(product.app).map(({ url }) => url)).toContain('/sample/slow')
  })
  it('signs people in at the free port that it took', async () => {
    const product = await begin()
    const found = (await (await fetch(`${product.address}/idp/realms/oa/.well-known/openid-configuration`)).json()) as { issuer: string }
    expect(found.issuer).toBe(`${product.address}/idp/realms/oa`)
  })
  it('does the jobs of its modules', async () => {
    await begin()
    await expect.poll(async () => (await sql`select from sample where id = 2`.execute(database.db)).rows.length, { timeout: 20_000 })
      .toBeGreaterThan(0)
    await expect.poll(() => database.db.selectFrom('job_run').select('job').where('finished_at', 'is', null).execute(), { timeout: 20_000 })
      .toEqual([])
  })
  it('describes every one of its calls', async () => {
    const product = await begin()
    const document = (await (await fetch(`${product.address}/docs/json`)).json()) as { paths: Record<string, unknown> }
    expect(Object.keys(document.paths)).toContain('/workflow/pass')
  })
  it('starts again on the same database', async () => {
    await (await begin()).close()
    expect(await ask(await begin(), '/public/version')).toMatchObject({ code: 200 })
  })
})

describe('the end', () => {
  it('lets a running request finish, writes its audit line, and takes no further one', async () => {
    const product = await begin()
    let finish = () => {}
    proceed = new Promise((resolve) => (finish = resolve))
    const inside = new Promise<void>((resolve) => (arrived = resolve))
    const answer = post(`${product.address}/sample/slow`)
    await inside
    const closed = product.close()
    finish()
    expect(await answer).toBe(200)
    await closed
    await expect(fetch(`${product.address}/public/health`)).rejects.toThrow('fetch failed')
    expect(await database.db.selectFrom('audit_log').select('code').where('path', '=', '/sample/slow').execute()).toEqual([{ code: 200 }])
  })
  it('may be asked for twice', async () => {
    const product = await begin()
    await Promise.all([product.close(), product.close()])
  })
})

it('is seeded by one of two instances that start at once', async () => {
  const slow = defineServer({
    id: 'slow',
    seed: async ({ host: { db } }) => {
      const { rows } = await sql`select from sample where id = 3`.execute(db)
      await new Promise((resolve) => setTimeout(resolve, 300))
      if (rows.length === 0) await sql`insert into sample values (3)`.execute(db)
    },
  })
  const products = await Promise.all(
    [1, 2].map(() => start({ ...env, demo: true }, [sample, slow], [], { pages: false, log: pino({ level: 'silent' }) })),
  )
  await Promise.all(products.map((product) => product.close()))
  expect((await sql`select id from sample where id = 3`.execute(database.db)).rows).toHaveLength(1)
})

it('does not begin on a port in use, and leaves nothing running', async () => {
  const first = await begin()
  const port = Number(new URL(first.address).port)
  // the port is checked before the database, which is unreachable here
  await expect(
    start({ ...env, port, databaseUrl: 'postgres://127.0.0.1:1/none' }, [sample], [], { pages: false, log: pino({ level: 'silent' }) }),
  ).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  expect(await ask(first, '/public/version')).toMatchObject({ code: 200 })
})

it('keeps its port while it begins, which another program takes otherwise', async () => {
  let taken: unknown
  const other = defineServer({
    id: 'other',
    start: async ({ env: { host, port } }) => {
      const server = createServer().listen({ host, port })
      taken = await once(server, 'listening').then(() => server.close(), ({ code }: { code: string }) => code)
    },
  })
  running = await start(env, [sample, other], [], { pages: false, log: pino({ level: 'silent' }) })
  expect(taken).toBe('EADDRINUSE')
  expect(await ask(running, '/public/version')).toMatchObject({ code: 200 })
})

it('does not begin with modules that do not fit together', async () => {
  const twice = definePlugin({ id: 'twice' })
  await expect(start(env, [], [twice, twice], { pages: false })).rejects.toThrow(/do not fit together:\n {2}twice: .*already declared/)
  const acting = defineServer({ id: 'acting', extensions: [{ concerns: ['nowhere'] }] })
  await expect(start(env, [acting], [definePlugin({ id: 'acting' })], { pages: false })).rejects.toThrow(
    /acting: .*There is no form “nowhere”/,
  )
})

const post = (url: string) =>
  new Promise<number>((resolve, reject) => {
    request(url, { method: 'POST' }, (answer) => resolve(answer.resume().statusCode ?? 0)).on('error', reject).end()
  })
