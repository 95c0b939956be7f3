import { type Kysely, sql } from 'kysely'
import { createForbidChange } from './append-only.ts'
import { DatabaseProblem } from './errors.ts'
import type { Log } from './log.ts'
import { applicationRole } from './roles.ts'
import type { Tables } from './tables.ts'
import type { RunStatement } from './statements/statement.ts'

/** One step of the schema: kept whole or not at all, run once, as the role that owns the tables. */
export interface Migration {
  /** Sorts the steps of its set and never changes: '001-documents'. */
  readonly name: string
  readonly up: (run: RunStatement) => Promise<void>
}

/** The migrations of the host (`host`) or of one plugin (its id). */
export interface MigrationSet {
  readonly id: string
  readonly migrations: readonly Migration[]
  readonly derived?: DerivedSchema
}

/**
 * A schema that follows from declarations rather than from history, indexes above all: run after every migration, whenever its fingerprint
 * is another one than last time.
 */
export interface DerivedSchema {
  readonly fingerprint: string
  readonly up: (run: RunStatement) => Promise<void>
}

/** Key of the advisory lock that is held while migrating. */
export const migrationLock = 4_201_900

/**
 * Applies what is missing, set by set in the given order, each migration in its own transaction.
 * Two instances may start at once: the second waits and finds nothing to do.
 * A set that is recorded but no longer given (a removed plugin) is left alone.
 * @throws DatabaseProblem when the recorded names are not the beginning of the given ones.
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
      // On a broken connection the lock is gone already; the first error is the one to tell.
      await sql`select pg_advisory_unlock(${migrationLock})`.execute(db).catch(() => undefined)
    }
  })
}

/** Creates what every set builds on; harmless when it is there. */
export async function prepareMigrations(run: RunStatement): Promise<void> {
  await run(sql`create table if not exists migration (
    set_id text not null, name text not null, applied_at timestamptz not null default clock_timestamp(), primary key (set_id, name))`)
  await run(sql`create table if not exists derived_schema (set_id text primary key, fingerprint text not null)`)
  await createForbidChange(run)
  // The application only reads which migrations ran.
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

/** Statements of a transaction as a migration may run them. */
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

/** The recorded names must be how the given ones begin; anything else means another history. */
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
