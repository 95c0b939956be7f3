import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Client, escapeIdentifier } from 'pg'
import { systemClock } from '#server/system-clock.ts'
import { type DatabaseTarget, withClient } from '../connection.ts'
import { DatabaseProblem } from '../errors.ts'
import { migrationLock } from '../migrations.ts'
import { exactText, formatVersion, type Head, storedSequences, type StoredTable, storedTables, type Summary } from './format.ts'

/**
 * Writes a consistent snapshot of the whole database into a file, without blocking other users. The file gets its name once it is
 * complete and flushed, readable by its owner only.
 * @throws DatabaseProblem where the database has never been migrated
 */
export async function writeBackup(owner: DatabaseTarget, path: string): Promise<Summary> {
  const unfinished = `${path}.unfinished`
  const summary = { tables: 0, rows: 0 }
  try {
    await withClient(owner, async (client) => {
      await beginSnapshot(client)
      await pipeline(Readable.from(content(client, summary)), createGzip(), createWriteStream(unfinished, { mode: 0o600 }))
    })
    await sync(unfinished)
    await rename(unfinished, path)
    await sync(dirname(path))
    return summary
  } finally {
    await rm(unfinished, { force: true })
  }
}

/** Characters per fetch, so that few large rows are in memory at a time. */
const portion = 4_000_000

async function beginSnapshot(client: Client) {
  // Backups and migrations exclude each other; the lock ends with the connection.
  await client.query('set lock_timeout = 0; set statement_timeout = 0')
  await client.query('select pg_advisory_lock_shared($1)', [migrationLock])
  await client.query('begin isolation level repeatable read read only')
  await client.query(exactText)
}

async function* content(client: Client, summary: { tables: number; rows: number }): AsyncGenerator<string> {
  yield line(await head(client))
  for (const table of await storedTables(client)) {
    summary.tables += 1
    summary.rows += yield* tableContent(client, table)
  }
  // Last, since sequences are not part of the snapshot: they must not be behind the rows above.
  yield line({ sequences: await storedSequences(client) })
  yield line(summary)
}

async function head(client: Client): Promise<Head> {
  const { rows: found } = await client.query(`select from pg_tables where schemaname = 'public' and tablename = 'migration'`)
  if (found.length === 0) throw new DatabaseProblem('There is nothing to back up: this database was never used')
  const { rows: migrations } = await client.query<{ set: string; name: string }>(
    'select set_id as set, name from migration order by applied_at, set_id, name',
  )
  const { rows: [made] } = await client.query<{ found: boolean }>(`select to_regclass('public.designed_table') is not null as found`)
  const designed = made?.found
    ? (await client.query<NonNullable<Head['designed']>[number]>('select name, columns from designed_table order by name')).rows
    : []
  return { backup: 'office-automation', version: formatVersion, createdAt: systemClock.now().toISOString(), migrations,
    ...(designed.length > 0 && { designed }) }
}

async function* tableContent(client: Client, { name, columns }: StoredTable): AsyncGenerator<string, number> {
  yield line({ table: name, columns: columns.map((column) => column.name) })
  const values = columns.map((column) => `${escapeIdentifier(column.name)}::text`)
  await client.query(
    `declare part no scroll cursor for select to_json(array[${values.join(', ')}]::text[])::text as row from public.${
      escapeIdentifier(name)
    }`,
  )
  const hash = createHash('sha256')
  let count = 0
  for (let size = 100;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${size} from part`)
    if (rows.length === 0) break
    const text = rows.map(({ row }) => `${row}\n`).join('')
    hash.update(text)
    yield text
    count += rows.length
    size = Math.max(1, Math.min(5_000, Math.floor((rows.length * portion) / text.length)))
  }
  await client.query('close part')
  yield line({ rows: count, sha256: hash.digest('hex') })
  return count
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

async function sync(path: string) {
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}
