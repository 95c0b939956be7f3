import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applicationLimits, connect, often, withClient } from './connection.ts'
import { DatabaseBusy, isConnectionLost, isLockTimeout, isStatementTimeout, isUniqueViolation, sqlState } from './errors.ts'
import { testDatabase, type TestDatabase } from './testing.ts'
import { withNext } from './statements/text-statements.ts'
import type { Db } from './tables.ts'
import { transaction } from './transaction.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

describe('connections', () => {
  let database: TestDatabase
  let db: Db

  beforeAll(async () => {
    const up = async (run: (statement: ReturnType<typeof sql>) => Promise<unknown>) =>
      void (await run(sql`create table thing (id int constraint thing_id unique, name text)`))
    database = await testDatabase({ sets: [{ id: 'made-up', migrations: [{ name: '001-thing', up }] }] })
    db = connect(database.application, { ...applicationLimits, connections: 2, wait: 100, statement: 400, lock: 100,
      idleInTransaction: 300 }, silent)
  })
  afterAll(async () => {
    await db.destroy()
    await database.drop()
  })
  const failureOf = (work: Promise<unknown>) => work.then(() => undefined, (error: unknown) => error)

  it('answer fast when all are taken, and serve again afterwards', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let taken = 0
    const holding = [1, 2].map(() =>
      db.connection().execute(async (one) => {
        await sql`select 1`.execute(one)
        taken += 1
        await held
      })
    )
    await expect.poll(() => taken, { timeout: 60_000 }).toBe(2)
    expect(await failureOf(sql`select 1`.execute(db))).toBeInstanceOf(DatabaseBusy)
    release()
    await Promise.all(holding)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  it('end a statement that takes too long', async () => {
    expect(isStatementTimeout(await failureOf(sql`select pg_sleep(20)`.execute(db)))).toBe(true)
  })

  it('do not wait long for a locked row', async () => {
    await sql`insert into thing values (1, 'locked')`.execute(db)
    await transaction(db, async (holder) => {
      await sql`select from thing where id = 1 for update`.execute(holder)
      expect(isLockTimeout(await failureOf(transaction(db, (other) => sql`select from thing where id = 1 for update`.execute(other)))))
        .toBe(true)
    })
  })

  it('are taken from a transaction that does nothing, without harm to the process', async () => {
    const failure = await failureOf(transaction(db, async (idle) => {
      await sql`insert into thing values (2, 'idle')`.execute(idle)
      await new Promise((resolve) => setTimeout(resolve, 600))
      await sql`select 1`.execute(idle)
    }))
    expect(isConnectionLost(failure)).toBe(true)
    expect((await sql`select from thing where id = 2`.execute(db)).rows).toEqual([])
  })

  it('are replaced when the server cuts them', async () => {
    const failure = await failureOf(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db))
    expect(isConnectionLost(failure)).toBe(true)
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  })

  it('are all replaced once one of them says that its server is a standby now', async () => {
    const backends = () => Promise.all([1, 2].map(() => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db)))
    const before = (await backends()).map(({ rows }) => rows[0]?.pid)
    const failure = await failureOf(transaction(db, async (tx) => {
      await sql`set transaction read only`.execute(tx)
      await sql`insert into thing values (5, 'too late')`.execute(tx)
    }))
    expect([sqlState(failure), isConnectionLost(failure)]).toEqual(['25006', true])
    const after = (await backends()).map(({ rows }) => rows[0]?.pid)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
  })

  it.each([[true, 1], [false, 0]])('to a pooler that keeps prepared statements (%s) name %i of them', async (prepared, names) => {
    const pooled = connect({ ...database.application, pooled: { prepared } }, { ...applicationLimits, connections: 1 }, silent)
    try {
      for (let time = 0; time < often + 1; time += 1) await transaction(pooled, (tx) => sql`select ${time}::int`.execute(tx))
      const { rows } = await sql<{ names: number }>`select count(*)::int as names from pg_prepared_statements`.execute(pooled)
      expect(rows).toEqual([{ names }])
    } finally {
      await pooled.destroy()
    }
  })

  it('tell why a transaction ended, not that it could not be rolled back', async () => {
    const failure = await failureOf(transaction(db, (cut) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(cut)))
    expect(sqlState(failure)).toBe('57P01')
  })

  it('name the unique key that said no', async () => {
    await sql`insert into thing values (3, 'x')`.execute(db)
    const failure = await failureOf(sql`insert into thing values (3, 'y')`.execute(db))
    expect(isUniqueViolation(failure)).toBe(true)
    expect(isUniqueViolation(failure, 'thing_id')).toBe(true)
    expect(isUniqueViolation(failure, 'another')).toBe(false)
  })

  it('never report a transaction as done whose failure was swallowed', async () => {
    const failure = await failureOf(transaction(db, async (careless) => {
      await sql`insert into thing values (4, 'kept?')`.execute(careless)
      await failureOf(sql`insert into thing values (4, 'again')`.execute(careless))
    }))
    expect(String(failure)).toContain('rolled back')
    expect((await sql`select from thing where id = 4`.execute(db)).rows).toEqual([])
  })

  it('keep a statement that goes with the commit, and nothing where it fails or the work does', async () => {
    const last = (id: number, name: string) => sql`insert into thing values (${id}, ${name}) ${withNext}`
    const kept = async () =>
      (await sql<{ id: number }>`select id from thing where id between 10 and 19 order by id`.execute(db)).rows.map(({ id }) => id)
    await transaction(db, async (work) => {
      await sql`insert into thing values (10, 'work')`.execute(work)
      await last(11, 'last').execute(work)
    })
    await transaction(db, (alone) => last(12, 'alone').execute(alone))
    expect(await kept()).toEqual([10, 11, 12])
    const refused = await failureOf(transaction(db, async (work) => {
      await sql`insert into thing values (13, 'work')`.execute(work)
      await last(11, 'again').execute(work)
    }))
    expect(isUniqueViolation(refused, 'thing_id')).toBe(true)
    const thrown = await failureOf(transaction(db, async (work) => {
      await last(14, 'last').execute(work)
      throw new Error('the work failed')
    }))
    expect(String(thrown)).toContain('the work failed')
    await transaction(db, () => Promise.resolve())
    expect(await kept()).toEqual([10, 11, 12])
  })

  it('send the statements of a transaction that are begun together without waiting, in their order', async () => {
    await transaction(db, async (work) => {
      const [, slow, { rows }] = await Promise.all([
        sql`insert into thing values (20, 'first')`.execute(work),
        sql`update thing set name = 'second' from pg_sleep(0.05) where id = 20`.execute(work),
        sql<{ name: string }>`select name from thing where id = 20`.execute(work),
      ])
      expect([Number(slow.numAffectedRows), rows]).toEqual([1, [{ name: 'second' }]])
    })
  })

  it('send nothing more for a transaction whose work has failed', async () => {
    let late: Promise<unknown> = Promise.resolve()
    const failure = await failureOf(transaction(db, async (work) => {
      late = new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
        failureOf(sql`insert into thing values (21, 'late')`.execute(work))
      )
      await sql`insert into thing values (20, 'again')`.execute(work)
    }))
    expect(isUniqueViolation(failure, 'thing_id')).toBe(true)
    expect(String(await late)).toContain('The transaction has ended')
    expect((await sql`select from thing where id = 21`.execute(db)).rows).toEqual([])
  })

  it('go away when a table was changed under what they have prepared, and the next one serves', async () => {
    const one = connect(database.application, { ...applicationLimits, connections: 1 }, silent)
    const read = () => transaction(one, (reading) => sql`select * from thing where id = ${0}`.execute(reading))
    try {
      for (let time = 0; time < often + 1; time += 1) await read()
      await withClient(database.owner, (owner) => owner.query('alter table thing add column later text'))
      expect(sqlState(await failureOf(read()))).toBe('0A000')
      expect((await read()).rows).toEqual([])
    } finally {
      await one.destroy()
    }
  })

  it('give values without loss', async () => {
    const { rows } = await sql`select 9007199254740993::bigint as big, 0.10::numeric as money, '2026-01-31'::date as day,
        array['2026-01-31'::date] as days,
      timestamptz '2026-01-31 08:00:00+08' as moment, moment_day from (select (timestamptz '2026-01-31 00:30:00+08')::date as moment_day) t`
      .execute(db)
    expect(rows).toEqual([{ big: '9007199254740993', money: '0.10', day: '2026-01-31', days: ['2026-01-31'],
      moment: new Date('2026-01-31T00:00:00Z'), moment_day: '2026-01-31' }])
  })
})
