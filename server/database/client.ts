import { Client } from 'pg'
import { clientSettings, type DatabaseTarget } from './connection.ts'

/** Runs the work with one connection of its own. */
export async function withClient<Result>(target: DatabaseTarget, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ ...clientSettings(target), connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
