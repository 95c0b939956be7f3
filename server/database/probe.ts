import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { systemClock } from '#server/system-clock.ts'
import { createClient, type DatabaseTarget } from './connection.ts'
import { sqlState } from './errors.ts'

export interface ProbeAnswer {
  readonly answers: boolean
  /** When this was known. */
  readonly at: Date
  /** Milliseconds that it took. */
  readonly took: number
}

/** Checks whether the database answers. */
export interface Probe {
  /** Returns within the limit whether it answers; callers at the same time share one question. */
  look(): Promise<ProbeAnswer>
  close(): Promise<void>
}

interface ProbeOptions {
  /** Milliseconds that a connection and an answer may take together. */
  readonly limit?: number
  /** Asks the database; tests have one of their own. */
  readonly question?: (client: Client) => Promise<unknown>
}

/** Milliseconds by which a process that was busy itself comes late. */
const lateness = 250

/**
 * A probe with a connection of its own: a pool whose connections are all in use does not make the database look dead, and a database that
 * is stopped or out of reach does not look alive. A process that could not read for longer than the limit knows nothing of the database:
 * the last answer holds, with its time.
 */
export function createProbe(target: DatabaseTarget,
  { limit = 1_500, question = (client) => client.query('select 1') }: ProbeOptions = {}): Probe {
  let client: Client | undefined
  let last: ProbeAnswer | undefined
  let asking: Promise<ProbeAnswer> | undefined
  let looking: Promise<ProbeAnswer> | undefined

  const drop = () => {
    const dropped = client
    client = undefined
    // a server that is stopped does not take leave
    dropped?.connection.stream.destroy()
    void dropped?.end().catch(() => undefined)
  }
  const connected = async () => {
    if (client) return client
    const fresh = createClient(target)
    client = fresh
    const forget = () => {
      if (client === fresh) client = undefined
    }
    fresh.on('error', forget).on('end', forget)
    await fresh.connect()
    return fresh
  }
  const ask = async (): Promise<ProbeAnswer> => {
    const begun = performance.now()
    const known = (answers: boolean) => ({ answers, at: systemClock.now(), took: Math.round(performance.now() - begun) })
    try {
      await question(await connected())
      last = known(true)
    } catch (error) {
      drop()
      // a server that has no connection left is busy, not away
      last = known(sqlState(error) === '53300')
    }
    return last
  }
  const look = async (): Promise<ProbeAnswer> => {
    const begun = performance.now()
    asking ??= ask().finally(() => {
      asking = undefined
    })
    const end = new AbortController()
    const inTime = () => Promise.race([asking ?? last, sleep(limit, undefined, { signal: end.signal }).catch(() => undefined)])
    const answer = await inTime().finally(() => end.abort())
    if (answer) return answer
    const took = Math.round(performance.now() - begun)
    if (took > limit + lateness) {
      // answers that came meanwhile are read in the next turn of the process
      await turn()
      await turn()
      if (last) return last
    }
    drop()
    return { answers: false, at: systemClock.now(), took }
  }

  return {
    look: () => (looking ??= look().finally(() => {
      looking = undefined
    })),
    async close() {
      await looking
      drop()
      await asking
    },
  }
}
