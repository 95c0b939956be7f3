import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { transaction } from '#server/database/transaction.ts'
import { identityMigrations } from '#server/identity/migrations.ts'
import { documentMigrations } from '../migrations.ts'
import { drawNumber, forgetNumbers } from './numbers.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ sets: [identityMigrations, { id: 'documents', migrations: documentMigrations }] })
})
afterAll(() => database?.drop())
afterEach(async () => {
  await database.db.deleteFrom('number_free').execute()
  await database.db.deleteFrom('number_sequence').execute()
})

const day = '2026-11-20'
const draw = (prefix = 'BX') => transaction(database.db, (tx) => drawNumber(tx, prefix, day))
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => `BX20261120${String(from + place).padStart(4, '0')}`)

describe('the number of a document', () => {
  it('is counted by prefix and day', async () => {
    expect([await draw(), await draw(), await draw('CL')]).toEqual(['BX202611200001', 'BX202611200002', 'CL202611200001'])
    expect(await transaction(database.db, (tx) => drawNumber(tx, 'BX', '2026-11-21'))).toBe('BX202611210001')
  })

  it('is drawn once, and none is left out, whoever draws at the same time', async () => {
    const drawn = await Promise.all(Array.from({ length: 200 }, () => draw()))
    expect(drawn.toSorted()).toEqual(numbered(1, 200))
  })

  it('does not wait for somebody who has drawn and is not done', async () => {
    await draw()
    const drawn = await transaction(database.db, async (tx) => {
      const mine = await drawNumber(tx, 'BX', day)
      return [mine, await draw(), await draw()]
    })
    expect(drawn).toEqual(numbered(2, 4))
  })

  it('comes back when the submission is undone', async () => {
    await draw()
    const undone = transaction(database.db, async (tx) => {
      await drawNumber(tx, 'BX', day)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect([await draw(), await draw()]).toEqual(numbered(2, 3))
  })

  it('goes on where a day was counted before numbers were set aside', async () => {
    await database.db.insertInto('number_sequence').values({ prefix: 'BX', day, last: 41 }).execute()
    expect([await draw(), await draw()]).toEqual(numbered(42, 43))
  })

  it('is not kept for past days', async () => {
    await draw()
    await forgetNumbers(database.db, day)
    expect(await draw()).toBe('BX202611200002')
    await forgetNumbers(database.db, '2026-11-21')
    expect(await sql`select 1 from number_free`.execute(database.db)).toMatchObject({ rows: [] })
  })
})
