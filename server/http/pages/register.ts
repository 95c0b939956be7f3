import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import files from '@fastify/static'
import { Missing } from '#kernel/errors.ts'
import { open, routeRegistry } from '../access.ts'
import { contentSecurityPolicy, socketSources } from '../security.ts'

/** The URL to which refused URLs are rewritten; clients cannot request a route by it. */
export const refusedAddress = '/.refused'
const pageAddress = '/.page'

/**
 * The URL for the router: `/api` is removed exactly once, page navigations are mapped to the page, and ambiguous spellings of a path
 * (`//`, `%2F`, `;a=b`, `..`) to a refused address.
 */
export function routedAddress(request: Pick<IncomingMessage, 'url' | 'method' | 'headers'>, servesPages: boolean): string {
  const { path, query } = parts(request.url ?? '')
  if (!isPlain(path)) return refusedAddress
  if (servesPages && isNavigation(request, path)) return pageAddress
  return (prefix.test(path) ? path.slice('/api'.length) || '/' : path) + query
}

/**
 * Returns whether a request navigates to a page: pages such as /system/user share their path with calls, but a browser that opens one
 * accepts HTML, has no token yet and no /api prefix. No call has the path `/`.
 */
function isNavigation({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>, path: string): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  return path === '/' || (headers.authorization === undefined && /\btext\/html\b/i.test(headers.accept ?? '') && isPagePath(path))
}

/** Returns whether a client that accepts any content gets the page at an address without a call. */
function isPageAddress(address: string, { authorization, accept = '*/*' }: IncomingHttpHeaders): boolean {
  const { path } = parts(address)
  return authorization === undefined && /\*\/\*/.test(accept) && isPlain(path) && isPagePath(path)
}

const isPagePath = (path: string): boolean => !prefix.test(path) && !callsOnly.test(path) && !fileName.test(path)

const prefix = /^\/api(?=\/|$)/
const callsOnly = /^\/(idp|docs|public|ws|assets)(\/|$)/
const fileName = /\.[a-z0-9]+$/i
const ambiguous = /\/\/|;|\\|%2f|%5c|%3b|%00|(^|\/)(\.|%2e){1,2}(\/|$)/i

function parts(url: string) {
  const at = url.indexOf('?')
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at) }
}

function isPlain(path: string): boolean {
  if (!/^\/(?!\.)/.test(path) || ambiguous.test(path)) return false
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(path))
  } catch {
    return false
  }
}

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
