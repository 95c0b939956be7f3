import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrationSets } from '#server/compose.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { transaction } from '#server/database/transaction.ts'
import { workingCalendar } from './calendar.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ sets: migrationSets([]) })
})
afterAll(() => database.drop())

it('knows the statutory days, and every change of them as soon as it is there', async () => {
  const { db } = database
  const calendar = workingCalendar()
  const before = await calendar(db)
  expect([before.get('2026-10-01'), before.get('2026-10-10'), before.get('2026-11-20')]).toEqual(['holiday', 'workday', undefined])
  expect(await calendar(db)).toBe(before)
  await transaction(db, async (changing) => {
    await changing.insertInto('holiday').values({ day: '2026-11-20', kind: 'HOLIDAY' }).execute()
    expect((await calendar(changing)).get('2026-11-20')).toBe('holiday')
    expect((await calendar(db)).get('2026-11-20')).toBeUndefined()
  })
  expect((await calendar(db)).get('2026-11-20')).toBe('holiday')
})
