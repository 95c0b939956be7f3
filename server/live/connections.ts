import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller } from '#server/identity/caller.ts'
import type { Db } from '#server/database/tables.ts'

/** The part of a socket that is used here. */
export interface Socket {
  readonly readyState: number
  readonly bufferedAmount: number
  send(text: string): void
  ping(): void
  close(code: number, reason: string): void
  terminate(): void
}

/** A browser connected to this instance. */
export interface Connection {
  readonly socket: Socket
  readonly caller: Caller
  readonly sessionEpoch: number
  readonly since: number
  /** The time of its last frame. */
  lastFrameAt: number
  /** Ids of messages sent to it, latest last, to avoid repetitions. */
  readonly delivered: Set<string>
}

/** Close code: the person is not, or no longer, allowed to connect. */
export const unauthenticated = 4401
/** Close code: the browser should reconnect, to this instance after a restart or to another one. */
export const goingAway = 1001
const tooMany = 1008

const open = 1
/** Maximum number of sockets per person and instance; the oldest is closed. */
const mostOfOne = 20
/** Maximum number of buffered bytes for a slow reader; beyond it the socket is closed, and the browser reconnects and reads the counts. */
const mostWaiting = 256_000
const mostRemembered = 100
/**
 * ms without a frame until a socket is pinged, and until it is closed; maximum duration of a connection until it must sign in again, ms.
 */
const limits = { quiet: 75_000, dead: 150_000, longest: 8 * 3_600_000 }

/** The connections of this instance. */
export function connections() {
  const byPerson = new Map<string, Set<Connection>>()

  const remove = (connection: Connection) => {
    const own = byPerson.get(connection.caller.id)
    own?.delete(connection)
    if (own?.size === 0) byPerson.delete(connection.caller.id)
  }
  const all = () => [...byPerson.values()].flatMap((own) => [...own])
  const close = (connection: Connection, code: number, reason: string) => {
    remove(connection)
    connection.socket.close(code, reason)
  }
  const send = ({ socket }: Connection, text: string) => {
    if (socket.readyState !== open) return
    if (socket.bufferedAmount > mostWaiting) socket.terminate()
    else socket.send(text)
  }

  return {
    add(connection: Connection): void {
      const own = byPerson.get(connection.caller.id) ?? new Set()
      byPerson.set(connection.caller.id, own.add(connection))
      const [eldest] = own
      if (own.size > mostOfOne && eldest) close(eldest, tooMany, 'too many')
    },
    remove,
    all,
    close,
    send,
    people: (): string[] => [...byPerson.keys()],
    of: (person: string): readonly Connection[] => [...(byPerson.get(person) ?? [])],
    /** Sends a message to each connection of a person that has not received it yet. */
    notify(person: string, message: string, text: string): void {
      for (const connection of byPerson.get(person) ?? []) {
        if (connection.delivered.has(message)) continue
        remember(connection.delivered, message)
        send(connection, text)
      }
    },
    /** Pings connections without a recent frame, and closes those that do not answer or exceed the maximum duration. */
    sweep(now: number): void {
      for (const connection of all()) {
        if (now - connection.lastFrameAt > limits.dead) {
          remove(connection)
          connection.socket.terminate()
        } else if (now - connection.since > limits.longest) close(connection, goingAway, 'sign in anew')
        else if (now - connection.lastFrameAt > limits.quiet) connection.socket.ping()
      }
    },
  }
}

export type Connections = ReturnType<typeof connections>

function remember(delivered: Set<string>, message: string): void {
  delivered.add(message)
  const [eldest] = delivered
  if (delivered.size > mostRemembered && eldest !== undefined) delivered.delete(eldest)
}

/** Lifetime of a ticket, ms. */
export const ticketLife = 30_000

/** The person to whom a ticket was issued, and when. */
interface Holder {
  readonly id: string
  readonly sessionEpoch: number
  readonly grant?: string | undefined
  readonly issuedAt: Date
}

/** Tickets that open one socket each: unlike a token, a ticket found in a log is useless. */
export const tickets = (db: Db) => ({
  async issue(person: Omit<Holder, 'issuedAt'>, at: Date): Promise<string> {
    const ticket = randomBytes(24).toString('base64url')
    await db.deleteFrom('live_ticket').where('user_id', '=', person.id).where('create_time', '<', new Date(at.getTime() - ticketLife))
      .execute()
    await db.insertInto('live_ticket').values({ hash: hashOf(ticket), user_id: person.id, session_epoch: person.sessionEpoch,
      grant_id: person.grant ?? null, create_time: at })
      .execute()
    return ticket
  },

  /** Deletes tickets, so that each is used once. @returns their holders; unknown or used tickets are absent */
  async redeem(presented: readonly string[]): Promise<ReadonlyMap<string, Holder>> {
    const byHash = new Map(presented.map((ticket) => [hashOf(ticket), ticket]))
    const taken = await db.deleteFrom('live_ticket').where('hash', '=', sql<string>`any(${[...byHash.keys()]})`).returning(['hash',
      'user_id', 'session_epoch', 'grant_id', 'create_time']).execute()
    return new Map(
      taken.map((
        row,
      ) => [byHash.get(row.hash) ?? '', { id: row.user_id, sessionEpoch: row.session_epoch, grant: row.grant_id ?? undefined,
        issuedAt: row.create_time }]
      ),
    )
  },
})

/** Deletes expired tickets. */
export async function forgetTickets(db: Db, at: Date): Promise<void> {
  await db.deleteFrom('live_ticket').where('create_time', '<', new Date(at.getTime() - ticketLife)).execute()
}

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

declare module '#server/database/tables.ts' {
  interface Tables {
    live_ticket: { hash: string; user_id: string; session_epoch: number; grant_id: string | null; create_time: Date }
  }
}
