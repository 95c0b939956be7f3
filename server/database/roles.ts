import { Client, escapeIdentifier } from 'pg'
import { clientSettings, type Target } from './connection.ts'
import { DatabaseProblem, sqlState } from './errors.ts'
import type { Log } from './log.ts'

/** Owns the tables; migrations, backup and restore run as it. */
export const ownerRole = 'oa_owner'
/** The application at work: reads and writes rows, and may only add to append-only tables. */
export const applicationRole = 'oa_app'

export interface Entrances {
  readonly owner: Target
  readonly application: Target
}

/** Creates roles and database in the embedded server, whose superuser is ours. */
export async function enterEmbedded(url: (user: string, database: string) => string, database: string): Promise<Entrances> {
  await withClient({ url: url('postgres', 'postgres') }, async (client) => {
    await createRoles(client, 'login')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await createDatabase(client, database)
  })
  await withClient({ url: url('postgres', database) }, grant)
  return { owner: { url: url(ownerRole, database) }, application: { url: url(applicationRole, database) } }
}

/**
 * Separates the roles on an external server. A user who may not create roles does everything alone;
 * append-only tables are then protected by their triggers only.
 * @throws DatabaseProblem when the server is older than PostgreSQL 15.
 */
export async function enterExternal(url: string, log: Log): Promise<Entrances> {
  return withClient({ url }, async (client) => {
    await checkServer(client)
    const obstacle = await separate(client)
    if (obstacle === undefined) return { owner: { url, role: ownerRole }, application: { url, role: applicationRole } }
    log.warn({ reason: obstacle }, 'the database user cannot separate roles: append-only tables are protected by triggers alone')
    return { owner: { url }, application: { url } }
  })
}

/** Runs the work with one connection of its own. */
export async function withClient<Result>(target: Target, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ ...clientSettings(target), connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function checkServer(client: Client) {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  )
  if (Number(rows[0]?.version) < 150_000) throw new DatabaseProblem('DATABASE_URL: the server must be PostgreSQL 15 or newer')
  if (rows[0]?.encoding !== 'UTF8') throw new DatabaseProblem('DATABASE_URL: the database must be encoded in UTF8')
}

/** Answers what stands in the way, after undoing all of it; undefined when the roles are apart. */
async function separate(client: Client): Promise<string | undefined> {
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(4201901)')
    if (await ownsAlone(client)) throw new NotSeparable('the tables were created without separate roles')
    await createRoles(client, 'nologin')
    await client.query(`grant ${ownerRole}, ${applicationRole} to current_user`)
    await grant(client)
    await client.query(`set local role ${ownerRole}`)
    await client.query(`set local role ${applicationRole}`)
    await client.query('reset role')
    await client.query('commit')
    return undefined
  } catch (error) {
    await client.query('rollback')
    if (error instanceof NotSeparable || sqlState(error) === '42501') return error instanceof Error ? error.message : String(error)
    throw error
  }
}

class NotSeparable extends Error {}

/** Tables from a time when this user could not separate roles stay as they are. */
async function ownsAlone(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ owner: string }>(`select tableowner as owner from pg_tables where schemaname = 'public' and tablename = 'migration'`)
  return rows[0] !== undefined && rows[0].owner !== ownerRole
}

async function createRoles(client: Client, login: 'login' | 'nologin') {
  for (const role of [ownerRole, applicationRole]) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    if (rowCount === 0) await unlessRaced(client.query(`create role ${role} ${login}`), client)
  }
}

async function createDatabase(client: Client, database: string) {
  await client.query(`create database ${escapeIdentifier(database)} owner ${ownerRole}`)
}

/** Another instance may have created the role in the meantime; inside a transaction that is for the caller to see. */
async function unlessRaced(statement: Promise<unknown>, client: Client) {
  await statement.catch((error: unknown) => {
    if (!['42710', '23505'].includes(sqlState(error) ?? '') || client.getTransactionStatus?.() !== 'I') throw error
  })
}

/** What the owner creates from now on, the application may use; append-only tables take some of it back. */
async function grant(client: Client) {
  await client.query(`
    do $body$ begin execute format('grant create, temporary on database %I to ${ownerRole}', current_database()); end $body$;
    grant usage, create on schema public to ${ownerRole};
    grant usage on schema public to ${applicationRole};
    alter default privileges for role ${ownerRole} in schema public grant select, insert, update, delete on tables to ${applicationRole};
    alter default privileges for role ${ownerRole} in schema public grant usage, select on sequences to ${applicationRole};
  `)
}
