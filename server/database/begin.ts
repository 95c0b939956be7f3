import { CompiledQuery, type ConnectionProvider, type DatabaseConnection, DummyDriver, PostgresAdapter, PostgresIntrospector,
  PostgresQueryCompiler, Transaction } from 'kysely'
import type { Db, Tables } from './tables.ts'

/**
 * Does the work in a READ COMMITTED transaction whose statements do not wait for each other, as they do in Kysely's own: they go to the
 * database as they come (`pipeline` of the driver), and PostgreSQL runs them in that order. Where one of several fails, the others may go on for
 * a while: nothing of theirs is sent any more once the work has ended.
 */
export function begin<Result>(db: Db, work: (transaction: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) throw new Error('A transaction has begun already')
  const executor = db.getExecutor()
  return executor.provideConnection(async (connection) => {
    const { provider, end } = connectionUntilEnd(connection)
    const run = (statement: string) => connection.executeQuery(CompiledQuery.raw(statement))
    await run('start transaction isolation level read committed')
    try {
      const result = await work(
        new Transaction<Tables>({ config: { dialect }, dialect, driver: new DummyDriver(),
          executor: executor.withConnectionProvider(provider) }),
      ).finally(
        end,
      )
      await run('commit')
      return result
    } catch (error) {
      await run('rollback')
      throw error
    }
  })
}

function connectionUntilEnd(connection: DatabaseConnection): { readonly provider: ConnectionProvider; readonly end: () => void } {
  let hasEnded = false
  return {
    provider: {
      async provideConnection(consumer) {
        if (hasEnded) throw new Error('The transaction has ended')
        return consumer(connection)
      },
    },
    end: () => {
      hasEnded = true
    },
  }
}

/** What a transaction asks of a dialect beside its statements: nothing. */
const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: ConstructorParameters<typeof PostgresIntrospector>[0]) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
}
