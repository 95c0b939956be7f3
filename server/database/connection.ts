import { type ClientConfig, Pool, type PoolClient, types } from 'pg'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { DatabaseBusy, sqlState } from './errors.ts'
import { guardedClient } from './statements/guarded-client.ts'
import type { Log } from './log.ts'
import { statementNames } from './statements/statement-names.ts'
import type { Tables } from './tables.ts'

/** The address of a database and the role that enters it. */
export interface DatabaseTarget {
  readonly url: string
  /** Role taken after login, where the login itself is another. */
  readonly role?: string
}

export interface ConnectionLimits {
  readonly connections: number
  /** Milliseconds that a caller waits for a free connection. */
  readonly wait: number
  /** ms; 0 is without limit. */
  readonly statement: number
  /**
   * Milliseconds that an answer of the server is waited for here; beyond `statement`, for a server that is stopped or out of reach. 0 is
   * without limit.
   */
  readonly answer: number
  readonly lock: number
  readonly idleInTransaction: number
}

export const applicationLimits: ConnectionLimits = { connections: 10, wait: 2_000, statement: 15_000, answer: 20_000, lock: 5_000,
  idleInTransaction: 15_000 }

/** For migrations, backup and restore: long statements are theirs to run. */
export const ownerLimits: ConnectionLimits = { connections: 2, wait: 10_000, statement: 0, answer: 0, lock: 60_000, idleInTransaction: 0 }

/** A pool of connections with limits; `destroy()` closes it. */
export function connect(target: DatabaseTarget, limits: ConnectionLimits, log: Log): Kysely<Tables> {
  const pool = new Pool({
    ...clientSettings(target),
    // statements that `guardedClient` sends together go out before the first of them is answered
    pipeline: true,
    max: limits.connections,
    connectionTimeoutMillis: limits.wait,
    idleTimeoutMillis: 30_000,
    statement_timeout: limits.statement,
    query_timeout: limits.answer,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
  })
  // An idle or checked-out connection that breaks emits 'error'; without a listener that ends the process.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'a database connection broke')))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded(pool) }) })
}

/** The settings of a single `Client` of the same kind. */
export function clientSettings({ url, role }: DatabaseTarget): ClientConfig {
  return {
    connectionString: url,
    keepAlive: true,
    // The company's day: a date cut from a timestamp in SQL is the date that people see.
    options: `-c TimeZone=Asia/Shanghai${role ? ` -c role=${role}` : ''}`,
    application_name: 'office-automation',
    types: { getTypeParser: typeParser },
  }
}

const date = 1082
const dateArray = 1182
const textArray: number = 1009

/** A date stays the text that it is: as a JavaScript Date it would shift by the machine's time zone. */
const typeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === date) return (text: string) => text
  return types.getTypeParser(oid === dateArray ? textArray : oid, format as 'text')
}

function guarded(pool: Pool): PostgresPool {
  const known = new WeakMap<PoolClient, PostgresPoolClient>()
  const nameOf = statementNames()
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw isExhausted(error) ? new DatabaseBusy(error) : error
      })
      const guard = known.get(client) ?? guardedClient(client, nameOf)
      known.set(client, guard)
      return guard
    },
  }
}

/** Messages of the pool when there is no free connection, and when opening one takes too long. */
const waitedInVain: ReadonlySet<string> = new Set(['timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout'])

function isExhausted(error: unknown): boolean {
  return sqlState(error) === '53300' || (error instanceof Error && waitedInVain.has(error.message))
}
