import { Client } from 'pg'
import { clientSettings, type DatabaseTarget } from './connection.ts'
import { sqlState } from './errors.ts'

/** Checks whether the database answers. */
export interface Probe {
  /** Returns whether it answers in time; callers at the same time share one question. */
  answers(): Promise<boolean>
  close(): Promise<void>
}

/** Milliseconds that an answer may take. */
const timeout = 1_500

/**
 * A probe with a connection of its own: a pool whose connections are all in use does not make the database look dead,
 * and a database that is stopped or out of reach does not look alive.
 */
export function createProbe(target: DatabaseTarget, limit = timeout): Probe {
  let client: Client | undefined
  let pending: Promise<boolean> | undefined

  const drop = () => {
    void client?.end().catch(() => undefined)
    client = undefined
  }
  const connected = async () => {
    if (client) return client
    const fresh = new Client({ ...clientSettings(target), connectionTimeoutMillis: limit, query_timeout: limit })
    client = fresh
    const forget = () => {
      if (client === fresh) client = undefined
    }
    fresh.on('error', forget).on('end', forget)
    await fresh.connect()
    return fresh
  }
  const ask = async () => {
    try {
      await (await connected()).query('select 1')
      return true
    } catch (error) {
      drop()
      // a server that has no connection left is busy, not away
      return sqlState(error) === '53300'
    }
  }

  return {
    answers: () => (pending ??= ask().finally(() => {
      pending = undefined
    })),
    async close() {
      await pending
      drop()
    },
  }
}
