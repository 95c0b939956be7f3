import type { FastifyInstance, FastifyRequest } from 'fastify'
import multipart from '@fastify/multipart'
import { checkValue } from './input-hardening.ts'
import { BadRequest } from '../answers/refusal.ts'
import { installUnreadBodies } from './unread-body.ts'

/** Largest JSON or form body, bytes; a route may ask for less. */
export const bodyLimit = 1024 * 1024

/** Largest uploaded file, bytes; each upload checks its own limit below that. */
const fileLimit = 200 * 1024 * 1024

/** Only JSON is read; multipart and forms on the routes that declare them. */
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
    // Our client appends a timestamp to every address; no call means anything by it.
    if (typeof request.query === 'object' && request.query !== null) Reflect.deleteProperty(request.query, '_t')
    checkValue(request.query)
    checkValue(request.params)
  })
}

/** @throws BadRequest for anything but clean JSON; an empty text is no body at all. */
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
