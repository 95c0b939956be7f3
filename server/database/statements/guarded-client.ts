import { type Client, type PoolClient, Query, type QueryResult } from 'pg'
import type { PostgresPoolClient } from 'kysely'
import { isConnectionLost, isStalePlan } from '../errors.ts'
import { preparedMark, withNextMark } from './statement-marks.ts'

/**
 * Closes three holes between pool and server. PostgreSQL answers COMMIT of a transaction that failed underway with a
 * silent ROLLBACK, and whoever swallowed the failure would report work as done that is not: here it is an error.
 * A connection that was cut goes away instead of to the next caller, who would meet it before its end is noticed; so
 * does one whose prepared statements no longer fit the tables. And a ROLLBACK on it, needless by then, does not hide
 * the error that came first.
 *
 * Statements whose answer nobody waits for (the beginning of a transaction, what is marked `withNext`) are sent together with the one after
 * them, which saves a round trip each; they fail with that one. So are statements that are begun in the same turn, in one write to the
 * socket.
 */
export function guardedClient(client: PoolClient, nameOf: (text: string) => string | undefined): PostgresPoolClient {
  let cut = false
  let held: Statement[] = []
  const named = namesWithin(nameOf)
  const send = (statement: Statement) => {
    collectWrites(client)
    return run(client, statement).catch((error: unknown) => {
      // the trace leads here, not to where the socket was read
      if (error instanceof Error) Error.captureStackTrace(error)
      cut ||= isConnectionLost(error) || isStalePlan(error)
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

type StatementResult = Pick<QueryResult, 'command' | 'rowCount' | 'rows'>

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  readonly name: string | undefined
}

const nothing: StatementResult = { command: '', rowCount: 0, rows: [] }

const isBeginning = (sql: string): boolean => sql.startsWith('start transaction')
const isHeld = (sql: string): boolean => isBeginning(sql) || sql.endsWith(withNextMark)

/** Returns whether a transaction ends that the server knows nothing of, with nothing to be done. */
function isNeedless(sql: string, before: readonly Statement[]): boolean {
  if (!before.some((each) => isBeginning(each.sql))) return false
  return sql === 'rollback' || (sql === 'commit' && before.length === 1)
}

/** Runs a statement as a query that the driver takes as it is: of a description it makes a copy, property by property. */
function run(client: PoolClient, { sql, parameters, name }: Statement): Promise<QueryResult> {
  return new Promise((resolve, reject) => {
    const query: NamedQuery = new Query(sql, [...parameters])
    query.name = name
    query.callback = (error, result) => (error ? reject(error) : resolve(result))
    client.query(query)
  })
}

/** The properties of a query of the driver that its types do not tell. */
type NamedQuery = Query & { name?: string; callback?(error: Error | null, result: QueryResult): void }

/** Clients whose writes are held back until the end of this turn. */
const collecting = new WeakSet<PoolClient>()

/** Lets what is written to the socket in this turn go out in one write: each costs more than a short statement does. */
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

/** The answer of the last one, once all have been answered. @throws what the first one that failed said */
async function lastOf(sent: readonly Promise<QueryResult>[]): Promise<QueryResult> {
  const answers = await Promise.allSettled(sent)
  for (const answer of answers) if (answer.status === 'rejected') throw answer.reason
  return sent.at(-1)!
}

/** Names the statements of one connection between the beginning and the end of a transaction, and those marked as prepared anywhere. */
function namesWithin(nameOf: (text: string) => string | undefined): (sql: string, parameters: readonly unknown[]) => string | undefined {
  let isInTransaction = false
  return (sql, parameters) => {
    if (isBeginning(sql)) isInTransaction = true
    else if (sql === 'commit' || sql === 'rollback') isInTransaction = false
    return (isInTransaction || sql.endsWith(preparedMark)) && parameters.length > 0 ? nameOf(sql) : undefined
  }
}
