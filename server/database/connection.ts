import { channel } from 'node:diagnostics_channel'
import { createHash } from 'node:crypto'
import { type Client, type ClientConfig, Pool, type PoolClient, Query, type QueryResult, types } from 'pg'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import type { BaseLogger } from 'pino'
import { semaphore } from '#server/concurrency/semaphore.ts'
import { DatabaseBusy, isConnectionLost, isReadOnlyServer, isSilence, isStalePlan, sqlState } from './errors.ts'
import { clientClassOf, urlsOfHosts } from './hosts.ts'
import type { Tables } from './tables.ts'
import { preparedMark, withNextMark } from './statements/text-statements.ts'

/** The URL of a database and the role to use. */
export interface DatabaseTarget {
  /** Of several hosts, separated by commas, the primary is used. */
  readonly url: string
  /** Role to switch to after login; by default the login's own. */
  readonly role?: string
  /** A pooler in transaction mode, which keeps no state of a session for its clients. */
  readonly pooled?: { readonly prepared: boolean }
}

interface ConnectionLimits {
  readonly connections: number
  /** Time that a caller waits for a free connection, ms. */
  readonly wait: number
  /** Timeout of a statement on the server, ms; 0: unlimited. */
  readonly statement: number
  /** Timeout of an answer on the client, ms, for a server that is stopped or unreachable; longer than `statement`. 0: unlimited. */
  readonly answer: number
  readonly lock: number
  readonly idleInTransaction: number
}

export const applicationLimits: ConnectionLimits = { connections: 10, wait: 2_000, statement: 15_000, answer: 20_000, lock: 5_000,
  idleInTransaction: 15_000 }

/** Limits for migrations, backup and restore, which run long statements. */
export const ownerLimits: ConnectionLimits = { connections: 2, wait: 10_000, statement: 0, answer: 0, lock: 60_000, idleInTransaction: 0 }

/** A pool of connections with limits; `destroy()` closes it. */
export function connect(target: DatabaseTarget, limits: ConnectionLimits, log: Log): Kysely<Tables> {
  const pool = new Pool({
    ...clientSettings(target),
    Client: clientClassOf(target.url),
    // lets `guardedClient` send statements before earlier ones are answered
    pipeline: true,
    max: limits.connections,
    connectionTimeoutMillis: limits.wait,
    idleTimeoutMillis: 30_000,
    query_timeout: limits.answer,
    // a pooler refuses connections that ask for these
    ...(!target.pooled &&
      { statement_timeout: limits.statement, lock_timeout: limits.lock, idle_in_transaction_session_timeout: limits.idleInTransaction }),
  })
  // A broken connection emits 'error', which ends the process unless there is a listener.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'a database connection broke')))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded(pool, target.pooled?.prepared ?? true) }),
    log: ({ level, query, queryDurationMillis }) => {
      if (!runs.hasSubscribers) return
      runs.publish({ text: query.sql, milliseconds: queryDurationMillis, outcome: level === 'query' ? 'done' : 'failed' })
    } })
  pools.set(db, pool)
  return db
}

/** An executed statement. */
export interface StatementRun {
  /** With placeholders for its values. */
  readonly text: string
  readonly milliseconds: number
  readonly outcome: 'done' | 'failed'
}

/** Name of the diagnostics channel that publishes every `StatementRun` of this process. */
export const statementRuns = 'office.statements'
const runs = channel(statementRuns)

const pools = new WeakMap<object, Pool>()

/** The numbers of a database's connections; undefined within a transaction. */
export function connectionsOf(db: object): { readonly all: number; readonly idle: number; readonly waiting: number } | undefined {
  const pool = pools.get(db)
  return pool && { all: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }
}

/** A single connection of the same kind. */
export function createClient(target: DatabaseTarget, more: ClientConfig = {}): Client {
  return new (clientClassOf(target.url))({ ...clientSettings(target), ...more })
}

/** The company's time zone, so that dates cut from timestamps in SQL are the displayed ones. */
export const timeZone = 'Asia/Shanghai'

/** The settings of a connection to the first host. */
export function clientSettings({ url, role, pooled }: DatabaseTarget): ClientConfig {
  return {
    connectionString: urlsOfHosts(url)[0] ?? url,
    keepAlive: true,
    ...(!pooled && { options: `-c TimeZone=${timeZone}${role ? ` -c role=${role}` : ''}` }),
    application_name: 'office-automation',
    types: { getTypeParser: typeParser },
  }
}

const date = 1082
const dateArray = 1182
const textArray: number = 1009

/** Dates are read as texts: as JavaScript Dates they would shift by the machine's time zone. */
const typeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === date) return (text: string) => text
  return types.getTypeParser(oid === dateArray ? textArray : oid, format as 'text')
}

/**
 * Guards each connection. After a timeout of an answer, older connections are closed instead of handed out: with a stopped server each
 * step of a call would wait for the timeout again, while a new connection fails within `ConnectionLimits.wait`. So they are after a
 * server has said that it is a standby now.
 */
function guarded(pool: Pool, prepares: boolean): PostgresPool {
  const known = new WeakMap<PoolClient, { readonly guard: PostgresPoolClient; readonly generation: number }>()
  const nameOf = prepares ? statementNames() : () => undefined
  let generation = 0
  const connect = async (): Promise<PostgresPoolClient> => {
    const made = generation
    const client = await pool.connect().catch((error: unknown) => {
      throw isExhausted(error) ? new DatabaseBusy(error) : error
    })
    const entry = known.get(client) ?? { generation: made, guard: guardedClient(client, { nameOf, onSilence: () => generation += 1 }) }
    known.set(client, entry)
    if (entry.generation === generation) return entry.guard
    client.release(true)
    return connect()
  }
  return { end: () => pool.end(), connect }
}

/** Error messages of the pool where no connection is free, or opening one takes too long. */
const waitedInVain: ReadonlySet<string> = new Set(['timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout'])

function isExhausted(error: unknown): boolean {
  return sqlState(error) === '53300' || (error instanceof Error && waitedInVain.has(error.message))
}

/** Maximum number of prepared statements: each connection keeps a plan for every statement that it has run. */
const most = 400

/** Number of executions after which a text is prepared: texts that are built each time (rows of an import) are not worth a plan. */
export const often = 8

/**
 * Names for the statements of transactions, so that PostgreSQL parses and plans them once per connection. Statements outside of
 * transactions are mostly lists: they are planned with their values, which determine the index, unless they are marked as `prepared`.
 */
export function statementNames(): (text: string) => string | undefined {
  // number of executions of texts without a name
  const seen = new Map<string, number>()
  const names = new Map<string, string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size >= most) return name
    const count = (seen.get(text) ?? 0) + 1
    if (count < often) {
      if (seen.size >= most * 4) seen.clear()
      seen.set(text, count)
      return undefined
    }
    seen.delete(text)
    names.set(text, `s${createHash('sha256').update(text).digest('hex').slice(0, 20)}`)
    return names.get(text)
  }
}

/**
 * Handles three failures between pool and server. PostgreSQL answers COMMIT of a failed transaction with ROLLBACK and no error, so that
 * lost work would be reported as done: this becomes an error. A broken connection is removed instead of being handed to the next caller,
 * as is one whose prepared statements no longer fit the tables. A ROLLBACK on a broken connection does not hide the first error.
 *
 * Statements whose answer is not awaited (BEGIN, and those marked `withNext`) are sent with the next statement, which saves a round trip;
 * they fail with that one. Statements of the same event-loop turn are sent in one write to the socket.
 */
function guardedClient(client: PoolClient, { nameOf, onSilence }: GuardedClientOptions): PostgresPoolClient {
  let cut = false
  let held: Statement[] = []
  const named = namesWithin(nameOf)
  const send = (statement: Statement) => {
    collectWrites(client)
    return run(client, statement).catch((error: unknown) => {
      // the stack trace should lead here, not to the socket's event handler
      if (error instanceof Error) Error.captureStackTrace(error)
      const isDemoted = isReadOnlyServer(error)
      cut ||= isDemoted || isConnectionLost(error) || isStalePlan(error)
      if (isDemoted || isSilence(error)) onSilence()
      throw error
    })
  }
  const sendAll = (statements: readonly Statement[]) => statements.length === 1 ? send(statements[0]!) : lastOf(statements.map(send))
  const query = async (sql: string, parameters: readonly unknown[]): Promise<StatementResult> => {
    const statement = { sql, parameters, name: named(sql, parameters) }
    if (isHeld(sql)) {
      held.push(statement)
      return nothing
    }
    const before = held
    held = []
    if ((sql === 'rollback' && cut) || isNeedless(sql, before)) return nothing
    const result = await sendAll(sql === 'rollback' ? [statement] : [...before, statement])
    if (sql === 'commit' && result.command === 'ROLLBACK')
      throw new Error('The transaction was rolled back: a failure inside it had been swallowed')
    return result
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(cut) }
}

interface GuardedClientOptions {
  /** Name under which a statement is prepared; undefined for one that is not. */
  nameOf(text: string): string | undefined
  /** Called after a timeout of an answer, and after that of a standby. */
  onSilence(): void
}

type StatementResult = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly name: string | undefined
}

const nothing: StatementResult = { command: '', rowCount: 0, rows: [] }

const isBeginning = (sql: string): boolean => sql.startsWith('start transaction')

const isHeld = (sql: string): boolean => isBeginning(sql) || sql.endsWith(withNextMark)

/** Returns whether COMMIT or ROLLBACK can be skipped, since not even BEGIN was sent to the server. */
function isNeedless(sql: string, before: readonly Statement[]): boolean {
  if (!before.some((each) => isBeginning(each.sql))) return false
  return sql === 'rollback' || (sql === 'commit' && before.length === 1)
}

/** Runs a statement as a query object, since the driver copies plain descriptions property by property. */
function run(client: PoolClient, { sql, parameters, name }: Statement): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const query: NamedQuery = new Query(sql, [...parameters])
    query.name = name
    query.callback = (error, result) => (error ? reject(error) : resolve(result))
    client.query(query)
  })
}

/** Properties of the driver's queries that its types lack. */
type NamedQuery = Query & { name?: string; callback?(error: Error | null, result: QueryResult): void }

/** Clients whose writes are buffered until the end of this turn. */
const collecting = new WeakSet<PoolClient>()

/** Sends all writes of this turn at once: a system call costs more than a short statement. */
function collectWrites(client: PoolClient): void {
  if (collecting.has(client)) return
  collecting.add(client)
  const { stream } = (client as PoolClient & Pick<Client, 'connection'>).connection
  stream.cork()
  process.nextTick(() => {
    collecting.delete(client)
    stream.uncork()
  })
}

/** Waits for all answers and returns the last one. @throws the first failure */
async function lastOf(sent: readonly Promise<QueryResult>[]): Promise<QueryResult> {
  const answers = await Promise.allSettled(sent)
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
  return sent.at(-1)!
}

/** Names the statements of one connection within transactions, and those marked as prepared. */
function namesWithin(nameOf: (text: string) => string | undefined): (sql: string, parameters: readonly unknown[]) => string | undefined {
  let isInTransaction = false
  return (sql, parameters) => {
    if (isBeginning(sql)) isInTransaction = true
    else if (sql === 'commit' || sql === 'rollback') isInTransaction = false
    return (isInTransaction || sql.endsWith(preparedMark)) && parameters.length > 0 ? nameOf(sql) : undefined
  }
}

/** Opens a connection for the work and closes it afterwards. */
export async function withClient<Result>(target: DatabaseTarget, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = createClient(target, { connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

interface ConnectionSemaphoreOptions {
  /** Maximum number of concurrent tasks. */
  readonly places: number
  /** Milliseconds that a caller waits for a place. */
  readonly timeout: number
}

/** Runs the work once a place is free. @throws DatabaseBusy after the timeout */
export type ConnectionSemaphore = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Limits long-running work, so that it does not take all connections from short calls. */
export const connectionSemaphore = ({ places, timeout }: ConnectionSemaphoreOptions): ConnectionSemaphore =>
  semaphore(places, { timeout, refuse: () => new DatabaseBusy() }).run

/** The database's log; compatible with pino. */
export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>
