import { sql } from 'kysely'
import { applicationLimits, connect, connectionsOf, type DatabaseTarget, type Log } from './connection.ts'
import { urlsOfHosts } from './hosts.ts'
import { prepared } from './statements/text-statements.ts'
import type { Db } from './tables.ts'

/** A position in the primary's log, in bytes. Positions grow, also across a change of the primary. */
export type LogPosition = bigint

/** A standby that has replayed the log up to a position. */
export interface Standby {
  readonly db: Db
  readonly replayed: LogPosition
}

/** `primary`: the host is the primary now. */
export type StandbyState = 'used' | 'lagging' | 'away' | 'primary'

/** The standbys of a primary, for reads. */
export interface Replicas {
  /** A standby that has replayed this position and lags no more than the limit; undefined where none has. */
  at(position: LogPosition): Promise<Standby | undefined>
  /** The position of the primary: everything committed before lies below it, unless `synchronous_commit` is off. */
  position(): Promise<LogPosition>
  /** Numbers of standbys by state. */
  states(): Readonly<Record<StandbyState, number>>
  close(): Promise<void>
}

interface ReplicaOptions {
  readonly log: Log
  readonly connections: number
  /** Maximum age of what a standby shows, ms. @default 10,000 */
  readonly limit?: number
  /** Interval at which positions are compared, ms. @default 500 */
  readonly every?: number
}

/** Parses `16/B374D848`. @returns undefined for any other text */
export function positionIn(text: unknown): LogPosition | undefined {
  const [, high, low] = typeof text === 'string' ? /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text) ?? [] : []
  return high && low ? (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`) : undefined
}

/** The text of a position, as PostgreSQL writes it. */
export const positionText = (position: LogPosition): string =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xFFFFFFFFn).toString(16).toUpperCase()}`

/** Whether callers wait for its connections. */
const isBusy = ({ db }: Host): boolean => (connectionsOf(db)?.waiting ?? 0) > 0

interface Host {
  readonly db: ReturnType<typeof connect>
  /** Undefined while it does not answer, or is the primary. */
  replayed: LogPosition | undefined
  isPrimary: boolean
  asking: Promise<void> | undefined
}

/**
 * Follows the standbys among the hosts of a target. How old their data are is known without clocks: positions of the primary are noted
 * with the time, and a standby is as recent as the last of them that it has replayed.
 */
export function replicasOf(target: DatabaseTarget, primary: Db,
  { log, connections, limit = 10_000, every = 500 }: ReplicaOptions): Replicas {
  const hosts: Host[] = urlsOfHosts(target.url).map((url) => ({
    db: connect({ ...target, url }, { ...applicationLimits, connections, answer: applicationLimits.statement + 1_000 }, log),
    replayed: undefined,
    isPrimary: false,
    asking: undefined,
  }))
  let marks: { readonly position: LogPosition; readonly at: number }[] = []
  let turn = 0

  const position = async (): Promise<LogPosition> => {
    const at = performance.now()
    const { rows: [row] } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position ${prepared}`.execute(primary)
    const found = positionIn(row?.position) ?? 0n
    marks = [...marks.filter((mark) => at - mark.at < limit), { position: found, at }]
    return found
  }
  const look = async (host: Host) => {
    const { rows: [row] } = await sql<{ replayed: string | null }>`
      select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end::text as replayed`.execute(host.db)
    host.replayed = positionIn(row?.replayed)
    host.isPrimary = row?.replayed === null
  }
  const ask = (host: Host): Promise<void> => (host.asking ??= look(host).catch((error: unknown) => {
    host.replayed = undefined
    host.isPrimary = false
    log.debug({ err: error }, 'a standby does not answer')
  }).finally(() => (host.asking = undefined)))
  /** Whether it has replayed a position that the primary had within the limit. */
  const isRecent = ({ replayed }: Host): boolean => {
    const now = performance.now()
    return replayed !== undefined && marks.some((mark) => mark.position <= replayed && now - mark.at < limit)
  }
  /** The position of a recent standby that has replayed the wanted one; one that is away is asked again by the timer only. */
  const replayedBy = async (host: Host, wanted: LogPosition): Promise<LogPosition | undefined> => {
    if (host.replayed === undefined || isBusy(host)) return undefined
    if (host.replayed < wanted) await ask(host)
    const { replayed = -1n } = host
    return replayed >= wanted && isRecent(host) ? replayed : undefined
  }

  const compare = async () => {
    await position().catch(() => undefined)
    await Promise.all(hosts.map(ask))
  }
  const timer = setInterval(() => void compare(), every)
  timer.unref()
  void compare()

  return {
    position,
    async at(wanted) {
      turn += 1
      for (const index of hosts.keys()) {
        const host = hosts[(turn + index) % hosts.length]!
        const replayed = await replayedBy(host, wanted)
        if (replayed !== undefined) return { db: host.db, replayed }
      }
      return undefined
    },
    states: () => ({
      used: hosts.filter(isRecent).length,
      lagging: hosts.filter((host) => host.replayed !== undefined && !isRecent(host)).length,
      away: hosts.filter(({ replayed, isPrimary }) => replayed === undefined && !isPrimary).length,
      primary: hosts.filter(({ isPrimary }) => isPrimary).length,
    }),
    async close() {
      clearInterval(timer)
      await Promise.all(hosts.map(async ({ db, asking }) => {
        await asking
        await db.destroy()
      }))
    },
  }
}
