import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Refused } from '#kernel/errors.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { transaction } from '#server/database/transaction.ts'
import { withMessage } from '#server/http/answers/envelope.ts'
import { idempotencyMigrations } from './migrations.ts'
import { forgetOldAnswers, remember, type RepeatableCall } from './remember.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({
    sets: [idempotencyMigrations, { id: 'test',
      migrations: [{ name: '1', up: async (run) => void (await run(sql`create table done (key text)`)) }] }],
    connections: 20,
  })
})
afterAll(() => database.drop())

let keys = 0
const call = (change: Partial<RepeatableCall> = {}): RepeatableCall => ({ userId: 'wang', route: 'POST /pass', parameters: 'p',
  key: `key-${(keys += 1)}`, bodyHash: 'b', ...change })
const count = async (key: string) => {
  const { rows } = await sql<{ n: string }>`select count(*) as n from done where key = ${key}`.execute(database.db)
  return Number(rows[0]?.n)
}

/** An action that inserts one row each time it is actually performed. */
const act = (by: RepeatableCall, answer: unknown = { n: 1 }, halfway: () => Promise<void> = async () => {}) =>
  transaction(database.db, (tx) =>
    remember(tx, by, async () => {
      await sql`insert into done values (${by.key})`.execute(tx)
      await halfway()
      return answer
    }))

describe('a repeated call', () => {
  it('is done once and answered alike', async () => {
    const by = call()
    expect(await act(by, { b: 1, a: [null, 'x'], at: new Date(0) })).toEqual({ b: 1, a: [null, 'x'], at: new Date(0) })
    expect(JSON.stringify(await act(by, 'another'))).toBe('{"b":1,"a":[null,"x"],"at":"1970-01-01T00:00:00.000Z"}')
    expect(await count(by.key)).toBe(1)
  })
  it('says the same sentence again', async () => {
    const by = call()
    const first = await act(by, withMessage(1, 'error.duplicate', { label: 'A' }))
    expect(await act(by)).toEqual(first)
  })
  it('answers nothing as null', async () => {
    const by = call()
    await transaction(database.db, (tx) => remember(tx, by, async () => undefined))
    expect(await act(by)).toBeNull()
  })
  it('with another body is refused and not done', async () => {
    const by = call()
    await act(by)
    await expect(act({ ...by, bodyHash: 'other' })).rejects.toMatchObject({ code: 'error.idempotencyKeyReused' })
    expect(await count(by.key)).toBe(1)
  })
  it.each([{ userId: 'chen' }, { route: 'POST /refuse' }, { parameters: 'q' }])('of %j is another call', async (change) => {
    const by = call()
    await act(by)
    await act({ ...by, ...change })
    expect(await count(by.key)).toBe(2)
  })
  it('after a refusal is tried again', async () => {
    const by = call()
    const refused = transaction(database.db, (tx) => remember(tx, by, () => Promise.reject(new Refused('error.inUse'))))
    await expect(refused).rejects.toMatchObject({ code: 'error.inUse' })
    expect(await act(by, 'now')).toBe('now')
  })
  it('after a day is a new call, also with another body', async () => {
    const by = call()
    await act(by)
    await database.db.updateTable('idempotency').set({ create_time: sql`now() - interval '25 hours'` }).where('key', '=', by.key).execute()
    expect(await act({ ...by, bodyHash: 'other' }, 'new')).toBe('new')
    expect(await act({ ...by, bodyHash: 'other' })).toBe('new')
  })
  it('without a key is done each time', async () => {
    let done = 0
    await remember(database.db, undefined, async () => (done += 1))
    await remember(database.db, undefined, async () => (done += 1))
    expect(done).toBe(2)
  })
  it('is never remembered outside a transaction', async () => {
    await expect(remember(database.db, call(), async () => 1)).rejects.toThrow('in the transaction of its work')
  })
})

describe('the same call at the same time', () => {
  /** Two calls, the first of which pauses until the second waits for it. */
  const both = async (by: RepeatableCall, end: () => void) => {
    let second: Promise<unknown> = Promise.resolve()
    const first = act(by, 'first', async () => {
      second = act(by, 'second')
      await waiting()
      end()
    })
    const [ended] = await Promise.allSettled([first])
    return [ended, ...(await Promise.allSettled([second]))]
  }

  it('waits for the first and gets its answer', async () => {
    const by = call()
    expect(await both(by, () => undefined)).toMatchObject([{ value: 'first' }, { value: 'first' }])
    expect(await count(by.key)).toBe(1)
  })
  it('takes over when the first is refused', async () => {
    const by = call()
    const refuse = () => {
      throw new Refused('error.inUse')
    }
    expect(await both(by, refuse)).toMatchObject([{ status: 'rejected' }, { value: 'second' }])
    expect(await count(by.key)).toBe(1)
  })
  it('by sixteen callers is done once', async () => {
    const by = call()
    const answers = await Promise.all(Array.from({ length: 16 }, (_, index) => act(by, index)))
    expect(new Set(answers).size).toBe(1)
    expect(await count(by.key)).toBe(1)
  })
})

it('forgets what is older than a day and nothing else', async () => {
  const [old, young] = [call(), call()]
  await act(old)
  await act(young)
  await database.db.updateTable('idempotency').set({ create_time: sql`now() - interval '25 hours'` }).where('key', '=', old.key).execute()
  expect(await forgetOldAnswers(database.db)).toBe(1)
  expect(await act(young, 'another')).toEqual({ n: 1 })
})

/** Waits until a transaction of this database waits for another one. */
async function waiting(): Promise<void> {
  const { rows } = await sql<
    { n: string }
  >`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`.execute(database.db)
  if (rows[0]?.n === '0') await waiting()
}
