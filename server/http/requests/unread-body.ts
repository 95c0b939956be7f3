import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Milliseconds for which the rest of an upload that was refused is read and thrown away. */
const timeout = 60_000

/**
 * A multipart body whose reading ended early (a refused file, a full disk) is read to its end before the answer goes
 * out: Node leaves a body that somebody has begun to read where it is, and the next request on the connection would wait
 * behind it. Where the rest takes too long, the connection ends with the answer.
 */
export function installUnreadBodies(app: FastifyInstance, limit = timeout): void {
  app.addHook('onSend', async (request, reply) => {
    if (!request.isMultipart() || request.raw.readableEnded || request.raw.destroyed) return
    if (!(await isReadWithin(request.raw, limit))) reply.header('connection', 'close')
  })
}

/** Throws the rest of a body away; answers whether its end, or the client's, came in time. */
function isReadWithin(body: IncomingMessage, limit: number): Promise<boolean> {
  body.unpipe()
  body.resume()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), limit)
    const ended = () => {
      clearTimeout(timer)
      resolve(true)
    }
    body.once('end', ended).once('close', ended)
  })
}
