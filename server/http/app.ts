import { randomBytes, randomUUID } from 'node:crypto'
import { type ServerOptions, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { fastify, type FastifyBaseLogger, type FastifyContextConfig, type FastifyError, type FastifyInstance, type FastifyReply,
  type FastifyRequest, type FastifySchema, LogController, type RouteOptions } from 'fastify'
import type { Logger } from 'pino'
import swagger, { type SwaggerTransform } from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { FindText } from '#kernel/wording/translate.ts'
import type { Env } from '#server/env.ts'
import { refusedAddress, routedAddress } from './pages/register.ts'
import { type AuditSink, installAudit } from './audit/audit.ts'
import { bodyLimit, installBodyParsers } from './requests/body.ts'
import { type Access, type Authenticate, installAuthorization, open } from './access.ts'
import { installEnvelope, sendEnvelope } from './answers/envelope.ts'
import { failureOf } from './answers/errors.ts'
import { installLanguage, languageOf } from './language.ts'
import { contentSecurityPolicy, installRateLimit, installSecurityHeaders } from './security.ts'
import { serialize, validate } from './requests/validation.ts'
import { type DescribedCalls, docsPage } from './docs/page.ts'

/** Minimum length of an answer to compress, characters. */
const threshold = 2_048

const compressed = promisify(gzip)

/**
 * Compresses texts of answers for clients that accept gzip, off the event loop and at a low level, since each answer is compressed anew.
 * Streams and bytes are not compressed: files have content lengths and ranges.
 */
function installCompression(app: FastifyInstance): void {
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

/** Collects all routes registered afterwards into an OpenAPI document: `app.swagger()`. */
async function installOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Office automation',
        version: '1',
        description: 'Every path is served with and without the prefix /api. Answers are `{code, msg, data}`: ' +
          'HTTP 200 carries the codes 200, 500, 42006 (the task was handled by someone else), ' +
          '42007 (the state has changed) and 42009 (refused, with `data.fields` for wrong input); ' +
          'HTTP 401, 403 and 404 mirror their codes. ' +
          'Headers: `Authorization: Bearer …`, `Accept-Language: en_US | zh_CN`, and `Idempotency-Key` on calls that change something.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: describe,
  })
}

const describe: SwaggerTransform = (document) => {
  const { url, route, schema = {} } = document
  const { schema: described } = jsonSchemaTransform({ ...document, schema })
  const own = described as FastifySchema
  const { access, raw } = route.config ?? {}
  return { url,
    schema: { ...own, ...headline(url, route), security: access?.who === 'open' ? [] : [{ bearer: [] }], consumes: consumed(route),
      response: raw ? own.response : wrapped(own.response) } }
}

function headline(url: string, route: RouteOptions) {
  const { summary = summaryOf(route), description, tags = [url.split('/')[1] || 'root'] } = route.schema ?? {}
  return { summary, tags, description: [description, accessText(route.config?.access)].filter(Boolean).join('\n\n') }
}

function summaryOf({ method, url, config }: RouteOptions): string {
  return config?.resource ? `${config.resource}: ${String(method)} ${url}` : url
}

/** The required permission in words. */
function accessText(access: Access | undefined): string {
  if (access?.who === 'holder') return `Needs ${access.permissions.join(access.of === 'all' ? ' and ' : ' or ')}.`
  return access?.who === 'open' ? 'Open to all.' : 'Needs a signed-in person.'
}

function consumed({ method, config }: RouteOptions): string[] | undefined {
  if (['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(String(method))) return undefined
  if (config?.multipart) return ['multipart/form-data']
  return config?.form ? ['application/json', 'application/x-www-form-urlencoded'] : ['application/json']
}

function wrapped(response: unknown) {
  const declared: Record<string, unknown> = typeof response === 'object' && response !== null ? { ...response } : {}
  const data = declared['200'] ?? {}
  return { ...declared,
    200: { type: 'object', description: 'The envelope', required: ['code', 'msg'],
      properties: { code: { type: 'integer' }, msg: { type: 'string' }, data } } }
}

/**
 * The way in which a changing call may be repeated. `once`: it uses `unitOfWork`, which runs it once per Idempotency-Key. The others need
 * no key: `harmless`: repeating has the same effect and answer; `parts`: several transactions, each of which skips completed work;
 * `secret`: it consumes a secret, or reveals one that must not be stored with an answer.
 */
type Repeats = 'once' | 'harmless' | 'parts' | 'secret'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for a changing call; registration fails without it. */
    readonly repeats?: Repeats
  }
  interface FastifyRequest {
    /** Set by `unitOfWork`. */
    isUnitOfWork: boolean
  }
}

/**
 * Refuses to register a changing call without `repeats`, and records whether a request used a unit of work.
 * @param isProven whether a `once` call without a unit of work fails; set in tests
 */
function installRepeats(app: FastifyInstance, isProven: boolean): void {
  app.decorateRequest('isUnitOfWork', false)
  app.addHook('onRoute', (route) => {
    if (isChanging(route) && route.config?.repeats === undefined)
      throw new Error(
        `${
          [route.method].flat().join(', ')
        } ${route.url} changes something and does not say how it may be repeated (config.repeats: 'once' with unitOfWork)`,
      )
  })
  if (!isProven) return
  app.addHook('preSerialization', async (request, reply, payload) => {
    if (reply.statusCode === 200 && (reply.answerCode ?? 200) === 200 && lacksUnitOfWork(request))
      throw new Error(`${request.method} ${request.routeOptions.url} says config.repeats: 'once' and does not go through unitOfWork`)
    return payload
  })
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Returns whether a call of a signed-in person may change data. */
function isChanging({ method, config = {} }: Pick<RouteOptions, 'method'> & { readonly config?: FastifyContextConfig }): boolean {
  if (config.access?.who === 'open') return false
  return config.changing === true || (config.reads !== true && [method].flat().some((each) => !readMethods.has(each)))
}

const lacksUnitOfWork = ({ isUnitOfWork, routeOptions: { config } }: FastifyRequest): boolean => config.repeats === 'once' && !isUnitOfWork

/** Requests that Node cannot parse, by error code: HTTP status and locale key. Others are 400. */
const known: Readonly<Record<string, { readonly status: number; readonly text: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, text: 'error.requestTimeout' },
  HPE_HEADER_OVERFLOW: { status: 431, text: 'error.headTooLarge' },
}

/** Answers an unparsable request with the envelope and closes the connection, since the next request cannot be separated from the rest. */
const answerUnreadable = (find: FindText) => (error: { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const { status, text } = known[error.code ?? ''] ?? { status: 400, text: 'error.badRequest' }
  const body = JSON.stringify({ code: 42009, msg: find(text, undefined, 'cn') ?? '' })
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'connection: close', 'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  // unread bytes would make the system reset the connection before the answer is read
  socket.resume()
  setTimeout(() => socket.destroy(), lingering).unref()
}

/** Time for which remaining input is discarded, ms. */
const lingering = 2_000

export interface AppDependencies {
  readonly log: Logger
  readonly env: Pick<Env, 'publicUrl' | 'trustedProxies' | 'requestsPerMinute'>
  readonly authenticate: Authenticate
  readonly find: FindText
  readonly audit: AuditSink
  readonly clock: { now(): Date }
  /** Whether to map page navigations to the page (see `registerPages`). */
  readonly servesPages?: boolean
  /** Whether a changing call without a unit of work fails. */
  readonly demandsUnitOfWork?: boolean
  /** Limit per address; by default that of the setting. */
  readonly requestsPerMinute?: number
}

/** Timeouts of requests and connections, ms, and the maximum size of headers, bytes. */
export const serverLimits = { requestTimeout: 300_000, connectionTimeout: 120_000, keepAliveTimeout: 72_000,
  http: { headersTimeout: 20_000, maxHeaderSize: 16_384 } satisfies ServerOptions }

/** An HTTP server with all global hooks; the routes are registered on it afterwards. */
export async function buildApp(parts: AppDependencies): Promise<FastifyInstance> {
  const app = serverOf(parts)
  app.setValidatorCompiler(validate)
  app.setSerializerCompiler(serialize)
  app.setErrorHandler((error: unknown, request, reply) => answerFailure(error, { request, reply, find: parts.find }))
  app.setNotFoundHandler((request, reply) => answerMissing(request, reply, parts.find))
  installLanguage(app)
  installEnvelope(app, parts.find)
  installRequestLog(app)
  installAudit(app, { sink: parts.audit, clock: parts.clock })
  installRepeats(app, parts.demandsUnitOfWork ?? false)
  await installSecurityHeaders(app, parts.env.publicUrl)
  await installRateLimit(app, parts.requestsPerMinute ?? parts.env.requestsPerMinute)
  installCompression(app)
  await installBodyParsers(app)
  installAuthorization(app, parts.authenticate)
  await installOpenApi(app)
  registerDocs(app)
  return app
}

function serverOf({ log, env, find, servesPages = false }: AppDependencies): FastifyInstance {
  return fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    rewriteUrl: (request) => routedAddress(request, servesPages),
    frameworkErrors: (error, request, reply) =>
      // the framework's types do not declare this reply
      answerFrameworkError(error, request as FastifyRequest, { reply: reply as unknown as FastifyReply, find }),
    clientErrorHandler: answerUnreadable(find),
    // An id sent by a client could repeat or forge that of another request.
    requestIdHeader: false,
    genReqId: () => randomUUID().replaceAll('-', ''),
    trustProxy: env.trustedProxies.length > 0 ? [...env.trustedProxies] : false,
    bodyLimit,
    ...serverLimits,
    forceCloseConnections: 'idle',
    exposeHeadRoutes: false,
    routerOptions: { ignoreDuplicateSlashes: false, ignoreTrailingSlash: false, caseSensitive: true, maxParamLength: 500 },
  })
}

interface HttpExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly find: FindText
}

function answerFailure(error: unknown, { request, reply, find }: HttpExchange) {
  const file = request.routeOptions.config?.answersFile ?? false
  const failure = failureOf(error, find, { language: languageOf(request), traceId: request.id, file })
  const about = { err: error, route: request.routeOptions.url }
  // an aborted upload and an unavailable store or database are not errors of the call
  if (isBrokenOff(request)) request.log.info(about, 'the sender broke a call off')
  else if (failure.unexpected) request.log.error(about, 'a call failed unexpectedly')
  else if (failure.status === 503) request.log.warn(about, 'a call could not be served now')
  if (failure.status === 503) reply.header('retry-after', '1')
  return sendEnvelope(reply, failure.status, failure.envelope)
}

/** Returns whether the body was not sent completely and the client has closed the connection. */
const isBrokenOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

/** Answers errors before routing: a URL that cannot be decoded or is too long. */
function answerFrameworkError(error: FastifyError, request: FastifyRequest, { reply, find }: Pick<HttpExchange, 'reply' | 'find'>) {
  reply.header('x-trace-id', request.id).header('cache-control', 'no-store')
  return answerFailure(error, { request, reply, find })
}

function answerMissing(request: FastifyRequest, reply: FastifyReply, find: FindText) {
  if (request.url === refusedAddress) request.log.info('an ambiguous address was refused')
  return sendEnvelope(reply, 404, { code: 404, msg: find('error.missing', undefined, languageOf(request)) ?? '' })
}

/** Logs each answer in one line: the route's pattern instead of the URL, without query, body or names. */
function installRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.is404 ? null : request.routeOptions.url,
        status: reply.statusCode,
        code: reply.answerCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}

/** `/docs` for people, `/docs/json` for tools. */
function registerDocs(app: FastifyInstance): void {
  const config = { access: open, raw: true } as const
  const schema = { hide: true }
  app.get('/docs/json', { config, schema }, async () => app.swagger())
  app.get('/docs', { config, schema }, async (_, reply) => {
    const nonce = randomBytes(16).toString('base64url')
    return reply.type('text/html; charset=utf-8').header('content-security-policy', contentSecurityPolicy({ nonce })).send(
      docsPage(app.swagger() as DescribedCalls, nonce),
    )
  })
}

/** Calls `wake` after each changing call, so that pollers process its follow-up work immediately. */
export function afterEachChange(app: FastifyInstance, wake: () => void): void {
  app.addHook('onResponse', async ({ method, is404, routeOptions: { config } }) => {
    const changed = config?.changing === true || (method !== 'GET' && !config?.reads)
    if (changed && !is404) wake()
  })
}
