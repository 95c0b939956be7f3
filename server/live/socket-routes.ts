import websocket, { type WebSocket } from '@fastify/websocket'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Forbidden, Unauthenticated } from '#kernel/errors.ts'
import type { DocumentHost } from '#server/documents/host.ts'
import { open, signedIn } from '#server/http/access.ts'
import type { Identity } from '#server/identity/identity.ts'
import { admission, memberOf } from './admission.ts'
import { type Connection, type Connections, goingAway, unauthenticated } from './connections.ts'
import type { LiveNotifier } from './live-notifier.ts'
import { ticketLife, tickets } from './tickets.ts'

interface SocketDependencies {
  readonly host: DocumentHost
  readonly identity: Pick<Identity, 'authenticateToken' | 'signInEnded'>
  readonly connected: Connections
  readonly notifier: LiveNotifier
}

interface SocketContext extends SocketDependencies {
  readonly admit: ReturnType<typeof admission>
}

/** Bytes of the largest frame that a browser may send: all that it has to say is `ping`. */
const largestFrame = 4_096
/** Frames that a browser may send in a minute. */
const mostFrames = 60

/** Milliseconds that browsers have to say good-bye when the product stops. */
const farewell = 1_000

const querystring = z.object({
  ticket: z.string().max(200).optional(),
  token: z.string().max(8_192).optional(),
  /** The last message that the browser knows. */
  after: z.string().regex(/^\d{1,18}$/).optional(),
})

/** The ticket, and the socket that it opens. */
export async function socketRoutes(app: FastifyInstance, dependencies: SocketDependencies): Promise<void> {
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

  // The socket says by itself, with a code that browsers can read, that somebody may not come in.
  app.get('/ws/message', { websocket: true, config: { access: open, resource: 'message' },
    onRequest: async (request) => demandOwnPage(request, host.env.publicUrl) }, (socket, request) => {
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
