import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { type Client, escapeIdentifier } from 'pg'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { type DatabaseTarget, withClient } from '../connection.ts'
import { DatabaseProblem } from '../errors.ts'
import { apply, type Migration, type MigrationSet, prepareMigrations, type RunStatement } from '../migrations.ts'
import { damaged, endSchema, exactText, formatVersion, type Head, headSchema, parseLine, sealSchema, sequencesSchema, type StoredTable,
  storedTables, type Summary, tableSchema } from './format.ts'
import type { Tables } from '../tables.ts'

export interface RestoreOptions {
  readonly path: string
  /** Every migration of this version; a backup of an older version is restored unchanged, and migrated afterwards. */
  readonly sets: readonly MigrationSet[]
  /** Last step inside the restoring transaction, e.g. holding back messages until they are confirmed. */
  readonly afterwards?: (run: RunStatement) => Promise<void>
}

/**
 * Restores a backup into an empty database in one transaction, checked against its counts, hashes and foreign keys.
 * @throws DatabaseProblem where the database is not empty, or the backup is damaged or made by a newer version
 */
export async function readBackup(owner: DatabaseTarget, { path, sets, afterwards }: RestoreOptions): Promise<Summary> {
  return withClient(owner, async (client) => {
    await client.query('set statement_timeout = 0')
    await client.query('begin')
    await client.query(exactText)
    await refuseUnlessEmpty(client)
    const lines = linesOf(path)
    try {
      const next = async () => (await lines.next()).value as string | undefined
      await restoreSchema(client, parseHead(await next()), sets)
      const summary = await restoreData(client, next)
      await afterwards?.(runOn(client))
      await client.query('commit')
      return summary
    } finally {
      await lines.return(undefined)
    }
  })
}

/** Characters per insert. */
const portion = 4_000_000

async function refuseUnlessEmpty(client: Client) {
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
  )
  if (rowCount)
    throw new DatabaseProblem(
      'A backup is restored only into an empty database: choose an empty DATA_DIR, or a DATABASE_URL of a new database',
    )
}

function parseHead(line: string | undefined): Head {
  const head = parseLine(headSchema.loose(), line)
  if (head.version > formatVersion) throw newer(`its format is ${head.version}, this version reads ${formatVersion}`)
  return head
}

function newer(detail: string): DatabaseProblem {
  return new DatabaseProblem(
    `The backup was made by a newer version of the product, or one with other modules (${detail}); restore it with that version`,
  )
}

async function restoreSchema(client: Client, { migrations, designed = [] }: Head, sets: readonly MigrationSet[]) {
  const run = runOn(client)
  const known = new Map<string, Migration>(
    sets.flatMap((set) => set.migrations.map((migration) => [`${set.id}/${migration.name}`, migration] as const)),
  )
  const steps = migrations.map(({ set, name }) => ({ set, name, migration: known.get(`${set}/${name}`) }))
  await prepareMigrations(run)
  for (const { set, name, migration } of steps) {
    if (!migration) throw newer(`migration ${name} of ${set} is unknown here`)
    await apply(run, set, migration)
  }
  // their indexes follow from what is designed, and come with the next start
  for (const { name, columns } of designed)
    await client.query(`select shape_designed_table($1, $2::jsonb, '[]')`, [name, JSON.stringify(columns)])
}

async function restoreData(client: Client, next: () => Promise<string | undefined>): Promise<Summary> {
  const resume = await suspendConstraints(client)
  const tables = new Map((await storedTables(client)).map((table) => [table.name, table]))
  // Tables that migrations have filled are emptied, since the backup contains those rows too.
  if (tables.size > 0) await client.query(`truncate ${[...tables.keys()].map(escapeIdentifier).join(', ')}`)
  let rows = 0
  for (let count = 0; count < tables.size; count += 1) rows += await restoreTable(client, next, tables)
  for (const { name, last, called } of parseLine(sequencesSchema, await next()).sequences) {
    await client.query(`select setval(format('public.%I', $1::text)::regclass, $2, $3)`, [name, last, called])
  }
  const end = parseLine(endSchema, await next())
  if (end.tables !== tables.size || end.rows !== rows || (await next()) !== undefined) throw damaged('its parts do not add up')
  await resume()
  return end
}

async function restoreTable(client: Client, next: () => Promise<string | undefined>, tables: Map<string, StoredTable>): Promise<number> {
  const { table: name, columns } = parseLine(tableSchema, await next())
  const table = tables.get(name)
  if (!table || table.columns.map((column) => column.name).join() !== columns.join())
    throw damaged(`table ${name} differs from its migrations`)
  const tally: Tally = { rows: 0, hash: createHash('sha256'), seal: undefined }
  for await (const batch of batches(next, tally)) await insert(client, table, batch)
  const seal = parseLine(sealSchema, tally.seal)
  if (seal.rows !== tally.rows || seal.sha256 !== tally.hash.digest('hex')) throw damaged(`table ${name} does not match its hash`)
  return tally.rows
}

interface Tally {
  rows: number
  readonly hash: Hash
  /** The line being read; finally the one after the last row. */
  seal: string | undefined
}

async function* batches(next: () => Promise<string | undefined>, tally: Tally): AsyncGenerator<string[]> {
  let batch: string[] = []
  let size = 0
  for (tally.seal = await next(); tally.seal?.startsWith('['); tally.seal = await next()) {
    const line = tally.seal
    tally.hash.update(`${line}\n`)
    tally.rows += 1
    size += line.length
    batch.push(line)
    if (size > portion) {
      yield batch
      ;[batch, size] = [[], 0]
    }
  }
  if (batch.length > 0) yield batch
}

async function insert(client: Client, { name, columns }: StoredTable, batch: readonly string[]) {
  const names = columns.map((column) => escapeIdentifier(column.name))
  const values = columns.map(({ type }, index) => `(r ->> ${index})::${type}`)
  const statement = `insert into public.${escapeIdentifier(name)} (${names.join(', ')}) overriding system value select ${
    values.join(', ')
  } from jsonb_array_elements($1::jsonb) r`
  await client.query(statement, [`[${batch.join(',')}]`]).catch((error: unknown) => {
    throw damaged(`rows of ${name} are refused: ${String(error)}`, error)
  })
}

/** Runs a migration's statements on a connection whose transaction the caller has begun. */
function runOn(client: Client): RunStatement {
  return async (statement) => {
    const { sql, parameters } = statement.compile(compiler)
    return (await client.query(sql, [...parameters])).rows
  }
}

const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/**
 * The lines of a gzip'd file. Only a line feed ends one: Node's readline would also break at U+2028, which people's texts contain.
 * @throws DatabaseProblem when the file is damaged; the system's error when it cannot be opened.
 */
async function* linesOf(path: string): AsyncGenerator<string> {
  const gunzip = createGunzip()
  const file = createReadStream(path)
  file.on('error', (error) => gunzip.destroy(error)).pipe(gunzip)
  let rest: Buffer[] = []
  try {
    for await (const chunk of gunzip as AsyncIterable<Buffer>) {
      let from = 0
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8')
        rest = []
        from = at + 1
      }
      rest.push(chunk.subarray(from))
    }
  } catch (error) {
    throw isOfCompression(error) ? damaged('it is cut off or altered', error) : error
  } finally {
    file.destroy()
  }
  if (rest.some((part) => part.length > 0)) throw damaged('its last line is cut off')
}

const lineFeed = 0x0a

function isOfCompression(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

/**
 * Disables our triggers and drops the foreign keys, so that rows can be inserted unchanged and in any order.
 * @returns a function that restores both; every row is then checked against every foreign key. Works for the tables' owner; a superuser
 * is not needed.
 */
async function suspendConstraints(client: Client): Promise<() => Promise<void>> {
  const { rows: triggers } = await client.query<Trigger>(`
    select c.relname as table, t.tgname as name, t.tgenabled as enabled from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgenabled <> 'D'`)
  const { rows: keys } = await client.query<ForeignKey>(`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    where k.connamespace = 'public'::regnamespace and k.contype = 'f' and k.conparentid = 0`)
  // ALTER TABLE is refused while a deferred check is outstanding.
  await client.query('set constraints all immediate')
  for (const { table, name } of triggers)
    await client.query(`alter table ${escapeIdentifier(table)} disable trigger ${escapeIdentifier(name)}`)
  for (const { table, name } of keys) await client.query(`alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(name)}`)
  return async () => {
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${escapeIdentifier(table)} add constraint ${escapeIdentifier(name)} ${definition}`)
    for (const { table, name, enabled } of triggers)
      await client.query(`alter table ${escapeIdentifier(table)} ${enabling[enabled]} trigger ${escapeIdentifier(name)}`)
  }
}

interface Trigger {
  readonly table: string
  readonly name: string
  /** As in pg_trigger.tgenabled. */
  readonly enabled: 'O' | 'A' | 'R'
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

const enabling = { O: 'enable', A: 'enable always', R: 'enable replica' } as const
