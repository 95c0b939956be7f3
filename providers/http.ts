import { type Label, labelOf, type Locale } from '#kernel/wording/label.ts'
import { type Envelope, envelopeOf, failureOf, HttpFailure, isFailure, isSilent, texts } from './failure.ts'
import { addressOf, type Call, contentOf, createKeys, headersOf, type Parameters, type ReadingCall } from './http/request.ts'
import { createPosition } from './http/position.ts'
import type { Reactions } from './reactions.ts'

/** Lifetime of a prefetched answer after its arrival, in ms. */
const keptFor = 1_500

/** A cache of reads sent ahead of the page that needs them; each is used once, by the first matching call. */
function createPrefetch(now: () => number = Date.now) {
  const pending = new Map<string, { readonly answer: Promise<unknown>; readonly until: number }>()
  const keyOf = (path: string, body: unknown) => `${path} ${JSON.stringify(body)}`
  return {
    put(path: string, body: unknown, answer: Promise<unknown>): void {
      const entry = { answer, until: Infinity }
      // avoids an unhandled rejection; the failure is thrown to the caller that takes the answer
      answer.catch(() => undefined).finally(() => (entry.until = now() + keptFor))
      pending.set(keyOf(path, body), entry)
    },
    /** Takes the prefetched answer of a call; undefined if there is none, or it has expired. */
    take<T>(path: string, body: unknown): Promise<T> | undefined {
      const key = keyOf(path, body)
      const found = pending.get(key)
      pending.delete(key)
      return found && found.until >= now() ? (found.answer as Promise<T>) : undefined
    },
    /** Discards all answers, because a mutation may have made them stale. */
    clear: () => pending.clear(),
    /** Returns whether the call was prefetched and has not expired. */
    has: (path: string, body: unknown): boolean => (pending.get(keyOf(path, body))?.until ?? 0) >= now(),
  }
}

export interface HttpDependencies {
  /** The access token, after a running refresh; with `isLeaving`, the current one without refresh if it is still valid. */
  token(isLeaving?: boolean): Promise<string | undefined>
  locale(): Locale
  readonly reactions: Reactions
  /** Called with the headers of every answer. */
  onHeaders?(headers: Headers): void
  fetch?: typeof globalThis.fetch
  /** Delay before a GET is retried, in ms. */
  readonly retryAfter?: number
  /** Timeout of a call, in ms. */
  readonly timeout?: number
}

type CallOptions = Pick<Call, 'quiet' | 'succeeded' | 'adds' | 'signal' | 'key' | 'keepalive'>

type ActOptions = CallOptions & { readonly method?: 'GET' }

/** The outcome of an action on a document: done, or refused because another person acted first, with the current state. */
type ActionResult<T> =
  | { readonly outcome: 'done'; readonly data: T; readonly message: string }
  | { readonly outcome: 'moved'; readonly fresh: unknown; readonly message: string }

/**
 * The HTTP client for reads. Every method resolves with the data of the envelope, or throws {@link HttpFailure} after the failure was shown
 * to the user (unless the call is `quiet`).
 */
export interface Http {
  get<T>(path: string, parameters?: Parameters, options?: CallOptions): Promise<T>
  /** A POST without side effects (pages, searches). */
  query<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  /** Sends a read ahead of the page that needs it; the next matching {@link query} or {@link get} gets its answer. */
  prefetch(path: string, body: unknown, method?: 'GET'): void
  /** The raw response, for files. Throws the failure in its envelope. */
  raw(call: ReadingCall): Promise<Response>
  /** Allows calls again after the sign-in dialog was closed. */
  resume(): void
  /** Makes the next reads find what others have written, e.g. after a notification. */
  expectNews(): void
}

/** The HTTP client for reads and writes. The shell passes it to commands only (`useCommand`). */
export interface WritingHttp extends Http {
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  delete<T>(path: string, parameters?: Parameters, options?: CallOptions): Promise<T>
  /** An action on a document, POST by default. A concurrent action of another person is a result, not a failure. */
  act<T>(path: string, body?: unknown, options?: ActOptions): Promise<ActionResult<T>>
  /** Uploads a file with progress. The caller shows failures. */
  upload<T>(sending: Upload): Promise<T>
}

/**
 * Creates the HTTP client, with tokens, idempotency keys, prefetched answers, and retries of reads after network failures and 503 answers.
 */
export function createHttp({
  token,
  locale,
  reactions,
  onHeaders,
  fetch = (...call) => globalThis.fetch(...call),
  retryAfter = 1_000,
  timeout = 60_000,
}: HttpDependencies): WritingHttp {
  const keys = createKeys()
  const early = createPrefetch()
  const position = createPosition()
  let signedOut = false

  async function answer(call: Call) {
    const response = await send(call)
    const envelope = await envelopeOf(response, locale())
    keys.answered(call)
    const failure = failureOf(envelope, locale(), unexplained(call))
    if (failure) throw react(failure, call)
    return envelope
  }

  async function send(call: Call): Promise<Response> {
    if (signedOut) throw new HttpFailure({ kind: 'signedOut', code: 401, message: labelOf(texts.signedOut, locale()) })
    if (changes(call)) early.clear()
    const isRepeated = call.method === 'GET' && !call.once
    return (isRepeated ? attemptTwice(call) : attempt(call)).catch((error: unknown) => Promise.reject(react(error, call)))
  }

  async function attemptTwice(call: Call): Promise<Response> {
    let pause = retryAfter
    try {
      const response = await attempt(call)
      const busy = busyFor(response)
      if (busy === undefined) return response
      pause = busy
    } catch (error) {
      if (kindOf(error) !== 'network') throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
    return attempt(call)
  }

  async function attempt(call: Call): Promise<Response> {
    const headers = headersOf(await token(call.keepalive), locale())
    const body = contentOf(call)
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (call.method !== 'GET' && !call.reads) headers['Idempotency-Key'] = call.key ?? keys.keyOf(call)

    const limit = limited(call.signal, timeout)
    const follow = position.begin(changes(call))
    let answered: Headers | undefined
    try {
      const response = await fetch(addressOf(call, Date.now()), { method: call.method, headers: { ...headers, ...follow.headers }, body,
        signal: limit.signal, keepalive: call.keepalive })
      answered = response.headers
      onHeaders?.(answered)
      return response
    } catch {
      throw brokenCall(limit.reason(), locale())
    } finally {
      limit.end()
      follow.end(answered)
    }
  }

  function react(error: unknown, call: Call): HttpFailure {
    const failure = isFailure(error) ? error : brokenCall('network', locale())
    if (failure.kind === 'signedOut') {
      if (!signedOut) reactions.notify({ kind: 'signedOut', text: failure.message })
      signedOut = true
    } else if (failure.kind !== 'cancelled' && !call.quiet && !isSilent(failure)) {
      reactions.notify({ kind: failure.kind, text: failure.message, traceId: failure.traceId })
    }
    return failure
  }

  const dataOf = async <T>(call: Call): Promise<T> => {
    const { data, msg } = await answer(call)
    if (msg) call.succeeded?.(msg)
    return data as T
  }

  return {
    get<T>(path: string, body?: Parameters, options?: CallOptions): Promise<T> {
      const ask = () => dataOf<T>({ method: 'GET', path, body, ...options })
      return early.take<T>(path, body)?.catch(ask) ?? ask()
    },
    query<T>(path: string, body: unknown = {}, options?: CallOptions): Promise<T> {
      const ask = () => dataOf<T>({ method: 'POST', path, body, reads: true, ...options })
      return early.take<T>(path, body)?.catch(ask) ?? ask()
    },
    prefetch(path, body, method) {
      if (!early.has(path, body))
        early.put(path, body,
          dataOf({ ...(method ? { method, body: body as Parameters } : { method: 'POST', body, reads: true }), path, quiet: true }))
    },
    post: (path, body = {}, options) => dataOf({ method: 'POST', path, body, ...options }),
    put: (path, body = {}, options) => dataOf({ method: 'PUT', path, body, ...options }),
    delete: (path, body, options) => dataOf({ method: 'DELETE', path, body, ...options }),
    async act<T>(path: string, body: unknown = {}, options?: ActOptions): Promise<ActionResult<T>> {
      try {
        const { data, msg } = await answer({ method: 'POST', path, body, once: true, ...options })
        return { outcome: 'done', data: data as T, message: msg }
      } catch (error) {
        if (!isFailure(error) || error.kind !== 'moved') throw error
        return { outcome: 'moved', fresh: error.data, message: error.message }
      }
    },
    upload: <T>(sending: Upload) => upload<T>(sending, { token, locale, reactions }),
    async raw(call) {
      const response = await send(call)
      if (response.ok && !response.headers.get('content-type')?.includes('json')) return response
      const failure = failureOf(await envelopeOf(response.clone(), locale()), locale())
      if (failure) throw react(failure, call)
      return response
    },
    resume: () => {
      signedOut = false
    },
    expectNews: () => position.forget(),
  }
}

/** The `Retry-After` of a 503 answer in ms, at most 5 s; undefined without one. */
function busyFor({ status, headers }: Response): number | undefined {
  const seconds = headers.get('retry-after')
  return status === 503 && seconds !== null ? Math.min(5, Number(seconds) || 0) * 1_000 : undefined
}

/** An abort signal for the caller's signal and the timeout; it records which of the two aborted. */
function limited(outer: AbortSignal | undefined, timeout: number) {
  const controller = new AbortController()
  let reason: 'network' | 'timeout' | 'cancelled' = 'network'
  const stop = (why: 'timeout' | 'cancelled') => {
    reason = why
    controller.abort()
  }
  const cancel = () => stop('cancelled')
  const timer = setTimeout(() => stop('timeout'), timeout)
  if (outer?.aborted) cancel()
  outer?.addEventListener('abort', cancel)
  return {
    signal: controller.signal,
    reason: () => reason,
    end: () => {
      clearTimeout(timer)
      outer?.removeEventListener('abort', cancel)
    },
  }
}

function brokenCall(kind: 'network' | 'timeout' | 'cancelled', locale: Locale): HttpFailure {
  const text = kind === 'timeout' ? texts.timeout : texts.network
  return new HttpFailure({ kind, code: 0, message: labelOf(text, locale) })
}

/** Fallback message for a failure without a reason. */
function unexplained({ method, adds }: Call): Label {
  if (method === 'DELETE') return texts.deleteFailed
  return adds ? texts.addFailed : texts.unknown
}

const changes = ({ method, reads = false, once = false }: Call) => !reads && (method !== 'GET' || once)

const kindOf = (error: unknown) => (isFailure(error) ? error.kind : undefined)

interface Upload {
  readonly path: string
  readonly content: FormData
  readonly signal?: AbortSignal
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Reports progress in bytes. */
  onProgress?(sent: number, total: number): void
}

interface UploadDependencies {
  token(): Promise<string | undefined>
  locale(): Locale
  readonly reactions: Reactions
}

/**
 * Uploads files with progress, which `fetch` does not support. Without timeout: a large file on a slow connection takes minutes, and the
 * user sees the progress and can cancel.
 *
 * @throws HttpFailure
 */
async function upload<T>(sending: Upload, { token, locale, reactions }: UploadDependencies): Promise<T> {
  const call: Call = { method: 'POST', path: sending.path }
  const headers = { ...headersOf(await token(), locale()), ...sending.headers }
  const envelope = await transfer(sending, addressOf(call, Date.now()), headers).catch((kind: 'network' | 'cancelled') =>
    Promise.reject(new HttpFailure({ kind, code: 0, message: labelOf(texts.network, locale()) }))
  )
  const failure = failureOf(envelope, locale())
  if (failure === undefined) return envelope.data as T
  if (failure.kind === 'signedOut') reactions.notify({ kind: 'signedOut', text: failure.message })
  throw failure
}

function transfer({ content, signal, onProgress }: Upload, address: string, headers: Record<string, string>): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded, total))
    request.addEventListener('load', () => resolve(parsed(request)))
    request.addEventListener('error', () => reject('network'))
    request.addEventListener('abort', () => reject('cancelled'))
    signal?.addEventListener('abort', () => request.abort())
    request.send(content)
  })
}

function parsed(request: XMLHttpRequest): Envelope {
  try {
    return JSON.parse(request.responseText) as Envelope
  } catch {
    return { code: request.status, msg: '' }
  }
}
