import { z } from 'zod'
import type { Env } from '#server/env.ts'
import { outbound, type Outbound, type OutboundAnswer } from '#server/outbound/outbound.ts'
import { SapFailure, type SapFailureKind } from './failure.ts'
import { type SapSettings, sapSettings } from './settings.ts'

type Query = Readonly<Record<string, string | number | undefined>>

/** Asks the gateway to SAP: JSON over HTTP, 10 s and 1 MB at most. */
export interface SapClient {
  /** @throws SapFailure */
  get<Shape extends z.ZodType>(path: string, query: Query, shape: Shape): Promise<z.output<Shape>>
  /** @throws SapFailure `refused` with SAP's message, `mute` if the outcome is unknown */
  post<Shape extends z.ZodType>(path: string, body: unknown,
    how: { readonly shape: Shape; readonly key?: string }): Promise<z.output<Shape>>
}

/** @throws SapFailure `notSet` where no gateway is set up */
export function sapClient(env: Env, ask?: Outbound): SapClient {
  const settings = sapSettings(env)
  if (!settings) throw new SapFailure('notSet')
  const sending = ask ?? outbound({ allow: [settings.url] })
  return {
    get: async (path, query, shape) =>
      read(await send(sending, { url: addressOf(settings, path, query), headers: headersOf(settings) }), shape),
    post: async (path, body, { shape, key }) => {
      const headers = { ...headersOf(settings), 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) }
      return read(await send(sending, { method: 'POST', url: addressOf(settings, path, {}), headers, body: JSON.stringify(body) }), shape)
    },
  }
}

function addressOf({ url }: SapSettings, path: string, query: Query): URL {
  const address = new URL(`${url}${path}`)
  const parameters = Object.entries(query).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, String(value)]]))
  address.search = String(new URLSearchParams(parameters))
  return address
}

const headersOf = ({ user, password }: SapSettings) => ({ accept: 'application/json',
  authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` })

const send = (ask: Outbound, request: Parameters<Outbound>[0]): Promise<OutboundAnswer> =>
  ask(request).catch((error: unknown) => {
    throw new SapFailure('mute', '', error)
  })

const refusal = z.object({ message: z.string().max(2000), code: z.string().max(40).optional(), field: z.string().max(64).optional() })

/**
 * 2xx is an answer, 404 an unknown record, 409 and 422 a refusal, 423 a locked record; any other status leaves the outcome unknown.
 */
function read<Shape extends z.ZodType>({ status, body }: OutboundAnswer, shape: Shape): z.output<Shape> {
  const content = contentOf(body)
  if (status < 200 || status > 299) throw failureOf(status, content)
  const parsed = shape.safeParse(content)
  if (parsed.success) return parsed.data
  throw new SapFailure('mute', '', parsed.error)
}

function failureOf(status: number, content: unknown): SapFailure {
  const { message: text = '', code, field } = refusal.safeParse(content).data ?? {}
  const kind = failureKinds[status]
  return kind
    ? new SapFailure(kind, text, undefined, { ...(code !== undefined && { code }), ...(field !== undefined && { field }) })
    : new SapFailure('mute', '', new Error(`HTTP ${status}`))
}

const failureKinds: Readonly<Record<number, SapFailureKind>> = { 404: 'missing', 409: 'refused', 422: 'refused', 423: 'busy' }

function contentOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown
  } catch {
    return undefined
  }
}
