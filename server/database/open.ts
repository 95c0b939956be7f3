import { sql } from 'kysely'
import type { Env } from '#server/env.ts'
import { applicationLimits, connect, ownerLimits, type DatabaseTarget } from './connection.ts'
import { type DatabaseState, type EmbeddedServer, startEmbedded } from './embedded/supervisor.ts'
import { enterExternal } from './external.ts'
import { holdsDatabase } from './embedded/paths.ts'
import { DatabaseProblem } from './errors.ts'
import { createListener } from './listen.ts'
import type { Log } from './log.ts'
import { migrate, type MigrationSet } from './migrations.ts'
import { createProbe, type Probe } from './probe.ts'
import { enterEmbedded, type Entrances } from './roles.ts'
import type { Db } from './tables.ts'

/** The open database; whoever opens it closes it. */
export interface Database {
  /** As the application's role, from a limited pool. @throws DatabaseBusy when every connection is taken. */
  readonly db: Db
  /** Enters it as the role that owns the tables. */
  readonly owner: DatabaseTarget
  readonly application: DatabaseTarget
  /** Brings the schema up to date. @throws DatabaseProblem */
  migrate(sets: readonly MigrationSet[]): Promise<void>
  /**
   * Listens to NOTIFY on a channel until the answered function is called. The line comes back by itself;
   * `gap` is called when it does, as notifications were lost in between.
   */
  listen(channel: string, onPayload: (payload: string) => void, gap?: () => void): Promise<() => Promise<void>>
  health(): Promise<{ state: DatabaseState }>
  /** Waits for running work, then closes the connections; the embedded server stops with its last user. */
  close(): Promise<void>
}

/** Name of the database inside the embedded server. */
const embeddedName = 'office'

/** Beside its pool a process holds some for listening and probing; commands and repairs take theirs. */
const connectionsOf = ({ databasePool, processes }: Pick<Env, 'databasePool' | 'processes'>): number =>
  Math.max(60, processes * (databasePool + 4) + 20)

/**
 * Opens the external database of DATABASE_URL or else the embedded one in DATA_DIR.
 * @throws DatabaseProblem saying what to do.
 */
export async function open(env: Pick<Env, 'databaseUrl' | 'dataDirectory' | 'databasePool' | 'processes'>, log: Log): Promise<Database> {
  if (env.databaseUrl) return databaseOf(await enterExternal(env.databaseUrl, log), { log, connections: env.databasePool })
  const server = await startEmbedded({ dataDirectory: env.dataDirectory, log, settings: { max_connections: String(connectionsOf(env)) } })
  try {
    const entrances = await enterEmbedded(server.url, embeddedName)
    return databaseOf(entrances, { log, connections: env.databasePool, server })
  } catch (error) {
    await server.close()
    throw error
  }
}

/**
 * Opens a database that is there already: commands that only read make none where a setting is mistyped.
 * @throws DatabaseProblem where there is none, or it is empty.
 */
export async function openExisting(env: Parameters<typeof open>[0], log: Log): Promise<Database> {
  if (env.databaseUrl === undefined && !holdsDatabase(env.dataDirectory))
    throw new DatabaseProblem(`There is no database in ${env.dataDirectory}: set DATA_DIR to the folder of the product`)
  const database = await open(env, log)
  const { rows: [found] } = await sql<{ isMigrated: boolean }>`select to_regclass('migration') is not null as "isMigrated"`
    .execute(database.db)
  if (found?.isMigrated) return database
  await database.close()
  throw new DatabaseProblem('The database is empty: set DATABASE_URL or DATA_DIR to those of the product')
}

/** The database behind entrances that are known already. */
export function databaseOf({ owner, application }: Entrances,
  { log, connections, server }: { log: Log; connections: number; server?: EmbeddedServer }): Database {
  const db = connect(application, { ...applicationLimits, connections }, log)
  const listener = createListener(application, log)
  const probe = createProbe(application)
  return {
    db,
    owner,
    application,
    async migrate(sets) {
      const ownerDb = connect(owner, ownerLimits, log)
      await migrate(ownerDb, sets, log).finally(() => ownerDb.destroy())
    },
    listen: (channel, onPayload, gap) => listener.subscribe(channel, { onPayload, gap }),
    health: async () => ({ state: await stateOf(probe, server) }),
    async close() {
      await Promise.all([listener.close(), probe.close()])
      await db.destroy()
      await server?.close()
    },
  }
}

/** The supervisor knows best; where it sees nothing wrong the database itself is asked. */
async function stateOf(probe: Probe, server: EmbeddedServer | undefined): Promise<DatabaseState> {
  const supervised = server?.state() ?? 'ready'
  if (supervised !== 'ready') return supervised
  return (await probe.answers()) ? 'ready' : 'recovering'
}
