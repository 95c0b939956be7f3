import { randomBytes } from 'node:crypto'
import { readFileSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, RouteHandlerMethod, FastifyReply, FastifyRequest } from 'fastify'
import files from '@fastify/static'
import { Missing } from '#kernel/errors.ts'
import { open } from '../access.ts'
import { isPageAddress, pageAddress } from '../address.ts'
import { routeRegistry } from '../authorization.ts'
import { contentSecurityPolicy, socketSources } from '../security.ts'

export interface Pages {
  /** A finished build. */
  readonly directory: string
  /** Further hosts that the pages' scripts may connect to, such as an external identity provider. */
  readonly connect: readonly string[]
}

/** Serves the pages; the application must have been built with `servesPages`, which maps navigations to them. */
export async function registerPages(app: FastifyInstance, { directory, connect }: Pages): Promise<void> {
  const page = indexPage(directory, connect)
  const answering = (url: string, handler: RouteHandlerMethod) =>
    app.route({ method: ['GET', 'HEAD'], url, config: { access: open, raw: true }, schema: { hide: true }, handler })
  answering(pageAddress, page)
  const isCallFolder = callFolders(app)
  answering('/*', (request, reply) =>
    isPageAddress(request.originalUrl, request.headers) && !isCallFolder(request.originalUrl)
      ? page(request, reply)
      : reply.callNotFound())
  await registerAssets(app, directory)
}

/**
 * Returns a function that tells whether calls exist below the first folder of an address: unknown addresses there are answered 404
 * instead of the page.
 */
function callFolders(app: FastifyInstance): (address: string) => boolean {
  let folders: ReadonlySet<string> | undefined
  return (address) => {
    // all calls are registered by the first request
    folders ??= new Set(routeRegistry(app).flatMap(({ url }) => /^\/([a-z][\w-]*)\//i.exec(url)?.[1] ?? []))
    return folders.has(/^\/([^/?]*)/.exec(address)?.[1] ?? '')
  }
}

const placeholder = '__CSP_NONCE__'

/**
 * Serves the HTML page, which is read once; each answer has a new nonce for styles added by scripts. `connect` lists further hosts that
 * its scripts may connect to.
 */
function indexPage(directory: string, connect: readonly string[]): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const parts = readFileSync(join(directory, 'index.html'), 'utf8').split(placeholder)
  return (request, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept, Authorization')
      .header('content-security-policy',
        contentSecurityPolicy({ nonce, formAction: ["'self'"], connect: [...connect, ...socketSources(request.host)] }))
      .send(parts.join(nonce))
  }
}

/** Serves files of the build: hashed ones are cached permanently by browsers, others are revalidated. */
async function registerAssets(app: FastifyInstance, directory: string): Promise<void> {
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
  // Files without a hash: icons, a manifest.
  for (const name of filesIn(directory).filter((file) => file !== 'index.html')) {
    app.route({ method: ['GET', 'HEAD'], url: `/${name}`, config, schema, handler: (_, reply) =>
      reply.headers({ 'cache-control': 'no-cache', ...(name === worker && { 'content-security-policy': workerPolicy }) }).sendFile(name) })
  }
}

/** Caches the shell of the installed application; it connects to this host only. */
const worker = 'service-worker.js'

const workerPolicy = "default-src 'none'; connect-src 'self'"

function filesIn(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^\.|\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name)
}
