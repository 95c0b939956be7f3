import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Migration, MigrationSet } from './migrations.ts'
import { testDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase({ sets: 'none' })
})
afterEach(() => database.drop())

const creates = (name: string, table: string): Migration => ({ name,
  up: async (run) => void (await run(sql.raw(`create table ${table} (id int primary key)`))) })
const set = (id: string, ...migrations: Migration[]): MigrationSet => ({ id, migrations })
const tables = async () =>
  (await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(database.db)).rows
    .map(({ name }) => name)
const recorded = async () =>
  (await database.db.selectFrom('migration').select(['set_id', 'name']).orderBy('applied_at').execute()).map((row) =>
    `${row.set_id}/${row.name}`
  )

describe('migrations', () => {
  it('run set by set, by name within a set, and once', async () => {
    const sets = [set('host', creates('002-b', 'b'), creates('001-a', 'a')), set('plugin', creates('001-c', 'c'))]
    await database.migrate(sets)
    await database.migrate(sets)
    expect(await recorded()).toEqual(['host/001-a', 'host/002-b', 'plugin/001-c'])
    expect(await tables()).toEqual(['a', 'b', 'c', 'derived_schema', 'migration'])
  })

  it('wait for each other when instances race', async () => {
    const slow: Migration = { name: '001-slow', up: async (run) => void (await run(sql`select pg_sleep(0.3); create table slow (id int)`)) }
    const second = database.second()
    await Promise.all([database.migrate([set('host', slow)]), second.migrate([set('host', slow)])])
    await second.close()
    expect(await recorded()).toEqual(['host/001-slow'])
  })

  it('leave nothing behind when one fails, and go on from there', async () => {
    const failing: Migration = { name: '002-b',
      up: async (run) => void (await run(sql`create table b (id int)`), await run(sql`select 1 / 0`)) }
    await expect(database.migrate([set('host', creates('001-a', 'a'), failing, creates('003-c', 'c'))])).rejects.toThrow(
      'Migration 002-b of host failed and left nothing behind: error: division by zero',
    )
    expect(await tables()).toEqual(['a', 'derived_schema', 'migration'])
    await database.migrate([set('host', creates('001-a', 'a'), creates('002-b', 'b'), creates('003-c', 'c'))])
    expect(await recorded()).toEqual(['host/001-a', 'host/002-b', 'host/003-c'])
  })

  it('leave nothing behind when the connection is cut in the middle', async () => {
    const cut: Migration = { name: '001-a',
      up: async (run) => void (await run(sql`create table a (id int)`), await run(sql`select pg_terminate_backend(pg_backend_pid())`)) }
    await expect(database.migrate([set('host', cut)])).rejects.toThrow('Migration 001-a of host failed')
    expect(await tables()).toEqual(['derived_schema', 'migration'])
    await database.migrate([set('host', creates('001-a', 'a'))])
    expect(await tables()).toEqual(['a', 'derived_schema', 'migration'])
  })

  it.each([
    ['a renamed one', [creates('001-a', 'a'), creates('002-other', 'b')], 'has migration 002-b of host, which this version does not know'],
    ['a removed one', [creates('001-a', 'a')], 'has migration 002-b of host, which this version does not know'],
    ['one put between applied ones', [creates('001-a', 'a'), creates('001-b', 'x'), creates('002-b', 'b')],
      'Migration 001-b of host sorts before'],
    ['one given twice', [creates('001-a', 'a'), creates('001-a', 'a')], 'Migration 001-a of host is given twice'],
  ])('refuse %s and change nothing', async (_, migrations, message) => {
    await database.migrate([set('host', creates('001-a', 'a'), creates('002-b', 'b'))])
    const before = await tables()
    await expect(database.migrate([set('other', creates('001-z', 'z')), set('host', ...migrations)])).rejects.toThrow(message)
    expect(await tables()).toEqual(before)
  })

  it('refuse two sets of one name', async () => {
    await expect(database.migrate([set('host', creates('001-a', 'a')), set('host', creates('002-b', 'b'))])).rejects.toThrow(
      'Two sets of migrations are called host',
    )
  })

  it('leave the tables of a removed plugin alone', async () => {
    await database.migrate([set('host', creates('001-a', 'a')), set('plugin', creates('001-c', 'c'))])
    await database.migrate([set('host', creates('001-a', 'a'))])
    expect(await tables()).toEqual(['a', 'c', 'derived_schema', 'migration'])
  })

  it('let the application use what they create, but not their record', async () => {
    await database.migrate([
      set('host', { name: '001-a', up: async (run) => void (await run(sql`create table a (id serial, text text)`)) }),
    ])
    await sql`insert into a (text) values ('x'); update a set text = 'y'; delete from a`.execute(database.db)
    await expect(sql`delete from migration`.execute(database.db)).rejects.toThrow('permission denied')
  })
})
