import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Minimum length of an answer to compress, characters. */
const threshold = 2_048

const compressed = promisify(gzip)

/**
 * Compresses texts of answers for clients that accept gzip, off the event loop and at a low level, since each answer is compressed anew.
 * Streams and bytes are not compressed: files have content lengths and ranges.
 */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < threshold || reply.hasHeader('content-encoding')) return payload
    varies(reply)
    if (!takesGzip(request)) return payload
    const bytes = await compressed(payload, { level: 4 })
    void reply.header('content-encoding', 'gzip').header('content-length', bytes.length)
    return bytes
  })
}

function takesGzip({ headers }: FastifyRequest): boolean {
  const codings = String(headers['accept-encoding'] ?? '').toLowerCase().split(',').map((one) => one.replaceAll(/\s/g, ''))
  return codings.some((one) => /^(?:gzip|\*)(?:;q=(?!0(?:\.0*)?$).*)?$/.test(one))
}

function varies(reply: FastifyReply): void {
  const before = reply.getHeader('vary')
  void reply.header('vary', before ? `${String(before)}, accept-encoding` : 'accept-encoding')
}
