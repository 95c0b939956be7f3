import { createHash, randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Log, withClient } from './connection.ts'
import { applicationRole, enterEmbedded, enterExternal, type Entrances, ownerRole } from './roles.ts'
import { type MigrationSet, ordered } from './migrations.ts'
import { type Database, databaseOf } from './open.ts'
import type { TestServer } from './testing-setup.ts'

/** A database of one suite. */
export interface TestDatabase extends Database {
  readonly name: string
  /** Another connection pool to the same database, like that of a second instance. */
  second(): Database
  /** Closes and drops it. */
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  /** The migration sets of the schema; suites with the same sets share a migrated template. 'none': never migrated. */
  readonly sets: readonly MigrationSet[] | 'none'
  /** The content of the template after its migration; written once per run and name. */
  readonly content?: TestContent
  readonly connections?: number
  readonly log?: Log
}

export interface TestContent {
  readonly name: string
  fill(database: Database): Promise<void>
}

/** A new, migrated database, copied from a template that is created once per run. Drop it after the suite. */
export async function testDatabase({ sets, content, connections = 5, log = silent }: TestDatabaseOptions): Promise<TestDatabase> {
  const server = inject('databaseServer')
  const template = await templateOf(server, { sets, content, log })
  const name = `${server.run}_${randomBytes(6).toString('hex')}`
  const entrances = await withClient(server, async (client) => {
    // Settings and privileges are copied with the template, except those on the database itself.
    await client.query(`create database ${name} template ${template} strategy file_copy`)
    return entrancesOf(server, name, await hasRoles(client))
  })
  const database = databaseOf(entrances, { log, connections })
  return {
    ...database,
    name,
    second: () => databaseOf(entrances, { log, connections }),
    async drop() {
      await database.close()
      await withClient(server, (client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

type Client = Parameters<Parameters<typeof withClient>[1]>[0]

type Template = Pick<TestDatabaseOptions, 'sets' | 'content'> & { readonly log: Log }

/** Created by the first suite that needs it; the others wait. */
async function templateOf(server: TestServer, template: Template): Promise<string> {
  const { sets, content } = template
  const schema = sets === 'none'
    ? sets
    : sets.map((set) => [set.id, ordered(set).map(({ name, up }) => [name, up.toString()]), set.derived?.fingerprint])
  const name = `${server.run}_t${createHash('sha256').update(JSON.stringify([schema, content?.name])).digest('hex').slice(0, 12)}`
  return withClient(server, async (client) => {
    if (await exists(client, name)) return name
    await client.query('select pg_advisory_lock(4201902)')
    if (!(await exists(client, name))) await build(client, server, { ...template, name })
    return name
  })
}

async function build(client: Client, server: TestServer, { name, sets, content, log }: Template & { name: string }) {
  const unfinished = `${name}_unfinished`
  await client.query(`drop database if exists ${unfinished} with (force)`)
  if (!server.embedded) await client.query(`create database ${unfinished}`)
  const entrances = server.embedded
    ? await enterEmbedded((user, database) => address(server.url, database, user), unfinished)
    : await enterExternal(address(server.url, unfinished), log)
  const database = databaseOf(entrances, { log, connections: 2 })
  try {
    if (sets !== 'none') await database.migrate(sets)
    await content?.fill(database)
    // Autovacuum is too late for a suite; without statistics, plans assume tables of one row.
    if (content) await withClient(database.owner, (owner) => owner.query('analyze'))
  } finally {
    await database.close()
  }
  await client.query(`alter database ${unfinished} rename to ${name}`)
}

async function exists(client: Client, name: string): Promise<boolean> {
  return (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1
}

async function hasRoles(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ able: boolean }>(
    `select coalesce(bool_and(pg_has_role(oid, 'member')), false) as able from pg_roles
      where rolname in ('${ownerRole}', '${applicationRole}')`,
  )
  return rows[0]?.able ?? false
}

function entrancesOf(server: TestServer, name: string, separate: boolean): Entrances {
  if (server.embedded)
    return { owner: { url: address(server.url, name, ownerRole) }, application: { url: address(server.url, name, applicationRole) } }
  const url = address(server.url, name)
  return separate
    ? { owner: { url, role: ownerRole }, application: { url, role: applicationRole } }
    : { owner: { url }, application: { url } }
}

/** The server's URL with another database and optionally another user. */
function address(url: string, database: string, user?: string): string {
  const [, scheme, , login = '', host = '', query = ''] = /^([a-z]+:\/\/)(([^@/]*)@)?([^/?]*)[^?]*(\?.*)?$/.exec(url) ?? []
  return `${scheme}${user ?? login}@${host}/${database}${query}`
}

const ignore = () => undefined
const silent: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
