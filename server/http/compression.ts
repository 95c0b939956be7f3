import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Bytes from which an answer is worth the processor's time. */
const threshold = 2_048

/** Compresses texts (JSON, CSV, pages without a compressed copy) for clients that take gzip; a low level, since each answer is compressed anew. */
export async function installCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { encodings: ['gzip'], threshold, zlibOptions: { level: 4 } })
}
