import { randomUUID } from 'node:crypto'
import type { ServerOptions } from 'node:http'
import { type FastifyBaseLogger, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, LogController,
  fastify } from 'fastify'
import type { Logger } from 'pino'
import type { FindText } from '#kernel/wording/translate.ts'
import type { Env } from '#server/env.ts'
import { refusedAddress, routedAddress } from './address.ts'
import { type AuditSink, installAudit } from './audit/audit.ts'
import { bodyLimit, installBodyParsers } from './requests/body.ts'
import { installOpenApi } from './docs/openapi.ts'
import { registerDocs } from './docs/routes.ts'
import { type Authenticate, installAuthorization } from './authorization.ts'
import { installCompression } from './answers/compression.ts'
import { installEnvelope, sendEnvelope } from './answers/envelope.ts'
import { failureOf } from './answers/errors.ts'
import { installLanguage, languageOf } from './language.ts'
import { installRateLimit } from './rate-limit.ts'
import { installRepeats } from './repeats.ts'
import { installRequestLog } from './request-log.ts'
import { installSecurityHeaders } from './security.ts'
import { answerUnreadable } from './requests/unreadable.ts'
import { serialize, validate } from './requests/validation.ts'

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
