import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import websocket, { type WebSocket } from '@fastify/websocket'
import { z } from 'zod'
import { Forbidden, Unauthenticated } from '#kernel/errors.ts'
import type { Database } from '#server/database/open.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import type { Identity } from '#server/identity/identity.ts'
import { messageChannel } from '#server/outbox/announce.ts'
import { open, signedIn } from '#server/http/access.ts'
import { callerOf } from '#server/identity/sessions/authenticate.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { Member, Organisation } from '#server/identity/organisation/organisation.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import { type Connection, connections, type Connections, goingAway, ticketLife, tickets, unauthenticated } from './connections.ts'
import { batchLoader, liveNotifier, type LiveNotifier } from './live-notifier.ts'

/** Browsers with live updates. */
export interface LiveBrowsers {
  routes(app: FastifyInstance): Promise<void>
  /** Starts listening to announcements of all instances. */
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

/** Interval of checking for dead sockets, ms. */
const sweepEvery = 30_000
/** Overlap before the end of a lost connection, in ms, when missed notifications are read: an action's time is earlier than its commit. */
const overlap = 60_000

/** Creates the live updates of this instance. Messages announced while the database connection was interrupted are read afterwards. */
export function live({ host, identity, log }: LiveDependencies): LiveBrowsers {
  const connected = connections()
  const notifier = liveNotifier(host, connected)
  const ends: (() => Promise<void> | void)[] = []
  let pending: (readonly [message: string, recipient: string])[] = []
  let working: Promise<void> = Promise.resolve()
  let lineSeenAt = host.clock.now()

  /** Runs work sequentially: messages that arrive meanwhile are sent together. */
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
  /** Closes the sockets of disabled people, of people whose sign-ins were all ended, and of ended sign-ins. */
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

interface SocketDependencies {
  readonly host: DocumentHost
  readonly identity: Pick<Identity, 'authenticateToken' | 'signInEnded'>
  readonly connected: Connections
  readonly notifier: LiveNotifier
}

interface SocketContext extends SocketDependencies {
  readonly admit: ReturnType<typeof admission>
}

/** Maximum size of a frame from a browser, bytes: it only sends `ping`. */
const largestFrame = 4_096

/** Maximum number of frames from a browser per minute. */
const mostFrames = 60

/** Time for browsers to close their sockets at shutdown, ms. */
const farewell = 1_000

const querystring = z.object({
  ticket: z.string().max(200).optional(),
  token: z.string().max(8_192).optional(),
  /** Id of the last message that the browser knows. */
  after: z.string().regex(/^\d{1,18}$/).optional(),
})

/** Calls for a ticket, and the socket that it opens. */
async function socketRoutes(app: FastifyInstance, dependencies: SocketDependencies): Promise<void> {
  const { host } = dependencies
  const parts: SocketContext = { ...dependencies, admit: admission(dependencies) }
  await app.register(websocket, {
    options: { maxPayload: largestFrame, perMessageDeflate: false },
    preClose(done) {
      const { clients } = this.websocketServer
      for (const client of clients) client.close(goingAway, 'restart')
      setTimeout(() => clients.forEach((client) => client.terminate()), farewell).unref()
      this.websocketServer.close()
      done()
    },
    errorHandler: (_error, socket) => socket.terminate(),
  })

  app.post('/ws/ticket', { config: { access: signedIn, reads: true, resource: 'message' }, schema: { body: z.strictObject({}).nullish() } },
    async ({ caller }) => {
      const { sessionEpoch } = memberOf(await host.organisation(host.db), caller.id)
      return { ticket: await tickets(host.db).issue({ id: caller.id, sessionEpoch, grant: caller.grant }, host.clock.now()),
        expiresIn: ticketLife / 1000 }
    })

  // The socket reports refused access itself, by a close code that browsers can read.
  app.get('/ws/message', { websocket: true, config: { access: open, resource: 'message' },
    onRequest: async (request) => demandOwnPage(request, host.env.publicUrl) }, (socket, request) => {
    attend(socket, request, parts)
  })
}

/** Refuses sockets of other sites' pages, by the origin that browsers send. @throws Forbidden */
function demandOwnPage({ headers, host }: FastifyRequest, publicUrl: string): void {
  const { origin } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin || hostOf(origin) === host) return
  throw new Forbidden('error.crossSite')
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

function attend(socket: WebSocket, request: FastifyRequest, parts: SocketContext): void {
  let connection: Connection | undefined
  const alive = () => {
    if (connection) connection.lastFrameAt = Date.now()
  }
  const tooMuch = frameLimit()
  socket.on('message', (data) => {
    alive()
    if (tooMuch()) socket.close(1008, 'too much')
    else if (String(data) === 'ping') socket.send('pong')
  })
  socket.on('pong', alive)
  socket.on('close', () => {
    if (connection) parts.connected.remove(connection)
  })
  const arrived = (known: Connection) => {
    connection = known
    parts.connected.add(known)
  }
  welcome(socket, request, { ...parts, arrived }).catch((error: unknown) => {
    if (error instanceof Unauthenticated) return socket.close(unauthenticated, 'unauthenticated')
    request.log.warn({ err: error }, 'a socket could not be opened')
    socket.close(1011, 'try again')
  })
}

/** Counts frames. @returns whether the limit of this minute is exceeded */
function frameLimit(): () => boolean {
  let minute = 0
  let count = 0
  return () => {
    const now = Math.floor(Date.now() / 60_000)
    count = minute === now ? count + 1 : 1
    minute = now
    return count > mostFrames
  }
}

async function welcome(socket: WebSocket, request: FastifyRequest,
  { host, notifier, admit, arrived }: SocketContext & { arrived(connection: Connection): void }): Promise<void> {
  const { data } = querystring.safeParse(request.query)
  const { caller, sessionEpoch } = await admit({ ticket: data?.ticket, token: data?.token, at: host.clock.now() })
  if (socket.readyState !== socket.OPEN) return
  const connection: Connection = { socket, caller: { ...caller, traceId: request.id, ip: request.ip }, sessionEpoch, since: Date.now(),
    lastFrameAt: Date.now(), delivered: new Set() }
  arrived(connection)
  await notifier.welcome(connection, data?.after)
}

interface AdmissionDependencies {
  readonly host: DocumentHost
  readonly identity: Pick<Identity, 'authenticateToken' | 'signInEnded'>
}

/** The credentials of a connecting browser. */
interface Credentials {
  readonly ticket?: string | undefined
  readonly token?: string | undefined
  readonly at: Date
}

interface LiveAdmission {
  readonly organisation: Organisation
  readonly member: Member
  readonly grant: string | undefined
}

/** Maximum number of tokens verified concurrently; tickets, which our own browsers send, are redeemed in batches. */
const tokensAtOnce = 4

/** Authenticates a socket: by a ticket, which is deleted as it is read, or by a token. */
function admission({ host, identity }: AdmissionDependencies) {
  const used = new WeakSet<object>()
  const turns = semaphore(tokensAtOnce)
  const redeemed = batchLoader(async (presented) => {
    const holders = await tickets(host.db).redeem(presented)
    const organisation = await host.organisation(host.db)
    return new Map([...holders].map(([ticket, holder]) => [ticket, { holder, organisation }] as const))
  })

  const byTicket = async (ticket: string, at: Date): Promise<LiveAdmission> => {
    const found = await redeemed(ticket)
    // of two sockets with the same ticket, the first is accepted
    if (!found || used.has(found) || at.getTime() - found.holder.issuedAt.getTime() > ticketLife)
      throw new Unauthenticated('error.unauthenticated')
    used.add(found)
    const member = memberOf(found.organisation, found.holder.id)
    if (member.sessionEpoch !== found.holder.sessionEpoch) throw new Unauthenticated('error.unauthenticated')
    const { grant } = found.holder
    if (grant !== undefined && (await identity.signInEnded(grant))) throw new Unauthenticated('error.unauthenticated')
    return { ...found, member, grant }
  }
  const byToken = (token: string): Promise<LiveAdmission> =>
    turns.run(async () => {
      const { caller } = await identity.authenticateToken(token)
      const organisation = await host.organisation(host.db)
      return { organisation, member: memberOf(organisation, caller.id), grant: caller.grant }
    })

  /** @throws Unauthenticated */
  return async (
    { ticket, token, at }: Credentials,
  ): Promise<
    { readonly caller: Pick<Caller, 'id'> & ReturnType<typeof callerOf> & Pick<Caller, 'grant'>; readonly sessionEpoch: number }
  > => {
    const { organisation, member, grant } = ticket === undefined ? await byToken(token ?? '') : await byTicket(ticket, at)
    return { caller: { ...callerOf(organisation, member), grant }, sessionEpoch: member.sessionEpoch }
  }
}

/** The enabled member with an id. @throws Unauthenticated */
function memberOf({ users }: Organisation, id: string): Member {
  const member = users.get(id)
  if (!member?.enabled) throw new Unauthenticated('error.unauthenticated')
  return member
}
