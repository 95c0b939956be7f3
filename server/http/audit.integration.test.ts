import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../database/tables.ts'
import { testDatabase, type TestDatabase } from '../database/testing.ts'
import { needs, signedIn } from './access.ts'
import { type AuditLog, auditLog } from './audit-log.ts'
import { httpMigrations } from './migrations.ts'
import { type TestApp, testApp } from './testing.ts'

let database: TestDatabase
let log: AuditLog
let test: TestApp
beforeAll(async () => {
  database = await testDatabase({ sets: [httpMigrations] })
  log = auditLog(database.db, pino({ level: 'silent' }))
  test = await testApp(
    (app) => {
      app.put('/sample/part/:id', { config: { access: signedIn, resource: 'part' } }, async (request) => {
        request.audited = { before: { price: '1.00' }, after: { price: '2.00' } }
        return true
      })
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
      { user_id: 'wang', method: 'PUT', path: '/sample/part/:id', resource: 'part', resource_id: '7', before: { price: '1.00' }, after: { price: '2.00' }, code: 200, ip: '127.0.0.1', trace_id: change.headers['x-trace-id'] },
      { user_id: 'wang', method: 'GET', path: '/sample/part', before: null, code: 403 },
    ])
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
    await sql`insert into audit_log (create_time, ip, method, path, code, ms, trace_id) values ('1999-01-01', '', 'PUT', '/x', 200, 0, 't')`.execute(database.db)
  })
  it('keeps what it could not write until the database is back', async () => {
    const closed = database.second()
    await closed.close()
    let away = true
    const current = { insertInto: (table: 'audit_log') => (away ? closed.db : database.db).insertInto(table) } as Db
    const own = auditLog(current, pino({ level: 'silent' }))
    own.record({ create_time: new Date(), user_id: 'late', ip: '', method: 'PUT', path: '/x', resource: null, resource_id: null, before: null, after: null, code: 200, ms: 1, trace_id: 't' })
    await own.flush()
    away = false
    await own.flush()
    expect(await database.db.selectFrom('audit_log').select('user_id').where('user_id', '=', 'late').execute()).toHaveLength(1)
  })
})
