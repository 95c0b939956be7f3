import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MigrationSet } from './migrations.ts'
import { testDatabase, type TestDatabase } from './testing.ts'

const sets: MigrationSet[] = [{ id: 'made-up',
  migrations: [{ name: '001-note',
    up: async (run) => void (await run(sql`create table note (id bigint primary key, at date, amount numeric)`)) }] }]

describe('a database per suite', () => {
  let first: TestDatabase
  let other: TestDatabase

  beforeAll(async () => {
    ;[first, other] = await Promise.all([testDatabase({ sets }), testDatabase({ sets })])
  })
  afterAll(async () => {
    await Promise.all([first.drop(), other.drop()])
  })

  it('is migrated, and nobody else writes into it', async () => {
    await sql`insert into note values (1, '2026-02-03', 1.10)`.execute(first.db)
    expect((await sql`select * from note`.execute(first.db)).rows).toEqual([{ id: '1', at: '2026-02-03', amount: '1.10' }])
    expect((await sql`select * from note`.execute(other.db)).rows).toEqual([])
  })

  it('is entered as the application, which may not change the schema', async () => {
    await expect(sql`create table intruder (id int)`.execute(first.db)).rejects.toThrow('permission denied')
  })

  it('has a second connection pool', async () => {
    const second = other.second()
    await sql`insert into note values (2, null, null)`.execute(second.db)
    await second.close()
    expect((await sql`select id from note`.execute(other.db)).rows).toEqual([{ id: '2' }])
  })

  it('is gone after the suite', async () => {
    const passing = await testDatabase({ sets })
    await passing.drop()
    const { rows } = await sql`select from pg_database where datname = ${passing.name}`.execute(first.db)
    expect(rows).toEqual([])
  })
})
