import fastify from 'fastify'
import { Pool } from 'pg'
import { clientSettings, type DatabaseTarget } from '#server/database/connection.ts'
import { lists } from './resource-lists.ts'

/** Lower bound for a list: one statement per page, without authentication, row scope and total. */
export async function rawLists(target: DatabaseTarget,
  { connections, departments }: { connections: number; departments: readonly string[] }) {
  const pool = new Pool({ ...clientSettings(target), max: connections })
  // An aborted run may end the database first.
  pool.on('error', () => undefined)
  const app = fastify({ logger: false })
  const serve = (path: string, sql: string, values: readonly unknown[]) =>
    app.post(path, async () => {
      const { rows } = await pool.query(sql, [...values])
      return { code: 200, data: { records: rows } }
    })
  for (const { name, sql, scope } of lists) {
    serve(`/${name}`, sql(scope), [departments])
    serve(`/${name}/all`, sql('true'), [])
  }
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    address,
    async close() {
      await app.close()
      await pool.end()
    },
  }
}
