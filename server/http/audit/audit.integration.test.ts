import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '#server/database/tables.ts'
import { testDatabase, type TestDatabase } from '#server/database/testing.ts'
import { transaction } from '#server/database/transaction.ts'
import { unitOfWork } from '#server/unit-of-work.ts'
import { needs, signedIn } from '../access.ts'
import { type AuditLog, auditLog } from './audit.ts'
import { httpMigrations } from '../migrations.ts'
import { type TestApp, testApp } from '../testing.ts'

let database: TestDatabase
let log: AuditLog
let test: TestApp
beforeAll(async () => {
  database = await testDatabase({
    sets: [httpMigrations, { id: 'made',
      migrations: [{ name: '1', up: async (run) => void (await run(sql`create table made (name text)`)) }] }],
  })
  const insert = (db: Db) => sql`insert into made values ('one')`.execute(db)
  log = auditLog(database.db, pino({ level: 'silent' }))
  test = await testApp(
    (app) => {
      app.put('/sample/part/:id', { config: { access: signedIn, resource: 'part', repeats: 'harmless' } }, async (request) => {
        request.audited = { before: { price: '1.00' }, after: { price: '2.00' } }
        return true
      })
      const config = { access: signedIn, resource: 'made', repeats: 'parts' } as const
      app.post<{ Body: { fails?: boolean } }>('/sample/made', { config }, (request) =>
        transaction(database.db, async (tx) => {
          await insert(tx)
          if (request.body.fails) throw new Error('after the work')
          request.audited = { id: 'one', after: { name: 'One' } }
          return true
        }))
      app.post('/sample/bare', { config }, async (request) => {
        request.audited = { id: 'two' }
        await insert(database.db)
        return true
      })
      app.post('/sample/later', { config }, async (request) => {
        await transaction(database.db, insert)
        request.audited = { id: 'two' }
        return true
      })
      app.post('/sample/several', { config }, async () => {
        await Promise.all([1, 2, 3].map(() => transaction(database.db, insert)))
        return true
      })
      app.post<{ Body: { fails?: boolean } }>('/sample/unit', { config: { ...config, repeats: 'once' } },
        (request) =>
          unitOfWork({ db: database.db, clock: { now: () => new Date() } }, request, async ({ db }) => {
            await insert(db)
            if (request.body.fails) throw new Error('after the work')
            return true
          }))
      app.post('/sample/decide', { config: { access: signedIn, resource: 'document', repeats: 'harmless' } }, async () => true)
      app.get('/sample/part', { config: { access: needs('sample:part:view') } }, async () => [])
    },
    { wang: [] },
    { audit: log },
  )
})
afterAll(async () => {
  await test.app.close()
  await database.drop()
})

describe('the audit log', () => {
  it('holds who changed what, and who was turned away', async () => {
    const headers = { authorization: 'Bearer wang' }
    const change = await test.app.inject({ method: 'PUT', url: '/api/sample/part/7?secret=1', headers, payload: { price: '2.00' } })
    await test.app.inject({ url: '/sample/part', headers })
    await log.flush()
    const rows = await database.db.selectFrom('audit_log').selectAll().orderBy('code').execute()
    expect(rows).toMatchObject([
      { user_id: 'wang', method: 'PUT', path: '/sample/part/:id', resource: 'part', resource_id: '7', before: { price: '1.00' },
        after: { price: '2.00' }, code: 200, ip: '127.0.0.1', trace_id: change.headers['x-trace-id'] },
      { user_id: 'wang', method: 'GET', path: '/sample/part', before: null, code: 403 },
    ])
  })
  it('names the document of a call that names it, or its task, in the body', async () => {
    const headers = { authorization: 'Bearer wang' }
    for (const payload of [{ procInstId: 'd1' }, { taskId: 't1', businessType: 'x' }])
      await test.app.inject({ method: 'POST', url: '/sample/decide', headers, payload })
    await log.flush()
    const rows = await database.db.selectFrom('audit_log').select('resource_id').where('path', '=', '/sample/decide')
      .orderBy('resource_id').execute()
    expect(rows).toEqual([{ resource_id: 'd1' }, { resource_id: 't1' }])
  })
  it.each([
    ['update audit_log set code = 200', 'audit_log'],
    ['delete from audit_log', 'audit_log'],
    ['truncate audit_log', 'audit_log'],
    [`delete from audit_log_${new Date().getFullYear()}`, 'a year'],
  ])('refuses %s', async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({ code: '42501' })
  })
  it('takes a line whose year has no part of its own', async () => {
    await sql`insert into audit_log (create_time, ip, method, path, code, ms, trace_id) values ('1999-01-01', '', 'PUT', '/x', 200, 0, 't')`
      .execute(database.db)
  })
  describe('of a change', () => {
    const headers = { authorization: 'Bearer wang' }
    const lines = async (path: string) =>
      (await database.db.selectFrom('audit_log').selectAll().where('path', '=', path).orderBy('create_time').orderBy('id').execute()).map((
        { resource_id, after, code },
      ) => ({
        resource_id,
        after,
        code,
      }))
    /** Number of entries written by the transaction that wrote a row. */
    const linesInMade = async (path: string) =>
      (await sql`select from audit_log where path = ${path} and xmin in (select xmin from made)`.execute(database.db)).rows
    const made = async () => Number((await sql<{ n: string }>`select count(*) as n from made`.execute(database.db)).rows[0]?.n)

    it('lies in the transaction of its work, and goes with it', async () => {
      const before = await made()
      expect((await test.app.inject({ method: 'POST', url: '/sample/made', headers, payload: {} })).statusCode).toBe(200)
      expect(await lines('/sample/made')).toEqual([{ resource_id: 'one', after: { name: 'One' }, code: 200 }])
      expect((await test.app.inject({ method: 'POST', url: '/sample/made', headers, payload: { fails: true } })).json()).toMatchObject({
        code: 500,
      })
      expect(await made()).toBe(before + 1)
      expect(await lines('/sample/made')).toHaveLength(1)
      await log.flush()
      expect((await lines('/sample/made')).map(({ code }) => code)).toEqual([200, 500])
    })
    it('lies in the unit of work that its request is given to', async () => {
      const before = await made()
      expect((await test.app.inject({ method: 'POST', url: '/sample/unit', headers, payload: {} })).statusCode).toBe(200)
      expect(await linesInMade('/sample/unit')).toHaveLength(1)
      expect((await test.app.inject({ method: 'POST', url: '/sample/unit', headers, payload: { fails: true } })).json()).toMatchObject({
        code: 500,
      })
      expect(await made()).toBe(before + 1)
      expect(await linesInMade('/sample/unit')).toHaveLength(1)
    })
    it('is there before the answer where the work has no transaction, and where more is said later', async () => {
      for (const kind of ['bare', 'later']) {
        await test.app.inject({ method: 'POST', url: `/sample/${kind}`, headers, payload: {} })
        expect(await lines(`/sample/${kind}`)).toContainEqual({ resource_id: 'two', after: null, code: 200 })
      }
      await log.flush()
      expect(await lines('/sample/bare')).toHaveLength(1)
    })
    it('is one for several transactions at once', async () => {
      await test.app.inject({ method: 'POST', url: '/sample/several', headers, payload: {} })
      await log.flush()
      expect(await lines('/sample/several')).toHaveLength(1)
    })
  })

  it('keeps what it could not write until the database is back', async () => {
    const closed = database.second()
    await closed.close()
    let away = true
    const current = { insertInto: (table: 'audit_log') => (away ? closed.db : database.db).insertInto(table) } as Db
    const own = auditLog(current, pino({ level: 'silent' }))
    own.record({ create_time: new Date(), user_id: 'late', ip: '', method: 'PUT', path: '/x', resource: null, resource_id: null,
      before: null, after: null, code: 200, ms: 1, trace_id: 't' })
    await own.flush()
    away = false
    await own.flush()
    expect(await database.db.selectFrom('audit_log').select('user_id').where('user_id', '=', 'late').execute()).toHaveLength(1)
  })
})
