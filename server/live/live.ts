import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Database } from '#server/database/open.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { Identity } from '#server/identity/identity.ts'
import { messageChannel } from '#server/outbox/announce.ts'
import { connections, goingAway, unauthenticated } from './connections.ts'
import { liveNotifier } from './live-notifier.ts'
import { socketRoutes } from './socket-routes.ts'

/** Browsers with live updates. */
export interface LiveBrowsers {
  routes(app: FastifyInstance): Promise<void>
  /** Listens from now on to announcements of all instances. */
  start(listen: Database['listen']): Promise<void>
  stop(): Promise<void>
  /** Browsers that are connected to this instance. */
  size(): number
}

interface LiveDependencies {
  readonly host: DocumentHost
  readonly identity: Pick<Identity, 'authenticateToken' | 'signInEnded'>
  readonly log: Pick<Logger, 'warn'>
}

/** Between two looks for sockets that are dead, ms. */
const sweepEvery = 30_000
/**
 * Milliseconds before the last sign of the line that are looked at after notifications did not arrive: an action takes a while from its
 * time to its end.
 */
const overlap = 60_000

/**
 * Makes the live updates of this instance. Messages that were announced while the line to the database was cut are looked up afterwards.
 */
export function live({ host, identity, log }: LiveDependencies): LiveBrowsers {
  const connected = connections()
  const notifier = liveNotifier(host, connected)
  const ends: (() => Promise<void> | void)[] = []
  let pending: (readonly [message: string, recipient: string])[] = []
  let working: Promise<void> = Promise.resolve()
  let lineSeenAt = host.clock.now()

  /** One after the other: messages that come in the meantime are sent together. */
  const later = (work: () => Promise<void>) => {
    working = working.then(work).catch((error: unknown) => log.warn({ err: error }, 'browsers could not be told'))
  }
  const notifyPending = async () => {
    const pairs = pending
    pending = []
    if (pairs.length > 0) await notifier.notify(pairs)
  }

  const receive = (payload: string) => {
    lineSeenAt = host.clock.now()
    const pairs = pairsIn(payload).filter(([, person]) => connected.of(person).length > 0)
    if (pairs.length === 0) return
    pending.push(...pairs)
    later(notifyPending)
  }
  const catchUp = () => {
    const since = new Date(lineSeenAt.getTime() - overlap)
    lineSeenAt = host.clock.now()
    later(() => notifier.catchUp(since))
    later(letGo)
  }
  /** Those who may no longer listen: disabled people, those whose sign-ins were all ended, and browsers that signed out. */
  const letGo = async () => {
    if (connected.people().length === 0) return
    const { users } = await host.organisation(host.db)
    for (const connection of connected.all()) {
      const member = users.get(connection.caller.id)
      const { grant } = connection.caller
      const isOver = !member?.enabled || member.sessionEpoch !== connection.sessionEpoch ||
        (grant !== undefined && (await identity.signInEnded(grant)))
      if (isOver) connected.close(connection, unauthenticated, 'signed out')
    }
  }

  return {
    routes: (app) => socketRoutes(app, { host, identity, connected, notifier }),
    async start(listen) {
      lineSeenAt = host.clock.now()
      ends.push(await listen(messageChannel, receive, catchUp), await listen('directory', () => later(letGo)),
        await listen('signIn', () => later(letGo)))
      const timer = setInterval(() => connected.sweep(Date.now()), sweepEvery)
      timer.unref()
      ends.push(() => clearInterval(timer))
    },
    async stop() {
      for (const connection of connected.all()) connected.close(connection, goingAway, 'restart')
      for (const end of ends.splice(0)) await end()
      await working
    },
    size: () => connected.all().length,
  }
}

function pairsIn(payload: string): [string, string][] {
  const pairs: unknown = JSON.parse(payload)
  return Array.isArray(pairs) ? (pairs as [string, string][]) : []
}
