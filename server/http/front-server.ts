import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { serverLimits } from './app.ts'

/** The listening server. It passes requests to the current app, which can be replaced between two requests. */
export interface FrontServer {
  /** Makes this app answer from now on. */
  replace(app: FastifyInstance): void
  /** Resolves once a replaced app has no running requests. */
  drained(app: FastifyInstance): Promise<void>
  /**
   * Announces that the product changes once this promise is settled, either way. Until then, requests by which browsers read forms, menus
   * and processes wait; all others wait for `holdTimeout` at most, and are then answered by the current app.
   */
  hold(change: Promise<unknown>): void
  listen(place: { readonly host: string; readonly port: number }): Promise<string>
  /** Stops accepting connections and waits up to `timeout` ms for running requests. */
  close(timeout: number): Promise<void>
}

/** Longest delay of a request while the product is composed anew, ms. */
const holdTimeout = 500

/** Calls whose answers follow from forms, registers and rights; a browser keeps them until the version of the menu changes again. */
const readsDefinitions = /^(?:\/api)?\/(?:workflow\/(?:declarations|form|process|getHomeFunction)|system\/menu)\b/

interface Running {
  count: number
  /** Called after the last request is answered. */
  readonly waiting: (() => void)[]
}

/** Creates the listening server with its first app, without listening yet. */
export function frontServer(first: FastifyInstance): FrontServer {
  let inForce = first
  let held: { readonly change: Promise<unknown>; readonly lapsed: Promise<unknown> } | undefined
  let isClosing = false
  const running = new WeakMap<FastifyInstance, Running>()
  const runningIn = (app: FastifyInstance): Running => {
    const known = running.get(app) ?? { count: 0, waiting: [] }
    running.set(app, known)
    return known
  }

  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const app = inForce
    const own = runningIn(app)
    own.count += 1
    if (isClosing) response.shouldKeepAlive = false
    response.once('close', () => {
      own.count -= 1
      if (own.count === 0) own.waiting.splice(0).forEach((done) => done())
      if (isClosing) setImmediate(() => server.closeIdleConnections())
    })
    app.routing(request, response)
  }
  const server = createServer(serverLimits.http, (request, response) => {
    if (held) void (readsDefinitions.test(request.url ?? '') ? held.change : held.lapsed).then(() => pass(request, response))
    else pass(request, response)
  })
  server.requestTimeout = serverLimits.requestTimeout
  server.keepAliveTimeout = serverLimits.keepAliveTimeout
  server.setTimeout(serverLimits.connectionTimeout)
  // the apps have servers of their own, which never listen but have the handlers for these events
  server.on('upgrade', (...upgrade) => inForce.server.emit('upgrade', ...upgrade))
  server.on('clientError', (...failure) => inForce.server.emit('clientError', ...failure))

  return {
    replace(app) {
      inForce = app
    },
    drained: (app) => {
      const { count, waiting } = runningIn(app)
      return count === 0 ? Promise.resolve() : new Promise((done) => waiting.push(done))
    },
    hold(change) {
      const settled = change.catch(() => undefined)
      const own = { change: settled, lapsed: Promise.race([settled, setTimeout(holdTimeout, undefined, { ref: false })]) }
      held = own
      void settled.finally(() => {
        if (held === own) held = undefined
      })
    },
    async listen({ host, port }) {
      await new Promise<void>((listening, failed) => {
        server.once('error', failed)
        server.listen({ host, port }, () => {
          server.off('error', failed)
          listening()
        })
      })
      const { address, family, port: found } = server.address() as AddressInfo
      return `http://${family === 'IPv6' ? `[${address}]` : address}:${found}`
    },
    async close(timeout) {
      isClosing = true
      const cut = globalThis.setTimeout(() => server.closeAllConnections(), timeout)
      const closed = new Promise<void>((done) => server.close(() => done()))
      server.closeIdleConnections()
      await inForce.close().finally(() => closed)
      clearTimeout(cut)
    },
  }
}
