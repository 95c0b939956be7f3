import type { Locale } from '#kernel/wording/label.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Query parameters, or a single value that is appended to the path. */
export type Parameters = Readonly<Record<string, unknown>> | string | number

export interface Call {
  readonly method: Method
  /** Path relative to the base, e.g. `/workflow/pass`. */
  readonly path: string
  /** GET and DELETE: query parameters or a single value. POST and PUT: the JSON body. */
  readonly body?: unknown
  /** Without side effects: sent without idempotency key. */
  readonly reads?: boolean
  /** A GET with side effects: not retried. */
  readonly once?: boolean
  /** The caller shows failures itself. */
  readonly quiet?: boolean
  /** Receives the backend's message of a success. */
  readonly succeeded?: (message: string) => void
  /** The call creates a record; selects the fallback message of a failure. */
  readonly adds?: true
  readonly signal?: AbortSignal
  /** Idempotency key, if the caller manages it, e.g. across reloads. */
  readonly key?: string
  /** Completes even when the page is left. */
  readonly keepalive?: boolean
}

/** A call without side effects. */
export type ReadingCall = Call & ({ readonly method: 'GET' } | { readonly reads: true })

const base = '/api'

const languages: Record<Locale, string> = { cn: 'zh_CN', en: 'en_US' }

/** Headers sent with every call. */
export function headersOf(token: string | undefined, locale: Locale): Record<string, string> {
  return {
    'Accept-Language': languages[locale],
    'X-Client-Type': isNarrow() ? 'mobile' : 'web',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
}

/** Returns whether the pages have their layout for telephones. Absent in the workers that some calls are made from. */
const isNarrow = (): boolean => globalThis.matchMedia?.('(max-width: 767px)').matches ?? false

/** URL of a call: the body of a GET or DELETE becomes its query, and a timestamp defeats caches. */
export function addressOf(call: Call, now: number): string {
  const carriesQuery = call.method === 'GET' || call.method === 'DELETE'
  const parameters = carriesQuery ? call.body : undefined
  const isBare = typeof parameters === 'string' || typeof parameters === 'number'
  const path = isBare ? `${call.path}/${encodeURIComponent(parameters)}` : call.path
  const query = new URLSearchParams(isBare ? [] : entriesOf(parameters))
  query.set('_t', String(now))
  return `${base}${path}${path.includes('?') ? '&' : '?'}${query}`
}

/** JSON body of a POST or PUT. */
export function contentOf(call: Call): string | undefined {
  if (call.method === 'GET' || call.method === 'DELETE' || call.body === undefined) return undefined
  return JSON.stringify(call.body)
}

function entriesOf(parameters: unknown): [string, string][] {
  if (typeof parameters !== 'object' || parameters === null) return []
  return Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]) => [key, Array.isArray(value) ? value.join(',') : String(value)])
}

/**
 * Idempotency keys of mutating calls. A key is created before the first send and kept until the server has answered, so that a user who
 * repeats an unanswered call with the same content sends the same key.
 */
export function createKeys(make: () => string = randomKey) {
  const waiting = new Map<string, string>()
  const nameOf = (call: Call) => `${call.method} ${call.path} ${contentOf(call) ?? JSON.stringify(call.body)}`

  return {
    keyOf(call: Call): string {
      const name = nameOf(call)
      const key = waiting.get(name) ?? make()
      waiting.set(name, key)
      return key
    },
    answered(call: Call): void {
      waiting.delete(nameOf(call))
    },
  }
}

/** A random key. Works on insecure origins too, unlike `crypto.randomUUID`. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
