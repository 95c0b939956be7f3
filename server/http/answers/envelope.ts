import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import type { Parameters } from '#kernel/errors.ts'
import type { FindText } from '#kernel/wording/translate.ts'

/** The envelope of every JSON answer. */
export interface Envelope {
  /** 200, 401, 403, 404, 500, 42006, 42007, 42009; else the HTTP status. */
  readonly code: number
  /** In the caller's language; empty where there is nothing to say. */
  readonly msg: string
  readonly data?: unknown
  readonly result?: unknown
  /** Of an unexpected failure, to be named to an administrator. */
  readonly traceId?: string
}

/** An answer with a sentence for the person beside its data. */
export class AnswerWithText {
  constructor(
    readonly data: unknown,
    readonly code: string,
    readonly parameters: Parameters = {},
  ) {}
}

/** Answers `data` and says the text of a locale key. */
export const withMessage = (data: unknown, code: string, parameters: Parameters = {}): AnswerWithText =>
  new AnswerWithText(data, code, parameters)

/**
 * Handlers return plain data; this wraps it. Files (Buffer, stream), sent replies
 * and routes declared `raw` are left as they are.
 */
export function installEnvelope(app: FastifyInstance, find: FindText): void {
  app.decorateReply('answerCode', 200)
  app.addHook('onRoute', (route) => {
    if (route.config?.raw || isSocket(route)) return
    route.handler = wrapped(route.handler, find, route.config?.aliasResult ?? false)
  })
  app.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    reply.header('x-trace-id', request.id)
  })
}

declare module 'fastify' {
  interface FastifyReply {
    /** The envelope's code of this answer, for log and audit. */
    answerCode: number
  }
}

function wrapped(handler: RouteHandlerMethod, find: FindText, alias: boolean): RouteHandlerMethod {
  return async function(request, reply) {
    const answer: unknown = await handler.call(this, request, reply)
    if (answer === reply || reply.sent || isFile(answer)) return answer
    return envelopeOf(answer, request, find, alias)
  }
}

function envelopeOf(answer: unknown, request: FastifyRequest, find: FindText, alias: boolean): Envelope {
  const spoken = answer instanceof AnswerWithText ? answer : undefined
  const data = (spoken ? spoken.data : answer) ?? null
  const msg = spoken ? (find(spoken.code, spoken.parameters, request.language) ?? '') : ''
  return { code: 200, msg, data, ...(alias && { result: data }) }
}

const isFile = (answer: unknown) => answer instanceof Readable || answer instanceof Uint8Array

function isSocket(route: RouteOptions): boolean {
  return 'websocket' in route && route.websocket === true
}

/** Sends an envelope that is not a success. */
export function sendEnvelope(reply: FastifyReply, status: number, envelope: Envelope): FastifyReply {
  reply.answerCode = envelope.code
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').serializer(JSON.stringify).send(
    envelope,
  )
}
