import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import { BadRequest } from '../answers/errors.ts'

/** Maximum size of a JSON or form body, bytes; routes may have a smaller limit. */
export const bodyLimit = 1024 * 1024

/** Maximum size of an uploaded file, bytes; each upload checks its own, smaller limit. */
const fileLimit = 200 * 1024 * 1024

/** Installs the JSON parser, and parsers for multipart and forms on routes that declare them. */
export async function installBodyParsers(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: FastifyRequest, text: string) => parseJson(text))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (request: FastifyRequest, text: string) => {
    if (!request.routeOptions.config.form) throw unsupported()
    return parseForm(text)
  })
  await app.register(multipart, {
    limits: { fieldNameSize: 200, fieldSize: bodyLimit, fields: 100, fileSize: fileLimit, files: 20, parts: 120, headerPairs: 100 },
  })
  installUnreadBodies(app)
  app.addHook('preParsing', async (request) => {
    if (request.headers['content-type']?.toLowerCase().startsWith('multipart/') && !request.routeOptions.config.multipart && !request.is404)
      throw unsupported()
  })
  app.addHook('preValidation', async (request) => {
    // Our client appends a timestamp to every URL, which is ignored.
    if (typeof request.query === 'object' && request.query !== null) Reflect.deleteProperty(request.query, '_t')
    checkValue(request.query)
    checkValue(request.params)
  })
}

/** @throws BadRequest for invalid JSON; an empty text counts as no body */
function parseJson(text: string): unknown {
  if (text.trim() === '') return undefined
  const value = parsed(text)
  checkValue(value)
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new BadRequest(400, 'error.malformedBody')
  }
}

function parseForm(text: string): Record<string, string | string[]> {
  const fields = new URLSearchParams(text)
  const entries = [...new Set(fields.keys())].map((key) => {
    const values = fields.getAll(key)
    return [key, values.length === 1 ? values[0]! : values] as const
  })
  checkValue(Object.fromEntries(entries))
  return Object.fromEntries(entries)
}

const unsupported = () => new BadRequest(415, 'error.unsupportedBody')

/** Maximum nesting: our forms and lists are flatter, and deeper input could exhaust the stack. */
const deepest = 48

/**
 * Refuses values that would cause failures later: keys that reach an object's prototype or break its conversion to a text, unlimited
 * nesting, and texts that PostgreSQL cannot store (NUL, unpaired surrogates).
 * @throws BadRequest
 */
function checkValue(value: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'string') checkText(next.value)
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth >= deepest) throw new BadRequest(400, 'error.tooDeep')
    for (const [key, child] of Object.entries(next.value)) {
      if (reserved.has(key)) throw new BadRequest(400, 'error.reservedKey')
      checkText(key)
      open.push({ value: child, depth: next.depth + 1 })
    }
  }
}

const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'toString', 'valueOf'])

const unstorable = /\0|\p{Surrogate}/u

function checkText(text: string) {
  if (unstorable.test(text)) throw new BadRequest(400, 'error.unreadableText')
}

/** Time for which the rest of a refused upload is read and discarded, ms. */
const timeout = 60_000

/**
 * Drains a multipart body that was not read completely (a refused file, a full disk) before the answer is sent: Node does not discard a
 * body that was partly read, which would block the next request on the connection. Where draining takes too long, the connection is
 * closed with the answer.
 */
export function installUnreadBodies(app: FastifyInstance, limit = timeout): void {
  app.addHook('onSend', async (request, reply) => {
    if (!request.isMultipart() || request.raw.readableEnded || request.raw.destroyed) return
    if (!(await isReadWithin(request.raw, limit))) reply.header('connection', 'close')
  })
}

/** Discards the rest of a body. @returns whether it ended, or the client disconnected, within the limit */
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
