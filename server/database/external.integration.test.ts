import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseFolder } from '#server/testing-folder.ts'
import { appendOnly, type MigrationSet } from './migrations.ts'
import { withClient } from './connection.ts'
import { type EmbeddedServer, startEmbedded } from './embedded/supervisor.ts'
import { enterExternal, enterPooler } from './roles.ts'
import { databaseOf } from './open.ts'

const sets: MigrationSet[] = [{
  id: 'made-up',
  migrations: [{
    name: '001-history',
    async up(run) {
      await run(sql`create table history (id int)`)
      await appendOnly(run, 'history')
    },
  }],
}]
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }

/** An external server as set up by an operator: a user, and a database that belongs to the user. */
describe('an external database', () => {
  let folder: string
  let server: EmbeddedServer
  const admin = (statement: string) => withClient({ url: server.url('postgres', 'postgres') }, (client) => client.query(statement))

  beforeAll(async () => {
    folder = databaseFolder('external-')
    server = await startEmbedded({ dataDirectory: folder, log, settings: { fsync: 'off' }, diskReserve: 0 })
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => log.warn.mockClear())

  async function handOver(user: string, rights = ''): Promise<string> {
    await admin(`create role ${user} login ${rights}`)
    await admin(`create database ${user} owner ${user}`)
    return server.url(user, user)
  }

  async function useIt(url: string) {
    const database = databaseOf(await enterExternal(url, log), { log, connections: 2 })
    try {
      await database.migrate(sets)
      await sql`insert into history values (1)`.execute(database.db)
      const { rows } = await sql<{ name: string }>`select current_user::text as name`.execute(database.db)
      return { name: rows[0]?.name, refusal: await sql`delete from history`.execute(database.db).then(() => 'none', String) }
    } finally {
      await database.close()
    }
  }
  const byPrivilege = { name: 'oa_app', refusal: expect.stringContaining('permission denied for table history') as unknown }
  const byTrigger = { refusal: expect.stringContaining('table history is append-only') as unknown }

  it('gets separate roles when its user may create them', async () => {
    const url = await handOver('able', 'createrole')
    expect(await useIt(url)).toEqual(byPrivilege)
    expect(await useIt(url)).toEqual(byPrivilege)
    expect(log.warn).not.toHaveBeenCalled()
  })

  it('is served by its one user otherwise, who is told; triggers still hold', async () => {
    expect(await useIt(await handOver('plain'))).toEqual({ name: 'plain', ...byTrigger })
    expect(log.warn).toHaveBeenCalledOnce()
  })

  it('stays with its one user when the tables are the user’s', async () => {
    const url = await handOver('former')
    await useIt(url)
    await admin('alter role former superuser')
    expect(await useIt(url)).toEqual({ name: 'former', ...byTrigger })
  })

  it('is entered by a pooler whose connections have the role and settings of the product, and by no other', async () => {
    const url = await handOver('pooled', 'createrole')
    const application = { url, role: 'oa_app' }
    const pooler = { url, prepared: false }
    await expect(enterPooler(pooler, application)).rejects.toThrow(
      'need statement_timeout = 15s, lock_timeout = 5s, idle_in_transaction_session_timeout = 15s, role = oa_app;',
    )
    for (const setting of [`statement_timeout = '15s'`, `lock_timeout = '5s'`, `idle_in_transaction_session_timeout = '15s'`])
      await admin(`alter database pooled set ${setting}`)
    await expect(enterPooler(pooler, application)).rejects.toThrow('need role = oa_app;')
    expect(await enterPooler(pooler, { url })).toEqual({ url, pooled: { prepared: false } })
    await expect(enterPooler({ url: 'postgres://user@127.0.0.1:1/oa', prepared: false }, application)).rejects.toThrow(
      'The pooler of DATABASE_POOLER_URL cannot be entered',
    )
  })

  it('is named in the message when it cannot be entered', async () => {
    await expect(enterExternal(server.url('postgres', 'nowhere'), log)).rejects.toThrow(
      'The database of DATABASE_URL cannot be entered: database "nowhere" does not exist',
    )
    await expect(enterExternal('postgres://user@127.0.0.1:1/oa', log, 300)).rejects.toThrow('ECONNREFUSED')
  })
})
