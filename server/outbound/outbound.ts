import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isAllowedAddress } from './addresses.ts'

/** A request to another system. */
export interface OutboundRequest {
  /** GET without it. */
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string | URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Its answer, whatever its status; never a redirection. */
export interface OutboundAnswer {
  readonly status: number
  /** The type of the content, without its parameters; empty where none was named. */
  readonly type: string
  readonly body: Buffer
}

export type OutboundFailureKind = 'notAllowed' | 'address' | 'redirected' | 'tooLarge' | 'timeout' | 'unreachable'

/** No answer that may be used. Says nothing of headers or content, so that it may be logged. */
export class OutboundFailure extends Error {
  override readonly name = 'OutboundFailure'

  constructor(
    readonly kind: OutboundFailureKind,
    /** Scheme, host and port only: addresses of webhooks hold secrets. */
    readonly origin: string,
    cause?: unknown,
  ) {
    super(`${origin}: ${kind}`, { cause })
  }
}

export interface OutboundOptions {
  /** The addresses of the settings that may be asked; only their scheme, host and port count. */
  readonly allow: readonly string[]
  /** From asking to the last byte, ms. */
  readonly timeout?: number
  /** Largest answer, bytes. */
  readonly largest?: number
  /** Resolves names; for tests. */
  readonly resolve?: Resolve
}

type Resolve = (name: string) => Promise<readonly LookupAddress[]>

/** Sends one request. @throws OutboundFailure */
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>

/**
 * The one way in which the product asks other systems: only those that its settings name, at addresses that were
 * checked after the name was resolved and are the ones connected to, without following redirections, for 10 s and
 * 1 MB at most.
 */
export function outbound({ allow, timeout = 10_000, largest = 1_048_576, resolve = addressesOf }: OutboundOptions): Outbound {
  const allowed = new Set(allow.map((address) => new URL(address).origin))
  return async (request) => {
    const url = new URL(request.url)
    if (!allowed.has(url.origin)) throw new OutboundFailure('notAllowed', url.origin)
    const signal = AbortSignal.timeout(timeout)
    try {
      const lookup = lookupOf(await checkedAddresses(url, resolve, signal))
      return await read(await send(url, request, { signal, lookup }), largest)
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
  how: { readonly signal: AbortSignal; readonly lookup: LookupFunction }): Promise<IncomingMessage> {
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
  return { status, type: typeOf(answer.headers['content-type']), body: Buffer.concat(parts) }
}

const typeOf = (header = '') => (header.split(';')[0] ?? '').trim().toLowerCase()

function refuse(answer: IncomingMessage, kind: OutboundFailureKind): never {
  answer.destroy()
  throw new OutboundError(kind)
}

/** The addresses that a name leads to, all of them checked. A setting that spells out an address is taken at its word. */
async function checkedAddresses({ hostname }: URL, resolve: Resolve, signal: AbortSignal): Promise<readonly LookupAddress[]> {
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return []
  const addresses = await Promise.race([resolve(hostname), endOf(signal)])
  if (addresses.length === 0 || !addresses.every(({ address }) => isAllowedAddress(address))) throw new OutboundError('address')
  return addresses
}

/** Connects to what was checked, so that a name cannot mean another machine a moment later. */
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
