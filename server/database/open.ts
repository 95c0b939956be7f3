import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Client, escapeIdentifier } from 'pg'
import type { Env } from '#server/env.ts'
import { applicationLimits, connect, createClient, type DatabaseTarget, type Log, ownerLimits } from './connection.ts'
import { type DatabaseState, type EmbeddedServer, startEmbedded } from './embedded/supervisor.ts'
import { enterEmbedded, enterExternal, enterPooler, type Entrances } from './roles.ts'
import { holdsDatabase } from './embedded/paths.ts'
import { DatabaseProblem } from './errors.ts'
import { migrate, type MigrationSet } from './migrations.ts'
import { createProbe, type Probe } from './probe.ts'
import { type Replicas, replicasOf } from './replicas.ts'
import type { Db } from './tables.ts'

/** The open database; close it after use. */
export interface Database {
  /** Pool with the application's role. @throws DatabaseBusy where all connections are in use */
  readonly db: Db
  /** The standbys; absent where none are configured. */
  readonly replicas?: Replicas
  /** Access with the role that owns the tables. */
  readonly owner: DatabaseTarget
  /** Access with the application's role, without a pooler: sessions keep their locks and settings. */
  readonly application: DatabaseTarget
  /** Applies the missing migrations. @throws DatabaseProblem */
  migrate(sets: readonly MigrationSet[]): Promise<void>
  /**
   * Listens to NOTIFY on a channel until the returned function is called. The connection is re-established automatically; then `gap` is
   * called, since notifications may have been lost.
   */
  listen(channel: string, onPayload: (payload: string) => void, gap?: () => void): Promise<() => Promise<void>>
  health(): Promise<DatabaseHealth>
  /** Waits for running work, then closes the connections; the embedded server stops with its last user. */
  close(): Promise<void>
}

export interface DatabaseHealth {
  readonly state: DatabaseState
  /** When the database was last asked, and the milliseconds that its answer took; absent where the supervisor knows without asking. */
  readonly at?: Date
  readonly took?: number
}

/** Name of the database inside the embedded server. */
const embeddedName = 'office'

/**
 * Maximum number of connections to the server. Per process: the pool, and some for listening and probing; in total some for commands and
 * repairs.
 */
const connectionsOf = ({ databasePool, processes }: Pick<Env, 'databasePool' | 'processes'>): number =>
  Math.max(60, processes * (databasePool + 4) + 20)

type OpenSettings = Pick<Env, 'databaseUrl' | 'dataDirectory' | 'databasePool' | 'processes'> & Partial<
  Pick<Env, 'databasePooler' | 'databaseReplicas'>
>

/**
 * Opens the external database of DATABASE_URL, or else the embedded one in DATA_DIR.
 * @throws DatabaseProblem with the remedy
 */
export async function open(env: OpenSettings, log: Log): Promise<Database> {
  if (env.databaseUrl) {
    const entrances = await enterExternal(env.databaseUrl, log)
    const pooled = env.databasePooler && await enterPooler(env.databasePooler, entrances.application)
    const standbys = env.databaseReplicas && { ...entrances.application, url: env.databaseReplicas }
    return databaseOf(entrances, { log, connections: env.databasePool, ...(pooled && { pooled }), ...(standbys && { standbys }) })
  }
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
 * Opens an existing database: read-only commands must not create one where a setting is mistyped.
 * @throws DatabaseProblem where there is none, or it is empty
 */
export async function openExisting(env: OpenSettings, log: Log): Promise<Database> {
  if (env.databaseUrl === undefined && !holdsDatabase(env.dataDirectory))
    throw new DatabaseProblem(`There is no database in ${env.dataDirectory}: set DATA_DIR to the folder of the product`)
  const database = await open(env, log)
  const { rows: [found] } = await sql<{ isMigrated: boolean }>`select to_regclass('migration') is not null as "isMigrated"`
    .execute(database.db)
  if (found?.isMigrated) return database
  await database.close()
  throw new DatabaseProblem('The database is empty: set DATABASE_URL or DATA_DIR to those of the product')
}

interface DatabaseOptions {
  readonly log: Log
  readonly connections: number
  readonly server?: EmbeddedServer
  /** The pooler for everything that no session has to hold. */
  readonly pooled?: DatabaseTarget
  /** The standbys for reads. */
  readonly standbys?: DatabaseTarget
}

/** Creates the database object for known targets. */
export function databaseOf({ owner, application }: Entrances, { log, connections, server, pooled, standbys }: DatabaseOptions): Database {
  const db = connect(pooled ?? application, { ...applicationLimits, connections }, log)
  const listener = createListener(application, log)
  const probe = createProbe(pooled ?? application)
  const replicas = standbys && replicasOf(standbys, db, { log, connections })
  return {
    db,
    ...(replicas && { replicas }),
    owner,
    application,
    async migrate(sets) {
      const ownerDb = connect(owner, ownerLimits, log)
      await migrate(ownerDb, sets, log).finally(() => ownerDb.destroy())
    },
    listen: (channel, onPayload, gap) => listener.subscribe(channel, { onPayload, gap }),
    health: () => healthOf(probe, server),
    async close() {
      await Promise.all([listener.close(), probe.close(), replicas?.close()])
      await db.destroy()
      await server?.close()
    },
  }
}

/** The state by the supervisor; where that is `ready`, the database is probed. */
async function healthOf(probe: Probe, server: EmbeddedServer | undefined): Promise<DatabaseHealth> {
  const supervised = server?.state() ?? 'ready'
  if (supervised !== 'ready') return { state: supervised }
  const { answers, at, took } = await probe.look()
  return { state: answers ? 'ready' : 'recovering', at, took }
}

interface Subscription {
  readonly onPayload: (payload: string) => void
  /** Called after an interrupted connection is re-established: notifications were lost, so caches must be cleared. */
  readonly gap?: () => void
}

/** One connection per process that listens to NOTIFY and is re-established automatically. */
interface Listener {
  /** Resolves once the channel is listened to; the returned function ends the subscription. */
  subscribe(channel: string, subscription: Subscription): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** Creates a listener; its connection is opened with the first subscription. */
function createListener(target: DatabaseTarget, log: Log): Listener {
  return new ReconnectingListener(target, log)
}

/** Interval of the heartbeat, ms. */
const heartbeat = 15_000

const longestPause = 5_000

class ReconnectingListener implements Listener {
  readonly #channels = new Map<string, Set<Subscription>>()
  readonly #end = new AbortController()
  #client: Client | undefined
  #connecting: Promise<void> | undefined

  constructor(
    private readonly target: DatabaseTarget,
    private readonly log: Log,
  ) {}

  async subscribe(channel: string, subscription: Subscription): Promise<() => Promise<void>> {
    const subscriptions = this.#channels.get(channel) ?? new Set()
    this.#channels.set(channel, subscriptions.add(subscription))
    if (this.#client) await this.#client.query(`listen ${escapeIdentifier(channel)}`)
    else await (this.#connecting ??= this.#connect())
    return () => this.#unsubscribe(channel, subscription)
  }

  async close(): Promise<void> {
    this.#end.abort()
    this.#channels.clear()
    await this.#connecting?.catch(() => undefined)
    await this.#client?.end().catch(() => undefined)
  }

  async #unsubscribe(channel: string, subscription: Subscription) {
    const subscriptions = this.#channels.get(channel)
    subscriptions?.delete(subscription)
    if (subscriptions?.size !== 0) return
    this.#channels.delete(channel)
    await this.#client?.query(`unlisten ${escapeIdentifier(channel)}`).catch(() => undefined)
  }

  async #connect() {
    const client = createClient(this.target, { connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
    client.on('error', (error) => this.log.debug({ err: error }, 'the notification line broke'))
    client.on('notification', ({ channel, payload }) => this.#dispatch(channel, payload ?? ''))
    await client.connect()
    try {
      for (const channel of this.#channels.keys()) await client.query(`listen ${escapeIdentifier(channel)}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    this.#client = client
    this.#connecting = undefined
    this.#watch(client)
  }

  /** A connection may break without notice (an unplugged cable), so it is probed periodically. */
  #watch(client: Client) {
    const timer = setInterval(() => void client.query('select 1').catch(() => void client.end().catch(() => undefined)), heartbeat)
    timer.unref()
    client.once('end', () => {
      clearInterval(timer)
      this.#client = undefined
      if (!this.#end.signal.aborted) this.#connecting = this.#reconnect()
    })
  }

  async #reconnect() {
    for (let pause = 50; !this.#end.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      await sleep(pause, undefined, { signal: this.#end.signal }).catch(() => undefined)
      if (this.#end.signal.aborted) return
      try {
        await this.#connect()
        this.log.info({}, 'notifications arrive again')
        for (const subscription of [...this.#channels.values()].flatMap((set) => [...set])) this.#guard(() => subscription.gap?.())
        return
      } catch (error) {
        this.log.warn({ err: error }, 'notifications do not arrive yet')
      }
    }
  }

  #dispatch(channel: string, payload: string) {
    for (const subscription of this.#channels.get(channel) ?? []) this.#guard(() => subscription.onPayload(payload))
  }

  /** An error of one subscriber must not prevent delivery to others. */
  #guard(call: () => void) {
    try {
      call()
    } catch (error) {
      this.log.error({ err: error }, 'a notification could not be handled')
    }
  }
}
