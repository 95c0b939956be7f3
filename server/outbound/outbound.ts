import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { SpanKind } from '@opentelemetry/api'
import { traceHeaders, withinSpan } from '#server/tracing/spans.ts'
import { isAllowedAddress } from './addresses.ts'

/** A request to another system. */
export interface OutboundRequest {
  /** @default GET */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string | URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** The answer with any status; redirections are not followed. */
export interface OutboundAnswer {
  readonly status: number
  /** The content type without parameters; empty where absent. */
  readonly type: string
  /** The headers by lower-case names; repeated ones are lists. */
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type OutboundFailureKind = 'notAllowed' | 'address' | 'redirected' | 'tooLarge' | 'timeout' | 'unreachable'

/** No usable answer. Contains neither headers nor content, so that it can be logged. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'

  constructor(
    readonly kind: OutboundFailureKind,
    /** Scheme, host and port only: URLs of webhooks contain secrets. */
    readonly origin: string,
    cause?: unknown,
  ) {
    super(`${origin}: ${kind}`, { cause })
  }
}

export interface OutboundOptions {
  /** The configured URLs that may be requested; only scheme, host and port count. */
  readonly allow: readonly string[]
  /** Timeout from the request to the last byte, ms. */
  readonly timeout?: number
  /** Maximum size of an answer, bytes. */
  readonly largest?: number
  /** Client certificate and its private key, PEM. */
  readonly certificate?: { readonly cert: string; readonly key: string }
  /** Resolves names; for tests. */
  readonly resolve?: Resolve
}

type Resolve = (name: string) => Promise<readonly LookupAddress[]>

/** Sends one request. @throws OutboundFailure */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>

/**
 * The only function by which the product requests other systems: only configured ones, at addresses that are checked after resolving the
 * name and are the ones connected to, without redirections, for at most 10 s and 1 MB.
 */
export function outbound({ allow, timeout = 10_000, largest = 1_048_576, certificate, resolve = addressesOf }: OutboundOptions): Outbound {
  const allowed = new Set(allow.map((address) => new URL(address).origin))
  return async (request) => {
    const url = new URL(request.url)
    if (!allowed.has(url.origin)) throw new OutboundFailure('notAllowed', url.origin)
    const attributes = { 'http.request.method': request.method ?? 'GET', 'server.address': url.hostname }
    return withinSpan(`${request.method ?? 'GET'} ${url.host}`, { kind: SpanKind.CLIENT, attributes },
      () => ask(url, { ...request, headers: { ...traceHeaders(), ...request.headers } }))
  }

  async function ask(url: URL, request: OutboundRequest): Promise<OutboundAnswer> {
    const signal = AbortSignal.timeout(timeout)
    try {
      const lookup = lookupOf(await checkedAddresses(url, resolve, signal))
      return await read(await send(url, request, { signal, lookup, ...certificate }), largest)
    } catch (error) {
      throw new OutboundFailure(signal.aborted ? 'timeout' : error instanceof OutboundError ? error.kind : 'unreachable', url.origin, error)
    }
  }
}

class OutboundError extends Error {
  constructor(readonly kind: OutboundFailureKind) {
    super(kind)
  }
}

function send(url: URL, { method = 'GET', headers = {}, body }: OutboundRequest,
  how: { readonly signal: AbortSignal; readonly lookup: LookupFunction; readonly cert?: string; readonly key?: string }
): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? secureRequest : plainRequest
  return new Promise((done, refuse) => {
    open(url, { method, headers: { 'accept-encoding': 'identity', ...headers }, agent: false, ...how }, done).on('error', refuse).end(body)
  })
}

async function read(answer: IncomingMessage, largest: number): Promise<OutboundAnswer> {
  const { statusCode: status = 0 } = answer
  if (status >= 300 && status < 400) refuse(answer, 'redirected')
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largest) refuse(answer, 'tooLarge')
    parts.push(part)
  }
  return { status, type: typeOf(answer.headers['content-type']), headers: answer.headers, body: Buffer.concat(parts) }
}

const typeOf = (header = '') => (header.split(';')[0] ?? '').trim().toLowerCase()

function refuse(answer: IncomingMessage, kind: OutboundFailureKind): never {
  answer.destroy()
  throw new OutboundError(kind)
}

/** Resolves a name and checks all of its addresses. A literal address in the settings is trusted. */
async function checkedAddresses({ hostname }: URL, resolve: Resolve, signal: AbortSignal): Promise<readonly LookupAddress[]> {
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return []
  const addresses = await Promise.race([resolve(hostname), endOf(signal)])
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowedAddress(address))) throw new OutboundError('address')
  return addresses
}

/** Connects to the checked addresses, so that the name cannot be resolved differently in between (DNS rebinding). */
const lookupOf = (addresses: readonly LookupAddress[]): LookupFunction => (_, { all, family }, done) => {
  const usable = addresses.filter((address) => !family || address.family === family)
  const [first] = usable
  if (!first) done(new OutboundError('address'), '', 0)
  else if (all) done(null, usable)
  else done(null, first.address, first.family)
}

const endOf = (signal: AbortSignal) =>
  new Promise<never>((_, refused) => signal.addEventListener('abort', () => refused(new OutboundError('timeout')), { once: true }))

const addressesOf: Resolve = (name) =>
  new Promise((done, refused) =>
    resolveName(name, { all: true, verbatim: true }, (error, addresses) => (error ? refused(error) : done(addresses)))
  )
