import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { text } from '#kernel/fields.ts'
import { approve, defineFlow, initiator } from '#kernel/flow.ts'
import { defineForm, formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { testDatabase, type TestDatabase } from './database/testing.ts'
import type { Db } from './database/tables.ts'
import { type Env, readEnv } from './env.ts'
import { open } from './http/access.ts'
import { defineServer } from './plugin.ts'
import { announceDesigned } from './recomposition.ts'
import { type RunningProduct, start } from './start.ts'

const folder = mkdtempSync(join(tmpdir(), 'recomposition-'))
let database: TestDatabase
let env: Env
let running: readonly RunningProduct[] = []
let arrived = () => {}
let proceed: Promise<void> = Promise.resolve()

const formNamed = (name: string, group = 'sample') => {
  const key = `designed:${name}`
  return defineForm({ key, designed: { urlPage: name }, cn: name, en: name, path: `/${name}`, prefix: name.toUpperCase(), group,
    icon: 'file', fields: { title: text({ cn: '标题', en: 'Title' }) },
    flow: defineFlow([approve('first', initiator, { cn: '一', en: 'One' })]) })
}

/** A module with forms in a table. */
const sample = defineServer({
  id: 'sample',
  migrations: [{ name: '001-sample', up: async (run) => void (await run(sql`create table designed_form (name text, group_id text)`)) }],
  designed: async (db) => {
    const { rows } = await sql<{ name: string; group_id: string }>`select name, group_id from designed_form order by name`.execute(db)
    const forms = rows.map(({ name, group_id: group }) => formNamed(name, group))
    return definePlugin({ id: 'designed', requires: ['sample'], forms,
      permissions: forms.flatMap(({ key }) => Object.values(formPermissions(key))) })
  },
  routes: (app, host) => {
    app.get('/sample/forms', { config: { access: open } }, async () => host.designed.flatMap(({ forms }) => forms.map(({ key }) => key)))
    app.get('/sample/slow', { config: { access: open } }, async () => {
      arrived()
      await proceed
      return host.designed.flatMap(({ forms }) => forms.map(({ key }) => key))
    })
    app.get('/sample/recompose', { config: { access: open } }, async () => {
      await host.recompose()
      return true
    })
  },
})
const declared = definePlugin({ id: 'sample', formGroups: [{ id: 'sample', cn: '样例', en: 'Sample', sort: 1 }] })

beforeAll(async () => {
  database = await testDatabase({ sets: [] })
  env = { ...readEnv({ DATA_DIR: folder, PORT: '0' }), databaseUrl: database.owner.url }
})
afterEach(async () => {
  await Promise.all(running.map((product) => product.close()))
  running = []
  await sql`delete from designed_form`.execute(database.db)
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const begin = async (count: number) => {
  const products: RunningProduct[] = []
  for (let one = 0; one < count; one += 1) {
    products.push(await start(env, [sample], [declared], { pages: false, log: pino({ level: 'silent' }) }))
    running = products
  }
  return products
}
const ask = async ({ address }: RunningProduct, path: string) =>
  ((await (await fetch(`${address}${path}`)).json()) as { data: unknown }).data
const design = async (db: Db, name: string, group = 'sample') => {
  await sql`insert into designed_form values (${name}, ${group})`.execute(db)
  await announceDesigned(db)
}

/** Locks the versions of definitions, which a composition takes; `isHeld` tells whether one waits for it. */
async function held(db: Db) {
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  const taken = new Promise<void>((resolve) => {
    finished = db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(4201912)`.execute(tx)
      resolve()
      await until
    })
  })
  await taken
  const isHeld = async () =>
    (await sql<{ waits: boolean }>`select exists (select from pg_locks where locktype = 'advisory' and not granted) as waits`
      .execute(db)).rows[0]?.waits === true
  return { isHeld, release: async () => {
    release()
    await finished
  } }
}
let finished: Promise<unknown> = Promise.resolve()

describe('a product that is composed anew', () => {
  it('answers with what was designed, in every process', async () => {
    const [one, other] = (await begin(2)) as [RunningProduct, RunningProduct]
    expect(await ask(one, '/sample/forms')).toEqual([])
    await design(database.db, 'leave')
    await ask(one, '/sample/recompose')
    expect(await ask(one, '/sample/forms')).toEqual(['designed:leave'])
    await expect.poll(() => ask(other, '/sample/forms'), { timeout: 20_000 }).toEqual(['designed:leave'])
    expect(other.composition.host.forms.has('designed:leave')).toBe(true)
    expect(await ask(other, '/api/public/health')).toMatchObject({ status: 'up' })
  })

  it('lets what is under way finish where it began', async () => {
    const [product] = (await begin(1)) as [RunningProduct]
    let finish = () => {}
    proceed = new Promise((resolve) => (finish = resolve))
    const inside = new Promise<void>((resolve) => (arrived = resolve))
    const slow = ask(product, '/sample/slow')
    await inside
    await design(database.db, 'leave')
    await ask(product, '/sample/recompose')
    expect(await ask(product, '/sample/forms')).toEqual(['designed:leave'])
    finish()
    expect(await slow).toEqual([])
  })

  it('answers meanwhile, and reads of what is designed wait for the new product', async () => {
    const [product] = (await begin(1)) as [RunningProduct]
    // the product that is composed next waits for this table
    const { release, isHeld } = await held(database.db)
    await design(database.db, 'leave')
    const recomposed = ask(product, '/sample/recompose')
    await expect.poll(isHeld, { timeout: 20_000 }).toBe(true)
    const order: string[] = []
    const definitions = ask(product, '/workflow/declarations').then((answer) => order.push('declarations') && answer)
    expect(await ask(product, '/sample/forms').then((answer) => order.push('forms') && answer)).toEqual([])
    expect(order).toEqual(['forms'])
    await release()
    await recomposed
    await definitions
    expect(await ask(product, '/sample/forms')).toEqual(['designed:leave'])
  })

  it('starts with what was designed, without what does not fit any more', async () => {
    await begin(1)
    await design(database.db, 'leave')
    await design(database.db, 'lost', 'gone')
    await Promise.all(running.map((product) => product.close()))
    const [product] = (await begin(1)) as [RunningProduct]
    expect(await ask(product, '/sample/forms')).toEqual(['designed:leave'])
  })
})
