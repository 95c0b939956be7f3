import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appendOnly, type MigrationSet } from './migrations.ts'
import { connect, ownerLimits } from './connection.ts'
import { sqlState } from './errors.ts'
import { testDatabase, type TestDatabase } from './testing.ts'

const sets: MigrationSet[] = [{
  id: 'made-up',
  migrations: [{
    name: '001-history',
    async up(run) {
      await run(
        sql`create table line (id int primary key); create table history (id serial primary key, line int references line on delete cascade,
          text text)`,
      )
      await appendOnly(run, 'history')
    },
  }],
}]

const changes = ['update history set text = $$changed$$', 'update history set text = text where false', 'delete from history',
  'truncate history', 'insert into history (id) values (1) on conflict (id) do update set text = $$changed$$']

describe('an append-only table', () => {
  let database: TestDatabase
  const kept = async () => (await sql`select text from history`.execute(database.db)).rows

  beforeAll(async () => {
    database = await testDatabase({ sets })
    await sql`insert into line values (1); insert into history (line, text) values (1, 'first')`.execute(database.db)
  })
  afterAll(() => database.drop())

  it.each(changes)('keeps the application out by privilege: %s', async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow('permission denied for table history')
    expect(await kept()).toEqual([{ text: 'first' }])
  })

  it.each(changes)('keeps even its owner out by trigger: %s', async (statement) => {
    const owner = connect(database.owner, ownerLimits, { debug() {}, info() {}, warn() {}, error() {} })
    const failure: unknown = await sql.raw(statement).execute(owner).catch((error: unknown) => error)
    await owner.destroy()
    expect(String(failure)).toContain('table history is append-only')
    expect(sqlState(failure)).toBe('42501')
    expect(await kept()).toEqual([{ text: 'first' }])
  })

  it('does not lose rows with what they belong to', async () => {
    await expect(sql`delete from line`.execute(database.db)).rejects.toThrow('append-only')
    expect(await kept()).toEqual([{ text: 'first' }])
  })
})
