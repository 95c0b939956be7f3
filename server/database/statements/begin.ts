import { CompiledQuery, type ConnectionProvider, PostgresDialect, Transaction } from 'kysely'
import type { Db, Tables } from '../tables.ts'

/** A transaction asks its dialect for nothing: its connection is given. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('A transaction opens no connection')) })
const driver = dialect.createDriver()

/**
 * Does the work in a READ COMMITTED transaction whose statements do not wait for each other, as they do in Kysely's own: they go to the
 * database as they come (`pipeline` of the driver), and PostgreSQL runs them in that order. Where one of several fails, the others may go
 * on for a while: nothing of theirs is sent any more once the work has ended.
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
