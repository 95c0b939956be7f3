import { type Kysely, sql, type RawBuilder } from 'kysely'
import { DatabaseProblem } from './errors.ts'
import type { Log } from './connection.ts'
import { applicationRole } from './roles.ts'
import type { Tables } from './tables.ts'

/** One step of the schema: atomic, run once, as the role that owns the tables. */
export interface Migration {
  /** Determines the order within its set and never changes: '001-documents'. */
  readonly name: string
  readonly up: (run: RunStatement) => Promise<void>
}

/** The migrations of the host (`host`) or of one plugin (its id). */
export interface MigrationSet {
  readonly id: string
  readonly migrations: readonly Migration[]
  readonly derived?: DerivedSchema
}

/** Schema objects derived from declarations, mainly indexes: updated after migrations whenever the fingerprint has changed. */
export interface DerivedSchema {
  readonly fingerprint: string
  readonly up: (run: RunStatement) => Promise<void>
}

/** Key of the advisory lock held during migrations. */
export const migrationLock = 4_201_900

/**
 * Applies missing migrations, set by set in the given order, each in its own transaction. Of two instances that start at the same time,
 * the second one waits and has nothing left to do. Sets that are recorded but not given (removed plugins) are ignored.
 * @throws DatabaseProblem where the recorded names are not a prefix of the given ones
 */
export async function migrate(owner: Kysely<Tables>, sets: readonly MigrationSet[], log: Log): Promise<void> {
  checkNames(sets)
  await owner.connection().execute(async (db) => {
    await sql`set lock_timeout = 0`.execute(db)
    await sql`select pg_advisory_lock(${migrationLock})`.execute(db)
    try {
      await sql`set lock_timeout = '60s'`.execute(db)
      await applyMissing(db, sets, log)
      await applyDerived(db, sets, log)
    } finally {
      // On a broken connection the lock was already released; the first error is the one to report.
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(db).catch(() => undefined)
    }
  })
}

/** Creates the objects that every set needs; idempotent. */
export async function prepareMigrations(run: RunStatement): Promise<void> {
  await run(sql`create table if not exists migration (
    set_id text not null, name text not null, applied_at timestamptz not null default clock_timestamp(), primary key (set_id, name))`)
  await run(sql`create table if not exists derived_schema (set_id text primary key, fingerprint text not null)`)
  await createForbidChange(run)
  // The application may only read which migrations were applied.
  await run(sql.raw(`do $body$ begin
    if exists (select from pg_roles where rolname = '${applicationRole}') then revoke insert, update, delete on migration, derived_schema from ${applicationRole}; end if;
  end $body$`))
}

/** Runs one migration and records it, inside the caller's transaction. */
export async function apply(run: RunStatement, setId: string, migration: Migration): Promise<void> {
  await migration.up(run)
  await run(sql`insert into migration (set_id, name) values (${setId}, ${migration.name})`)
}

/** The migrations of a set in the order of their names. */
export function ordered({ migrations }: MigrationSet): Migration[] {
  return migrations.toSorted((left, right) => (left.name < right.name ? -1 : 1))
}

/** Runs a migration's statements in a transaction. */
function runner(db: Kysely<Tables>): RunStatement {
  return async (statement) => (await statement.execute(db)).rows
}

async function applyMissing(db: Kysely<Tables>, sets: readonly MigrationSet[], log: Log) {
  await db.transaction().execute((transaction) => prepareMigrations(runner(transaction)))
  const recorded = await db.selectFrom('migration').select(['set_id', 'name']).orderBy('name').execute()
  const pending = sets.map((set) => ({ set,
    missing: missingOf(set, recorded.filter((row) => row.set_id === set.id).map((row) => row.name)) })
  )
  for (const { set, missing } of pending) {
    for (const migration of missing) {
      await db.transaction().execute((transaction) => apply(runner(transaction), set.id, migration)).catch((error: unknown) => {
        throw new DatabaseProblem(`Migration ${migration.name} of ${set.id} failed and left nothing behind: ${String(error)}`, {
          cause: error,
        })
      })
      log.info({ set: set.id, migration: migration.name }, 'migration applied')
    }
  }
}

async function applyDerived(db: Kysely<Tables>, sets: readonly MigrationSet[], log: Log) {
  for (const { id, derived } of sets) {
    if (!derived) continue
    const before = await db.selectFrom('derived_schema').select('fingerprint').where('set_id', '=', id).executeTakeFirst()
    if (before?.fingerprint === derived.fingerprint) continue
    await db.transaction().execute(async (transaction) => {
      await derived.up(runner(transaction))
      await transaction.insertInto('derived_schema').values({ set_id: id, fingerprint: derived.fingerprint }).onConflict((known) =>
        known.column('set_id').doUpdateSet({ fingerprint: derived.fingerprint })
      ).execute()
    })
    log.info({ set: id }, 'derived schema brought up to date')
  }
}

/** Returns the migrations to apply. @throws DatabaseProblem unless the recorded names are a prefix of the given ones */
function missingOf(set: MigrationSet, recorded: readonly string[]): Migration[] {
  const all = ordered(set)
  const names = new Set(all.map(({ name }) => name))
  const unknown = recorded.find((name) => !names.has(name))
  if (unknown) {
    throw new DatabaseProblem(
      `The database has migration ${unknown} of ${set.id}, which this version does not know: it was written by a newer version, or the migration was renamed or removed`,
    )
  }
  const done = new Set(recorded)
  const missing = all.filter(({ name }) => !done.has(name))
  const late = missing.find(({ name }) => recorded.some((other) => other > name))
  if (late)
    throw new DatabaseProblem(
      `Migration ${late.name} of ${set.id} sorts before ones that are already applied: a new migration must have the highest name`,
    )
  return missing
}

function checkNames(sets: readonly MigrationSet[]) {
  const seen = new Set<string>()
  for (const { id, migrations } of sets) {
    if (seen.has(id)) throw new DatabaseProblem(`Two sets of migrations are called ${id}`)
    seen.add(id)
    for (const { name } of migrations) {
      if (seen.has(`${id}/${name}`)) throw new DatabaseProblem(`Migration ${name} of ${id} is given twice`)
      seen.add(`${id}/${name}`)
    }
  }
}

/**
 * Creates the trigger function of `appendOnly`; its error has the code of a missing privilege, so that both protections are reported
 * alike.
 */
async function createForbidChange(run: RunStatement): Promise<void> {
  await run(sql`
    create or replace function forbid_change() returns trigger language plpgsql as $body$
    begin
      raise exception using errcode = '42501', message = format('table %I is append-only: %s is not allowed', tg_table_name, lower(tg_op));
    end $body$`)
}

/** Makes a table append-only in two ways: by a trigger that applies to all roles, and by the privileges of the application's role. */
export async function appendOnly(run: RunStatement, table: string): Promise<void> {
  const name = sql.table(table)
  await run(
    sql`create trigger forbid_change before update or delete or truncate on ${name} for each statement execute function forbid_change()`,
  )
  await run(sql`alter table ${name} enable always trigger forbid_change`)
  const known = await run<{ found: boolean }>(sql`select exists (select from pg_roles where rolname = ${applicationRole}) as found`)
  if (known[0]?.found) await run(sql`revoke update, delete, truncate on ${name} from ${sql.id(applicationRole)}`)
}

/** Runs one statement (or several, separated by semicolons, without parameters) and returns its rows. */
export type RunStatement = <Row>(statement: RawBuilder<Row>) => Promise<Row[]>
