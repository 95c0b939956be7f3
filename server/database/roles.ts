import { type Client, escapeIdentifier } from 'pg'
import { withClient } from './client.ts'
import type { DatabaseTarget } from './connection.ts'
import { sqlState } from './errors.ts'

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
export async function createRoles(client: Client, login: 'login' | 'nologin') {
  for (const role of [ownerRole, applicationRole]) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    if (rowCount === 0) await unlessRaced(client.query(`create role ${role} ${login}`), client)
  }
}

/** Grants the application the use of objects that the owner will create; append-only tables revoke some of it. */
export async function grant(client: Client) {
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
