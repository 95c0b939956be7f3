import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import type { Parameters } from '#kernel/errors.ts'
import type { FindText } from '#kernel/wording/translate.ts'

/** The envelope of every JSON answer. */
export interface Envelope {
  /** 200, 401, 403, 404, 500, 42006, 42007, 42009; else the HTTP status. */
  readonly code: number
  /** In the caller's language; may be empty. */
  readonly msg: string
  readonly data?: unknown
  readonly result?: unknown
  /** Set for an unexpected failure, to be reported to an administrator. */
  readonly traceId?: string
}

/** An answer with a message for the person in addition to its data. */
export class AnswerWithText {
  constructor(
    readonly data: unknown,
    readonly code: string,
    readonly parameters: Parameters = {},
  ) {}
}

/** Answers `data` with the text of a locale key as the message. */
export const withMessage = (data: unknown, code: string, parameters: Parameters = {}): AnswerWithText =>
  new AnswerWithText(data, code, parameters)

/** Wraps the handlers' plain data in the envelope. Files (Buffer, stream), sent replies and `raw` routes are left unchanged. */
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
    /** The envelope's code of this answer, for log and audit log. */
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

/** Sends the envelope of a failure. */
export function sendEnvelope(reply: FastifyReply, status: number, envelope: Envelope): FastifyReply {
  reply.answerCode = envelope.code
  return reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').serializer(JSON.stringify).send(
    envelope,
  )
}
