import fastify from 'fastify'
import { Pool } from 'pg'
import { clientSettings, withClient } from '#server/database/connection.ts'
import type { Database } from '#server/database/open.ts'

/** Lower bound for an approval: one locked row, two updates, two inserts, one commit. */
export async function rawServer({ owner, application }: Pick<Database, 'owner' | 'application'>, connections: number) {
  await withClient(owner, (client) =>
    client.query(`
    create table if not exists bench_document (id int primary key, state text not null, revision int not null, value jsonb not null);
    create table if not exists bench_task (id int primary key, state text not null, finished_at timestamptz);
    create table if not exists bench_event (document int not null, seq int not null, payload jsonb not null, primary key (document, seq));
    grant select, insert, update on bench_document, bench_task, bench_event to public`))
  const pool = new Pool({ ...clientSettings(application), max: connections })
  const app = fastify({ logger: false })

  app.post<{ Body: { id: number } }>('/pass', async ({ body: { id } }) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ revision: number }>('select revision from bench_document where id = $1 for update', [id])
      const revision = rows[0]!.revision + 1
      await client.query('update bench_document set revision = $2, state = $3 where id = $1', [id, revision, 'next'])
      await client.query('update bench_task set state = $2, finished_at = now() where id = $1', [id, 'done'])
      await client.query('insert into bench_event values ($1, $2, $3)', [id, revision, JSON.stringify({ type: 'passed', task: id })])
      await client.query('insert into bench_task (id, state) values ($1, $2)', [id + 10_000_000, 'running'])
      await client.query('commit')
    } finally {
      client.release()
    }
    return { code: 200, msg: '', data: { state: 1 } }
  })

  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    address,
    async prepare(from: number, count: number) {
      await pool.query(`insert into bench_document select n, 'first', 1, '{}' from generate_series($1::int, $2::int) n`, [from,
        from + count - 1])
      await pool.query(`insert into bench_task select n, 'running' from generate_series($1::int, $2::int) n`, [from, from + count - 1])
    },
    async close() {
      await app.close()
      await pool.end()
      await withClient(owner, (client) => client.query('drop table bench_document, bench_task, bench_event'))
    },
  }
}
