import { createHash, type Hash } from 'node:crypto'
import { type Client, escapeIdentifier } from 'pg'
import { withClient } from '../client.ts'
import type { DatabaseTarget } from '../connection.ts'
import { DatabaseProblem } from '../errors.ts'
import type { RunStatement } from '../statements/statement.ts'
import { apply, type Migration, type MigrationSet, prepareMigrations } from '../migrations.ts'
import { exactText, type StoredTable, storedTables } from './catalogue.ts'
import { suspendConstraints } from './constraints.ts'
import { damaged, endSchema, formatVersion, type Head, headSchema, parseLine, sealSchema, sequencesSchema, type Summary,
  tableSchema } from './format.ts'
import { linesOf } from './lines.ts'
import { runOn } from './run-on.ts'

export interface RestoreOptions {
  readonly path: string
  /** Every migration of this version; a backup of an older one is restored as it was, to be migrated afterwards. */
  readonly sets: readonly MigrationSet[]
  /** Last work inside the restoring transaction, e.g. holding back messages until somebody confirms. */
  readonly afterwards?: (run: RunStatement) => Promise<void>
}

/**
 * Brings a backup into an empty database in one transaction: all of it, checked against its counts, hashes
 * and foreign keys, or nothing.
 * @throws DatabaseProblem when the database is not empty, or the backup is damaged or made by a newer version.
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

/** Characters inserted at once. */
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

async function restoreSchema(client: Client, { migrations }: Head, sets: readonly MigrationSet[]) {
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
}

async function restoreData(client: Client, next: () => Promise<string | undefined>): Promise<Summary> {
  const resume = await suspendConstraints(client)
  const tables = new Map((await storedTables(client)).map((table) => [table.name, table]))
  // Rows that migrations write are in the backup too.
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
  /** The line being read; in the end the one after the last row. */
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
