import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Forbidden, Unauthenticated } from '../../src/kernel/errors.ts'
import type { DocumentHost } from '../documents/host.ts'
import { open, signedIn } from '../http/access.ts'
import { inTurn, type Turns } from '../in-turn.ts'
import { callerOf } from '../identity/authenticate.ts'
import type { Caller } from '../identity/caller.ts'
import type { Identity } from '../identity/identity.ts'
import { type Connection, type Connections, goingAway, unauthenticated } from './connections.ts'
import type { News } from './news.ts'
import { ticketLife, tickets } from './tickets.ts'

interface Given {
  readonly host: DocumentHost
  readonly identity: Pick<Identity, 'authenticateToken'>
  readonly connected: Connections
  readonly telling: News
}

interface Parts extends Given {
  readonly turns: Turns
}

/** Newcomers that are looked up at a time: after a restart everybody comes back at once, and calls need connections of the database too. */
const welcomedAtOnce = 4

/** Bytes of the largest frame that a browser may send: all that it has to say is `ping`. */
const largestFrame = 4_096
/** Frames that a browser may send in a minute. */
const mostFrames = 60

/** How long browsers have to say good-bye when the product stops, ms. */
const farewell = 1_000

const asked = z.object({
  ticket: z.string().max(200).optional(),
  token: z.string().max(8_192).optional(),
  /** The last message that the browser knows. */
  after: z.string().regex(/^\d{1,18}$/).optional(),
})

/** The ticket, and the socket that it opens. */
export async function socketRoutes(app: FastifyInstance, given: Given): Promise<void> {
  const { host } = given
  const parts: Parts = { ...given, turns: inTurn(welcomedAtOnce) }
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

  app.post('/ws/ticket', { config: { access: signedIn, reads: true, resource: 'message' }, schema: { body: z.strictObject({}).nullish() } }, async ({ caller }) => {
    const { sessionEpoch } = await memberOf(host, caller.id)
    return { ticket: await tickets(host.db).issue({ id: caller.id, sessionEpoch }, host.clock.now()), expiresIn: ticketLife / 1000 }
  })

  // The socket says by itself, with a code that browsers can read, that somebody may not come in.
  app.get('/ws/message', { websocket: true, config: { access: open, resource: 'message' }, onRequest: async (request) => demandOwnPage(request, host.env.publicUrl) }, (socket, request) => {
    attend(socket, request, parts)
  })
}

/** A page of another site could open a socket with what it has found; a browser says which site asks. @throws Forbidden */
function demandOwnPage({ headers, host }: FastifyRequest, publicUrl: string): void {
  const { origin } = headers
  if (origin === undefined || origin === new URL(publicUrl).origin || hostOf(origin) === host) return
  throw new Forbidden('error.crossSite')
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

function attend(socket: WebSocket, request: FastifyRequest, parts: Parts): void {
  let connection: Connection | undefined
  const alive = () => {
    if (connection) connection.heardAt = Date.now()
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
  const arrivedAt = parts.host.clock.now()
  parts.turns.run(() => welcome(socket, request, { ...parts, arrivedAt, arrived })).catch((error: unknown) => {
    if (error instanceof Unauthenticated) return socket.close(unauthenticated, 'unauthenticated')
    request.log.warn({ err: error }, 'a socket could not be opened')
    socket.close(1011, 'try again')
  })
}

/** Counts frames; answers whether there were too many in this minute. */
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

interface Arrival {
  /** A ticket counts as of then, however long its socket waited for its turn. */
  readonly arrivedAt: Date
  arrived(connection: Connection): void
}

async function welcome(socket: WebSocket, request: FastifyRequest, { host, identity, telling, arrivedAt, arrived }: Parts & Arrival): Promise<void> {
  if (socket.readyState !== socket.OPEN) return
  const { data } = asked.safeParse(request.query)
  const { caller, sessionEpoch } = await identify(data ?? {}, { host, identity, request, arrivedAt })
  if (socket.readyState !== socket.OPEN) return
  const connection: Connection = { socket, caller, sessionEpoch, since: Date.now(), heardAt: Date.now(), told: new Set() }
  arrived(connection)
  await telling.welcome(connection, data?.after)
}

/** Whose ticket or token this is. @throws Unauthenticated */
async function identify({ ticket, token }: { readonly ticket?: string; readonly token?: string }, { host, identity, request, arrivedAt }: Pick<Parts, 'host' | 'identity'> & Pick<Arrival, 'arrivedAt'> & { readonly request: FastifyRequest }) {
  const id = ticket === undefined ? (await identity.authenticateToken(token ?? '')).caller.id : await holderOf(ticket, host, arrivedAt)
  const organisation = await host.organisation(host.db)
  const member = await memberOf(host, id)
  const caller: Caller = { ...callerOf(organisation, member), traceId: request.id, ip: request.ip }
  return { caller, sessionEpoch: member.sessionEpoch }
}

async function holderOf(ticket: string, host: DocumentHost, at: Date): Promise<string> {
  const holder = await tickets(host.db).redeem(ticket, at)
  if (!holder || (await memberOf(host, holder.id)).sessionEpoch !== holder.sessionEpoch) throw new Unauthenticated('error.unauthenticated')
  return holder.id
}

async function memberOf(host: DocumentHost, id: string) {
  const member = (await host.organisation(host.db)).users.get(id)
  if (!member?.enabled) throw new Unauthenticated('error.unauthenticated')
  return member
}
