import { labelOf, type Label, type Locale } from '#kernel/wording/label.ts'
import { createPrefetch } from './http/prefetch.ts'
import { envelopeOf, failureOf, isSilent } from './http/answer.ts'
import { HttpFailure, isFailure } from './failure.ts'
import { createKeys } from './http/idempotency.ts'
import type { Reactions } from './reactions.ts'
import { addressOf, contentOf, headersOf, type Call, type Parameters, type ReadingCall } from './http/request.ts'
import { texts } from './http/texts.ts'
import { upload, type Upload } from './http/upload.ts'

export interface HttpDependencies {
  /** The access token, after any refresh under way; `isLeaving`: without one, while the token is still good. */
  token(isLeaving?: boolean): Promise<string | undefined>
  locale(): Locale
  readonly reactions: Reactions
  /** Called with the headers of every answer. */
  onHeaders?(headers: Headers): void
  fetch?: typeof globalThis.fetch
  /** Waits before a repeated GET, milliseconds. */
  readonly retryAfter?: number
  /** Gives up after, milliseconds. */
  readonly timeout?: number
}

type CallOptions = Pick<Call, 'quiet' | 'succeeded' | 'adds' | 'signal' | 'key' | 'keepalive'>

type ActOptions = CallOptions & { readonly method?: 'GET' }

/** The outcome of an action on a document: done, or someone else was faster and this is the state now. */
type ActionResult<T> =
  | { readonly outcome: 'done'; readonly data: T; readonly message: string }
  | { readonly outcome: 'moved'; readonly fresh: unknown; readonly message: string }

/**
 * The one client of the backend, as far as it reads. Every method answers the envelope's data and throws {@link HttpFailure};
 * the reactions have shown a failure to the person before, unless the call is quiet.
 */
export interface Http {
  get<T>(path: string, parameters?: Parameters, options?: CallOptions): Promise<T>
  /** A POST that only reads (pages, searches). */
  query<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  /** Asks for what a page that is being opened will ask with {@link query} or {@link get}: it is given this answer. */
  prefetch(path: string, body: unknown, method?: 'GET'): void
  /** A raw answer (files), with the failure of its envelope thrown. */
  raw(call: ReadingCall): Promise<Response>
  /** Lets calls through again after the sign-in dialog was closed. */
  resume(): void
}

/** The client with the calls that change something. The shell hands it to a command only (`useCommand`). */
export interface WritingHttp extends Http {
  post<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  put<T>(path: string, body?: unknown, options?: CallOptions): Promise<T>
  delete<T>(path: string, parameters?: Parameters, options?: CallOptions): Promise<T>
  /** An action on a document, a POST unless it says so: losing a race is an answer, not a failure. */
  act<T>(path: string, body?: unknown, options?: ActOptions): Promise<ActionResult<T>>
  /** Sends a file, with progress; showing a failure is up to the caller. */
  upload<T>(sending: Upload): Promise<T>
}

/**
 * Makes the client of the product’s calls, with tokens, idempotency keys, prefetched answers and a second try of reads that the network
 * lost or a busy server put off.
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
    try {
      const response = await fetch(addressOf(call, Date.now()), { method: call.method, headers, body, signal: limit.signal,
        keepalive: call.keepalive })
      onHeaders?.(response.headers)
      return response
    } catch {
      throw brokenCall(limit.reason(), locale())
    } finally {
      limit.end()
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
  }
}

/** The time in ms after which a server that is busy wants to be asked again, at most 5 s; undefined where it says none. */
function busyFor({ status, headers }: Response): number | undefined {
  const seconds = headers.get('retry-after')
  return status === 503 && seconds !== null ? Math.min(5, Number(seconds) || 0) * 1_000 : undefined
}

/** A signal that ends with the caller's or after the limit, and knows which of the two it was. */
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

/** Names the failure of a call whose answer gives no reason. */
function unexplained({ method, adds }: Call): Label {
  if (method === 'DELETE') return texts.deleteFailed
  return adds ? texts.addFailed : texts.unknown
}

const changes = ({ method, reads = false, once = false }: Call) => !reads && (method !== 'GET' || once)

const kindOf = (error: unknown) => (isFailure(error) ? error.kind : undefined)
