import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { type Lease, nextAttempt, queue } from './queue.ts'

interface Letter extends Lease {
  readonly id: string
  readonly title: string
}

const letters = queue<Letter>({ table: 'letter', key: ['id'], open: sql`not sent`, timeout: 60_000, mostAttempts: 2 })
const start = new Date('2026-11-20T02:00:00Z')
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)
const take = (at: Date, count = 1) => letters.take(database.db, { at, count, read: ['title'] })

let database: TestDatabase
beforeAll(async () => {
  const up = async (run: (statement: ReturnType<typeof sql>) => Promise<unknown>) =>
    void (await run(
      sql`create table letter (id bigint generated always as identity primary key, title text not null, sent boolean not null default false,
      due_at timestamptz not null, attempts int not null default 0)`,
    ))
  database = await testDatabase({ sets: [{ id: 'made-up', migrations: [{ name: '001-letter', up }] }], connections: 4 })
})
afterAll(() => database?.drop())
beforeEach(() => sql`delete from letter`.execute(database.db))

const write = (...titles: readonly string[]) =>
  sql`insert into letter (title, due_at) select unnest(${titles}::text[]), ${start}`.execute(database.db)

it('gives each row to one of many who take at once, and none before it is due', async () => {
  await write('a', 'b', 'c', 'd', 'e')
  expect(await take(after(-1), 5)).toEqual([])
  const taken = await Promise.all(Array.from({ length: 4 }, () => take(start, 2)))
  expect(taken.flat().map(({ title }) => title).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(await take(after(59), 5)).toEqual([])
})

it('lets another take over from a holder who says nothing, whose word counts no more', async () => {
  await write('a')
  const [lost] = await take(start)
  expect(await letters.renew(database.db, lost!, after(50))).toBe(true)
  expect(await take(after(70))).toEqual([])
  const [held] = await take(after(110))
  expect(held).toMatchObject({ title: 'a', attempts: 2 })
  expect(await letters.record(database.db, lost!, { sent: true })).toBe(false)
  expect(await letters.renew(database.db, lost!, after(111))).toBe(false)
  expect(await letters.record(database.db, held!, { sent: true })).toBe(true)
  expect(await letters.record(database.db, held!, { sent: false })).toBe(false)
})

it('does not count what was not begun, and gives up what was tried as often as it may be', async () => {
  await write('a')
  const [begun] = await take(start)
  await letters.release(database.db, begun!, start)
  expect(await take(start)).toMatchObject([{ attempts: 1 }])
  expect(await take(after(61))).toMatchObject([{ attempts: 2 }])
  expect(await take(after(122))).toEqual([])
  await letters.giveUp(database.db, after(122), { sent: true })
  expect((await sql`select sent, attempts from letter`.execute(database.db)).rows).toEqual([{ sent: true, attempts: 2 }])
})

it('waits as long as is said before each further attempt, and ends after the last', () => {
  const waits = [1_000, 5_000]
  expect([1, 2, 3].map((attempts) => nextAttempt(waits, { attempts, at: start }))).toEqual([after(1), after(5), undefined])
})
