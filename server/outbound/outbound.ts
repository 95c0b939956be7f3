import { lookup as resolveName, type LookupAddress } from 'node:dns'
import { type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { SpanKind } from '@opentelemetry/api'
import { traceHeaders, withinSpan } from '#server/tracing/spans.ts'

/**
 * Returns whether a resolved network address may be connected to. Addresses of the company's network are allowed, since servers are named
 * in the settings. Refused are this machine, link-local addresses (including a cloud's metadata), multicast and addresses that belong to
 * no machine, in any notation: a name that resolves to one of them indicates an attack.
 */
export function isAllowedAddress(address: string): boolean {
  const plain = unmapped(address)
  const family = isIP(plain)
  return family !== 0 && !refused.check(plain, family === 6 ? 'ipv6' : 'ipv4')
}

/** The IPv4 address inside an IPv6 one (mapped, compatible, NAT64, 6to4), or the address itself. */
export function unmapped(address: string): string {
  if (isIP(address) !== 6) return address
  const groups = groupsOf(address)
  const shape = shapes.find(({ prefix }) => prefix.every((group, place) => groups[place] === group))
  if (!shape) return address
  const [high = 0, low = 0] = groups.slice(shape.at, shape.at + 2)
  // `::` and `::1` do not contain an IPv4 address.
  return shape.at === 6 && high === 0 && low < 2 ? address : [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The positions of an IPv4 address in IPv6 addresses with these prefixes. */
const shapes = [
  { prefix: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  { prefix: [0, 0, 0, 0, 0, 0], at: 6 },
  { prefix: [0x64, 0xff9b], at: 6 },
  { prefix: [0x2002], at: 1 },
]

const refused = new BlockList()
for (const [network, prefix] of [['0.0.0.0', 8], ['127.0.0.0', 8], ['169.254.0.0', 16], ['192.0.0.0', 24], ['224.0.0.0', 4], ['240.0.0.0',
  4]] as const)
  refused.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [['::', 127], ['fe80::', 10], ['ff00::', 8], ['fd00:ec2::254', 128]] as const)
  refused.addSubnet(network, prefix, 'ipv6')

/** The eight groups of an IPv6 address, from the canonical notation of `URL`, which has no dots. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1).split('::')
  const numbers = (text = '') => text.split(':').filter(Boolean).map((group) => Number.parseInt(group, 16))
  const [before, after] = [numbers(head), numbers(tail)]
  return tail === undefined ? before : [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** A request to another system. */
interface OutboundRequest {
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

type OutboundFailureKind = 'notAllowed' | 'address' | 'redirected' | 'tooLarge' | 'timeout' | 'unreachable'

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

/** A short message to one telephone. */
interface ShortMessage {
  /** Eleven digits, without a country's prefix. */
  readonly phone: string
  /** The complete text, in the reader's language. */
  readonly text: string
  /** The code alone, for gateways with their own templates. */
  readonly code: string
}

/** Sends a message to the gateway. @throws SmsRefusal, OutboundFailure where it was not accepted */
export type SendSms = (message: ShortMessage) => Promise<void>

/** Short messages by a gateway of the company: `{ phone, text, code }` as JSON; any 2xx means that it was accepted. */
export function smsGateway(url: string, ask: Outbound = outbound({ allow: [url] })): SendSms {
  return async ({ phone, text, code }) => {
    const { status } = await ask({ method: 'POST', url, headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ phone, text, code }) })
    if (status < 200 || status >= 300) throw new SmsRefusal(`HTTP ${status}`)
  }
}

/** The gateway answered that it does not accept the message. */
class SmsRefusal extends Error {
  override readonly name = 'SmsRefusal'
}
