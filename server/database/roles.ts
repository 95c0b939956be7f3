import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, escapeIdentifier } from 'pg'
import { type DatabaseTarget, type Log, timeZone, withClient } from './connection.ts'
import { DatabaseProblem, isConnectionLost, sqlState } from './errors.ts'

/** Role that owns the tables; used for migrations, backup and restore. */
export const ownerRole = 'oa_owner'
/** Role of the application: reads and writes rows, and can only insert into append-only tables. */
export const applicationRole = 'oa_app'

export interface Entrances {
  readonly owner: DatabaseTarget
  readonly application: DatabaseTarget
}

/** Creates roles and database in the embedded server as its superuser. */
export async function enterEmbedded(url: (user: string, database: string) => string, database: string): Promise<Entrances> {
  await withClient({ url: url('postgres', 'postgres') }, async (client) => {
    await createRoles(client, 'login')
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await createDatabase(client, database)
  })
  await withClient({ url: url('postgres', database) }, grant)
  return { owner: { url: url(ownerRole, database) }, application: { url: url(applicationRole, database) } }
}

/** Creates the two roles unless they exist. */
async function createRoles(client: Client, login: 'login' | 'nologin') {
  for (const role of [ownerRole, applicationRole]) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    if (rowCount === 0) await unlessRaced(client.query(`create role ${role} ${login}`), client)
  }
}

/** Grants the application the use of objects that the owner will create; append-only tables revoke some of it. */
async function grant(client: Client) {
  await client.query(`
    do $body$ begin execute format('grant create, temporary on database %I to ${ownerRole}', current_database()); end $body$;
    grant usage, create on schema public to ${ownerRole};
    grant usage on schema public to ${applicationRole};
    alter default privileges for role ${ownerRole} in schema public grant select, insert, update, delete on tables to ${applicationRole};
    alter default privileges for role ${ownerRole} in schema public grant usage, select on sequences to ${applicationRole};
  `)
}

async function createDatabase(client: Client, database: string) {
  await client.query(`create database ${escapeIdentifier(database)} owner ${ownerRole}`)
}

/** Another instance may have created the role in the meantime; inside a transaction the error is left to the caller. */
async function unlessRaced(statement: Promise<unknown>, client: Client) {
  await statement.catch((error: unknown) => {
    if (!['42710', '23505'].includes(sqlState(error) ?? '') || client.getTransactionStatus?.() !== 'I') throw error
  })
}

/**
 * Separates the roles on an external server. A user who may not create roles is used for everything; append-only tables are then
 * protected by triggers only. Waits up to `timeout` ms for a server that is unreachable, since it may be starting too.
 * @throws DatabaseProblem where it stays unreachable, refuses the user, or is older than PostgreSQL 15
 */
export async function enterExternal(url: string, log: Log, timeout = 30_000): Promise<Entrances> {
  await untilReachable(url, log, Date.now() + timeout)
  return withClient({ url }, async (client) => {
    await checkServer(client)
    const obstacle = await separate(client)
    if (obstacle === undefined) return { owner: { url, role: ownerRole }, application: { url, role: applicationRole } }
    log.warn({ reason: obstacle }, 'the database user cannot separate roles: append-only tables are protected by triggers alone')
    return { owner: { url }, application: { url } }
  })
}

async function untilReachable(url: string, log: Log, deadline: number) {
  for (let pause = 250;; pause = Math.min(pause * 2, 4_000)) {
    try {
      return await withClient({ url }, async () => undefined)
    } catch (error) {
      const reason = error instanceof Error ? error.message || sqlState(error) : String(error)
      if (!isConnectionLost(error) || Date.now() + pause > deadline)
        throw new DatabaseProblem(`The database of DATABASE_URL cannot be entered: ${reason}`, { cause: error })
      log.warn({ reason }, 'the database cannot be reached yet')
      await sleep(pause)
    }
  }
}

/** Settings that a pooler makes for each of its connections, since it passes on none of its clients. */
const pooledSettings = { statement_timeout: '15s', lock_timeout: '5s', idle_in_transaction_session_timeout: '15s' }

/**
 * Checks that connections of a pooler have the role and the settings of those without one.
 * @throws DatabaseProblem with the settings of PgBouncer that are missing
 */
export async function enterPooler({ url, prepared }: { readonly url: string; readonly prepared: boolean },
  { role }: DatabaseTarget): Promise<DatabaseTarget> {
  const target: DatabaseTarget = { url, pooled: { prepared } }
  const wanted: Readonly<Record<string, string>> = { ...pooledSettings, TimeZone: timeZone, ...(role && { role }) }
  const names = Object.keys(wanted)
  const found = await withClient(target, async (client) => {
    const { rows } = await client.query<Record<string, string>>(
      `select ${names.map((name) => `current_setting('${name}') as "${name}"`).join(', ')}`,
    )
    return rows[0] ?? {}
  }).catch((error: unknown) => {
    throw new DatabaseProblem(
      `The pooler of DATABASE_POOLER_URL cannot be entered: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  })
  const differing = names.filter((name) => found[name] !== wanted[name])
  if (differing.length === 0) return target
  throw new DatabaseProblem(
    `DATABASE_POOLER_URL: connections of the pooler need ${
      differing.map((name) => `${name} = ${wanted[name]}`).join(', ')
    }; set them by connect_query, and the time zone for the database (docs/scale.md)`,
  )
}

async function checkServer(client: Client) {
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  )
  if (Number(rows[0]?.version) < 150_000) throw new DatabaseProblem('DATABASE_URL: the server must be PostgreSQL 15 or newer')
  if (rows[0]?.encoding !== 'UTF8') throw new DatabaseProblem('DATABASE_URL: the database must be encoded in UTF8')
}

/** Separates the roles. @returns the obstacle, after undoing all changes; undefined on success */
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

/** Tables that this user created while roles could not be separated keep their owner. */
async function ownsAlone(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ owner: string }>(
    `select tableowner as owner from pg_tables where schemaname = 'public' and tablename = 'migration'`,
  )
  return rows[0] !== undefined && rows[0].owner !== ownerRole
}
