import { CompiledQuery, type ConnectionProvider, PostgresDialect, Transaction } from 'kysely'
import type { Db, Tables } from '../tables.ts'

// The only file that uses undocumented exports of Kysely: `Transaction`’s constructor, `getExecutor`, `withConnectionProvider`.
// `begin.test.ts` is the contract: run it first when Kysely is upgraded.

/** Dialect stub: transactions reuse the caller's connection. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('A transaction opens no connection')) })
const driver = dialect.createDriver()

/**
 * Runs the work in a READ COMMITTED transaction whose statements do not wait for each other, unlike in Kysely's own: they are sent
 * immediately (`pipeline` of the driver), and PostgreSQL runs them in that order. Where one fails, concurrent work may continue for a
 * while, but its statements are refused once the transaction has ended.
 */
export function begin<Result>(db: Db, work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) throw new Error('A transaction has begun already')
  const executor = db.getExecutor()
  return executor.provideConnection(async (connection) => {
    let hasEnded = false
    const provider: ConnectionProvider = {
      async provideConnection(consumer) {
        if (hasEnded) throw new Error('The transaction has ended')
        return consumer(connection)
      },
    }
    const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement))
    const transaction = new Transaction<Tables>({ config: { dialect }, dialect, driver,
      executor: executor.withConnectionProvider(provider) })
    await run('start transaction isolation level read committed')
    try {
      const result = await work(transaction)
      hasEnded = true
      await run('commit')
      return result
    } catch (error) {
      hasEnded = true
      await run('rollback')
      throw error
    }
  })
}
