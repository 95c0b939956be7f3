import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseFolder } from '#server/testing-folder.ts'
import { appendOnly, type Migration, type MigrationSet } from '../migrations.ts'
import { testDatabase, type TestDatabase } from '../testing.ts'
import { readBackup } from './read.ts'
import { writeBackup } from './write.ts'

const first: Migration = {
  name: '001-ledger',
  async up(run) {
    await run(sql`
      create table account (id bigint generated always as identity primary key, name text not null, parent bigint references account,
        opened date, tags text[], share numeric(20, 10), extra jsonb not null,
        moment timestamptz, raw bytea, ratio double precision, label text generated always as (name || '!') stored);
      create table entry (id serial primary key, account bigint not null references account, amount numeric not null);
      create table mood (kind text);
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'closed'; end $$;
      create trigger refuse before insert on mood for each row execute function refuse();
      insert into account (name, extra) values ('seeded by the migration', '{}')`)
    await appendOnly(run, 'entry')
  },
}
const second: Migration = { name: '002-note', up: async (run) => void (await run(sql`create table note (text text)`)) }
const old: MigrationSet[] = [{ id: 'made-up', migrations: [first] }]
const current: MigrationSet[] = [{ id: 'made-up', migrations: [first, second] }]

describe('backup and restore', () => {
  let folder: string
  let file: string
  let source: TestDatabase
  let empty: TestDatabase
  const rowsOf = async (database: TestDatabase, table: string) =>
    (await sql`select t::text as row from ${sql.table(table)} t order by 1`.execute(database.db)).rows

  beforeAll(async () => {
    folder = databaseFolder('backup-')
    file = join(folder, 'all.gz')
    source = await testDatabase({ sets: old })
    await sql`delete from account`.execute(source.db)
    await sql`insert into account (name, parent, opened, tags, share, extra, moment, raw, ratio) values
      ('上海 "一" \\ line\nbreak ' || chr(8232) || chr(9), null, '2026-02-28', array['a', null, '', 'null', 'b,c'], 1.1000000000, 'null',
        '2026-02-03 04:05:06.789012+08', '\\x00ff', 0.1),
      ('infinite', 2, 'infinity', '{}', 'NaN', '{"n": 12345678901234567890.10}', '-infinity', '', 'NaN'),
      ('null', 3, null, null, null, '[]', null, null, 'Infinity')`.execute(source.db)
    await sql`insert into entry (account, amount) select 2, 0.10 + n from generate_series(1, 20000) n`.execute(source.db)
    await writeBackup(source.owner, file)
  })
  beforeEach(async () => {
    empty = await testDatabase({ sets: 'none' })
  })
  afterEach(() => empty.drop())
  afterAll(async () => {
    await source.drop()
    rmSync(folder, { recursive: true })
  })

  it('brings back every value exactly, and the database goes on as before', async () => {
    expect(await readBackup(empty.owner, { path: file, sets: old })).toEqual({ tables: 3, rows: 20_003 })
    for (const table of ['account', 'entry', 'mood']) expect(await rowsOf(empty, table)).toEqual(await rowsOf(source, table))
    expect((await sql`select id from account where extra = 'null'::jsonb`.execute(empty.db)).rows).toEqual([{ id: '2' }])
    const next = sql`insert into account (name, extra) values ('next', '{}') returning id`
    expect((await next.execute(empty.db)).rows).toEqual((await next.execute(source.db)).rows)
    await sql`delete from account where name = 'next'`.execute(source.db)
    const fromNow = sql`insert into entry (account, amount) values (2, 1) returning id`
    expect((await fromNow.execute(empty.db)).rows).toEqual([{ id: 20_001 }])
  })

  it('puts triggers, foreign keys and privileges back', async () => {
    await readBackup(empty.owner, { path: file, sets: old })
    await expect(sql`insert into entry (account, amount) values (99, 1)`.execute(empty.db)).rejects.toThrow('entry_account_fkey')
    await expect(sql`insert into mood values ('good')`.execute(empty.db)).rejects.toThrow('closed')
    await expect(sql`update entry set amount = 0`.execute(empty.db)).rejects.toThrow('permission denied')
    const { rows } = await sql`select tgenabled from pg_trigger where tgname = 'forbid_change'`.execute(empty.db)
    expect(rows).toEqual([{ tgenabled: 'A' }])
  })

  it('migrates the backup of an older version onwards', async () => {
    await readBackup(empty.owner, { path: file, sets: current })
    await empty.migrate(current)
    expect(await rowsOf(empty, 'note')).toEqual([])
    expect(await rowsOf(empty, 'account')).toEqual(await rowsOf(source, 'account'))
  })

  it('is readable by its owner only', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('shows one moment while others write', async () => {
    const path = join(folder, 'busy.gz')
    const stop = new AbortController()
    const writer = (async () => {
      while (!stop.signal.aborted)
        await source.db.transaction().execute(async (tx) => {
          await sql`insert into entry (account, amount) values (2, 5)`.execute(tx)
          await sql`insert into entry (account, amount) values (2, -5)`.execute(tx)
        })
    })()
    await writeBackup(source.owner, path)
    stop.abort()
    await writer
    await readBackup(empty.owner, { path, sets: old })
    const { rows } = await sql`select count(*) filter (where amount = 5) = count(*) filter (where amount = -5) as even from entry`.execute(
      empty.db,
    )
    expect(rows).toEqual([{ even: true }])
  })

  describe('refuses', () => {
    const unchanged = async () => {
      expect((await sql`select from pg_tables where schemaname = 'public'`.execute(empty.db)).rows).toEqual([])
    }
    const altered = (change: (text: string) => string) => {
      const path = join(folder, 'altered.gz')
      writeFileSync(path, gzipSync(change(gunzipSync(readFileSync(file)).toString('utf8'))))
      return path
    }

    it.each([
      ['a changed value', (text: string) => text.replace('"5.10"', '"6.10"')],
      ['a missing row', (text: string) => text.replace(/\["7",.*\n/, '')],
      ['a missing end', (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)],
      ['something after its end', (text: string) => `${text}[]\n`],
      ['half a line after its end', (text: string) => `${text}[`],
      ['another kind of file', () => 'hello\n'],
      ['nothing', () => ''],
    ])('%s, and restores nothing', async (_, change) => {
      await expect(readBackup(empty.owner, { path: altered(change), sets: old })).rejects.toThrow('The backup is damaged')
      await unchanged()
    })

    it('a file that is cut off or altered at any place', async () => {
      const whole = readFileSync(file)
      const cut = join(folder, 'cut.gz')
      for (const share of [0.1, 0.5, 0.99]) {
        writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * share)))
        await expect(readBackup(empty.owner, { path: cut, sets: old })).rejects.toThrow('The backup is damaged')
        const flipped = Buffer.from(whole)
        flipped.writeUInt8(flipped.readUInt8(Math.floor(whole.length * share)) ^ 0xff, Math.floor(whole.length * share))
        writeFileSync(cut, flipped)
        await expect(readBackup(empty.owner, { path: cut, sets: old })).rejects.toThrow('The backup is damaged')
      }
      await unchanged()
    })

    it('a newer format and migrations that it does not know', async () => {
      await expect(readBackup(empty.owner, { path: altered((text) => text.replace('"version":1', '"version":2')), sets: old })).rejects
        .toThrow('newer version')
      await expect(readBackup(empty.owner, { path: file, sets: [] })).rejects.toThrow('migration 001-ledger of made-up is unknown')
      await unchanged()
    })

    it('a database that is in use', async () => {
      await expect(readBackup(source.owner, { path: file, sets: old })).rejects.toThrow('only into an empty database')
    })

    it('to back up a database that was never used', async () => {
      const path = join(folder, 'nothing.gz')
      await expect(writeBackup(empty.owner, path)).rejects.toThrow('nothing to back up')
      expect(() => statSync(path)).toThrow('ENOENT')
    })
  })
})
