import type { Locale } from '#kernel/wording/label.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Query parameters, or one bare value that becomes the last part of the path. */
export type Parameters = Readonly<Record<string, unknown>> | string | number

export interface Call {
  readonly method: Method
  /** Path below the base, e.g. `/workflow/pass`. */
  readonly path: string
  /** Of a GET or DELETE: query parameters or a bare value. Of a POST or PUT: the JSON body. */
  readonly body?: unknown
  /** Changes nothing: no idempotency key. */
  readonly reads?: boolean
  /** Changes something although it is a GET: it is not repeated by itself. */
  readonly once?: boolean
  /** The caller shows the failure itself. */
  readonly quiet?: boolean
  /** Called with the backend's message beside a success. */
  readonly succeeded?: (message: string) => void
  /** It adds a record: a failure for which the answer gives no reason is called so. */
  readonly adds?: true
  readonly signal?: AbortSignal
  /** The idempotency key, where the caller keeps it until there is an answer, over a reload too. */
  readonly key?: string
  /** Goes on when the page is left. */
  readonly keepalive?: boolean
}

/** A call that changes nothing. */
export type ReadingCall = Call & ({ readonly method: 'GET' } | { readonly reads: true })

const base = '/api'

const languages: Record<Locale, string> = { cn: 'zh_CN', en: 'en_US' }

/** Headers that every call of the backend carries. */
export function headersOf(token: string | undefined, locale: Locale): Record<string, string> {
  return {
    'Accept-Language': languages[locale],
    'X-Client-Type': 'web',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
  }
}

/** Address of a call: the body of a GET or DELETE moves into it, and a timestamp keeps caches away. */
export function addressOf(call: Call, now: number): string {
  const carriesQuery = call.method === 'GET' || call.method === 'DELETE'
  const parameters = carriesQuery ? call.body : undefined
  const isBare = typeof parameters === 'string' || typeof parameters === 'number'
  const path = isBare ? `${call.path}/${encodeURIComponent(parameters)}` : call.path
  const query = new URLSearchParams(isBare ? [] : entriesOf(parameters))
  query.set('_t', String(now))
  return `${base}${path}${path.includes('?') ? '&' : '?'}${query}`
}

/** Body of a POST or PUT, as text. */
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
