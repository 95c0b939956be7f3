import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { driver } from '#plugins/travel/drivers/driver.ts'
import serverPlugins from '#resources/server.ts'
import { migrationSets } from '#server/compose.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import type { JobWork } from '#server/jobs/job.ts'
import { records } from './records.ts'
import { demandSealingKeys, opened, sealed, sealingAudit, sealStored, useSealingKeys } from './sealing.ts'

const [older, newer] = ['a1'.repeat(32), 'b2'.repeat(32)]
const writer = { by: 'fleet', at: new Date('2026-11-20T04:00:00Z') }
const all = records(driver)
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ sets: migrationSets(serverPlugins) })
})
afterEach(() => useSealingKeys([]))
afterAll(() => database?.drop())

let count = 0
const insert = (licenceNo: string | null) =>
  all.insert(database.db, { personId: `person-${count += 1}`, licenceClass: 'C1', licenceNo, validUntil: '2030-01-01', enable: true },
    writer)
const storedOf = async (id: string) =>
  (await sql<{ stored: string }>`select licence_no as stored from driver where id = ${id}`.execute(database.db)).rows[0]?.stored
const seal = () =>
  sealStored([driver]).run({ db: database.db, at: writer.at, signal: new AbortController().signal } as Partial<JobWork> as JobWork)
const audit = () => sealingAudit([driver]).run(database.db, {} as never)

describe('a sealed number', () => {
  it('is not in the database, and comes back whole', async () => {
    useSealingKeys([older])
    const id = await insert('320500198001011234')
    expect(await storedOf(id)).toMatch(/^sealed:[0-9a-f]{8}:[\w-]+$/)
    const before = await all.one(database.db, id)
    expect(before).toMatchObject({ licenceNo: '320500198001011234' })
    await all.update(database.db, { id, version: before.version, licenceNo: '320500198001015678' }, writer)
    expect(await all.one(database.db, id)).toMatchObject({ licenceNo: '320500198001015678' })
    expect(await all.one(database.db, await insert(null))).toMatchObject({ licenceNo: null })
  })

  it('looks like no other, opens in its own column alone, and not once it was altered', () => {
    useSealingKeys([older])
    const [one, other] = [sealed('X', 'driver.licence_no'), sealed('X', 'driver.licence_no')]
    expect(one).not.toBe(other)
    expect(opened(one, 'driver.licence_no')).toBe('X')
    expect(() => opened(one, 'patent.number')).toThrow('unable to authenticate')
    expect(() => opened(`${one.slice(0, -2)}AA`, 'driver.licence_no')).toThrow('unable to authenticate')
  })

  it('is sealed once there is a key, and anew once there is another, without counting as an edit', async () => {
    const id = await insert('320500197001011234')
    expect(await storedOf(id)).toBe('320500197001011234')
    await seal()
    expect(await storedOf(id)).toBe('320500197001011234')
    const { version } = await all.one(database.db, id)
    for (const keys of [[older], [newer, older], [newer]]) {
      useSealingKeys(keys)
      await seal()
      expect(await all.one(database.db, id)).toMatchObject({ licenceNo: '320500197001011234', version })
    }
  })

  it('stops the start where its key is missing, and the check of the data names it', async () => {
    useSealingKeys([newer])
    const id = await insert('320500196001011234')
    await seal().catch(() => undefined)
    await expect(demandSealingKeys(database.db, [driver])).resolves.toBeUndefined()
    expect((await audit()).mismatches).toEqual([])
    useSealingKeys([older])
    await expect(demandSealingKeys(database.db, [driver])).rejects.toThrow(/SEALING_KEYS lacks the key [0-9a-f]{8}.*driver\.licence_no/)
    expect((await audit()).mismatches).toContain(`driver.licence_no of ${id} cannot be opened`)
  })
})
