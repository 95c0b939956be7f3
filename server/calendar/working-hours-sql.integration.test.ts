import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrationSets } from '#server/compose.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { isWorkedDay, workedHours, workingDays } from './calendar.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ sets: migrationSets([]) })
})
afterAll(() => database.drop())

it.each([
  ['within a morning', '2026-11-20 09:30', '2026-11-20 11:00', '1.50'],
  ['over the rest at noon', '2026-11-20 11:00', '2026-11-20 14:00', '2.00'],
  ['over a night and a weekend', '2026-11-20 17:00', '2026-11-23 10:00', '2.00'],
  ['over a national holiday', '2026-09-30 17:00', '2026-10-08 09:30', '1.50'],
  ['on a Saturday that is worked', '2026-10-10 09:00', '2026-10-10 18:00', '8.00'],
  ['outside the shifts', '2026-11-20 19:00', '2026-11-21 08:00', '0.00'],
] as const)('hours that people work %s', async (_, from, to, hours) => {
  const { rows } = await sql<{ hours: string }>`with calendar as (${workingDays(new Date('2026-11-30T00:00:00+08:00'))})
    select ${workedHours({ at: sql`span.since`, day: 'first' }, { at: sql`span.until`, day: 'last' })} as hours
    from (select ${from}::timestamptz as since, ${to}::timestamptz as until) span
    join calendar first on first.day = span.since::date join calendar last on last.day = span.until::date`.execute(database.db)
  expect(rows).toEqual([{ hours }])
})

it.each([['2026-11-20', true], ['2026-11-21', false], ['2026-10-01', false], ['2026-10-10', true]])('the day %s is worked: %s',
  async (day, isWorked) => {
    const { rows } = await sql<{ is: boolean }>`select ${isWorkedDay(sql`given.day`)} as is from (select ${day}::date as day) given`
      .execute(database.db)
    expect(rows).toEqual([{ is: isWorked }])
  })
