import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Client } from 'pg'
import type { RunStatement } from '../statements/statement.ts'
import type { Tables } from '../tables.ts'

/** Runs a migration's statements on a connection that is in a transaction of its own. */
export function runOn(client: Client): RunStatement {
  return async (statement) => {
    const { sql, parameters } = statement.compile(compiler)
    return (await client.query(sql, [...parameters])).rows
  }
}

const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
