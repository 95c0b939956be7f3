import type { Client } from 'pg'
import { createClient, type DatabaseTarget } from './connection.ts'

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
