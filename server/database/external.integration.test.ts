import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { appendOnly } from './append-only.ts'
import { withClient } from './client.ts'
import { enterExternal } from './external.ts'
import type { MigrationSet } from './migrations.ts'
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

/** An external server as an operator hands it over: a user and a database that belongs to the user. */
describe.runIf(inject('databaseServer').embedded)('an external database', () => {
  const { url, run } = inject('databaseServer')
  const user = `${run}_user`
  const name = `${run}_external`
  const external = url.replace(/\/\/postgres@(.*)\/postgres$/, `//${user}@$1/${name}`)
  const admin = (statement: string) => withClient({ url }, (client) => client.query(statement))

  beforeEach(async () => {
    log.warn.mockClear()
    await admin(`create role ${user} login`)
    await admin(`create database ${name} owner ${user}`)
  })
  afterEach(async () => {
    await admin(`drop database ${name} with (force)`)
    await admin(`drop owned by ${user}`)
    await admin(`drop role ${user}`)
  })

  async function tryIt() {
    const database = databaseOf(await enterExternal(external, log), { log, connections: 2 })
    try {
      await database.migrate(sets)
      await sql`insert into history values (1)`.execute(database.db)
      const { rows } = await sql`select current_user::text as name`.execute(database.db)
      return { rows, refusal: await sql`delete from history`.execute(database.db).then(() => 'none', String) }
    } finally {
      await database.close()
    }
  }

  it('gets separate roles when its user may create them', async () => {
    await admin(`alter role ${user} createrole`)
    await admin(`grant oa_owner, oa_app to ${user} with admin option`)
    expect(await tryIt()).toEqual({ rows: [{ name: 'oa_app' }], refusal: expect.stringContaining('permission denied for table history') as unknown })
    expect((await tryIt()).rows).toEqual([{ name: 'oa_app' }])
    expect(log.warn).not.toHaveBeenCalled()
  })

  it('is served by its one user otherwise, who is told; triggers still hold', async () => {
    expect(await tryIt()).toEqual({ rows: [{ name: user }], refusal: expect.stringContaining('table history is append-only') as unknown })
    expect(log.warn).toHaveBeenCalledOnce()
  })

  it('is named in the message when it cannot be entered', async () => {
    await expect(enterExternal(external.replace(name, 'nowhere'), log)).rejects.toThrow('The database of DATABASE_URL cannot be entered: database "nowhere" does not exist')
    await expect(enterExternal('postgres://user@127.0.0.1:1/oa', log, 300)).rejects.toThrow('ECONNREFUSED')
  })

  it('stays with its one user when the tables are the user’s', async () => {
    await tryIt()
    await admin(`alter role ${user} createrole`)
    await admin(`grant oa_owner, oa_app to ${user} with admin option`)
    expect((await tryIt()).rows).toEqual([{ name: user }])
  })
})
