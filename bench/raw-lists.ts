import fastify from 'fastify'
import { Pool } from 'pg'
import { clientSettings, type Target } from '../server/database/connection.ts'
import { lists } from './resource-lists.ts'

/** The least that a list could be: one statement for one page, without who asks, what they may see and how many there are. */
export async function rawLists(target: Target, { connections, departments }: { connections: number; departments: readonly string[] }) {
  const pool = new Pool({ ...clientSettings(target), max: connections })
  const app = fastify({ logger: false })
  for (const { name, sql } of lists) {
    app.post(`/${name}`, async () => {
      const { rows } = await pool.query(sql, [departments])
      return { code: 200, data: { records: rows } }
    })
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
