import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import files from '@fastify/static'
import { Missing } from '#kernel/errors.ts'
import { open } from '../access.ts'

/** Files of the build: hashed ones are kept for good by browsers, the others are asked for again. */
export async function registerAssets(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(files, { root: directory, serve: false, preCompressed: true, index: false, dotfiles: 'deny', cacheControl: false })
  const config = { access: open, raw: true } as const
  const schema = { hide: true }
  const hashed = new Set(filesIn(join(directory, 'assets')))
  app.route({
    method: ['GET', 'HEAD'],
    url: '/assets/*',
    config,
    schema,
    handler: (request, reply) => {
      const { '*': path } = request.params as { '*': string }
      if (!hashed.has(path)) throw new Missing('error.missing')
      return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(`assets/${path}`)
    },
  })
  // Icons, a manifest: whatever lies beside the page and keeps its name.
  for (const name of filesIn(directory).filter((file) => file !== 'index.html')) {
    app.route({ method: ['GET', 'HEAD'], url: `/${name}`, config, schema, handler: (_, reply) =>
      reply.headers({ 'cache-control': 'no-cache', ...(name === worker && { 'content-security-policy': workerPolicy }) }).sendFile(name) })
  }
}

/** Keeps the frame of the installed application; it asks this host for what the pages ask. */
const worker = 'service-worker.js'
const workerPolicy = "default-src 'none'; connect-src 'self'"

function filesIn(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^\.|\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name)
}
