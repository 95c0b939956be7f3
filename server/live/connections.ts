import type { Caller } from '#server/identity/caller.ts'

/** The part of a socket that is used here. */
export interface Socket {
  readonly readyState: number
  readonly bufferedAmount: number
  send(text: string): void
  ping(): void
  close(code: number, reason: string): void
  terminate(): void
}

/** A browser that is connected to this instance. */
export interface Connection {
  readonly socket: Socket
  readonly caller: Caller
  readonly sessionEpoch: number
  readonly since: number
  /** The time of its last frame. */
  lastFrameAt: number
  /** Ids that were sent to it, latest last: none of them is sent again. */
  readonly delivered: Set<string>
}

/** Closes with a meaning of our own: who this is may not, or no longer, listen. */
export const unauthenticated = 4401
/** Another instance, or this one started again, will take it. */
export const goingAway = 1001
const tooMany = 1008

const open = 1
/** Sockets of one person at one instance; the eldest leaves. */
const mostOfOne = 20
/** Bytes that may wait for a slow reader before it is cut off; it comes back and asks for the counts. */
const mostWaiting = 256_000
const mostRemembered = 100
/** ms without a frame until a socket is pinged and until it counts as dead; ms until it must sign in anew. */
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
    /** Sends a text to each connection of a person, but to those that have it already. */
    notify(person: string, message: string, text: string): void {
      for (const connection of byPerson.get(person) ?? []) {
        if (connection.delivered.has(message)) continue
        remember(connection.delivered, message)
        send(connection, text)
      }
    },
    /** Pings connections without a recent frame, and closes those that do not answer or have been open for a working day. */
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
