import { labelOf, type Locale } from '#kernel/wording/label.ts'
import { failureOf, type Envelope } from './http/answer.ts'
import { HttpFailure } from './failure.ts'
import type { Http } from './http.ts'
import type { Reactions } from './reactions.ts'
import { addressOf, headersOf, type Call } from './http/request.ts'
import { texts } from './http/texts.ts'

export interface Upload {
  readonly path: string
  readonly content: FormData
  readonly signal?: AbortSignal
  /** Headers beside those of every call. */
  readonly headers?: Readonly<Record<string, string>>
  /** Bytes sent so far, of all bytes. */
  onProgress?(sent: number, total: number): void
}

interface UploadDependencies {
  token(): Promise<string | undefined>
  locale(): Locale
  readonly reactions: Reactions
}

/**
 * Sends files with progress, which `fetch` cannot tell. It has no time limit of its own: a large file on a slow
 * line takes minutes, and the person sees the progress and can cancel.
 *
 * @throws HttpFailure
 */
export async function upload<T>(sending: Upload, { token, locale, reactions }: UploadDependencies): Promise<T> {
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

/** Reports the progress of a download: bytes so far, and of how many where the server says. */
export type Received = (received: number, total: number | undefined) => void

/**
 * Fetches a file and hands it to the browser under the name that the server gave.
 *
 * @throws HttpFailure when the answer is not a file; an error of the stream where it breaks off or is cancelled
 */
export async function download(http: Http, call: Pick<Call, 'path'> & Partial<Call>, onProgress?: Received): Promise<void> {
  const response = await http.raw({ method: 'GET', ...call })
  saveFile(onProgress ? await blobOf(response, { onProgress, signal: call.signal }) : await response.blob(), nameOfFile(response))
}

async function blobOf(response: Response,
  { onProgress, signal }: { onProgress: Received; signal: AbortSignal | undefined }): Promise<Blob> {
  if (!response.body) return response.blob()
  const total = Number(response.headers.get('content-length')) || undefined
  let received = 0
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, passed) {
      received += part.length
      onProgress(received, total)
      passed.enqueue(part)
    },
  })
  return new Response(response.body.pipeThrough(counting, { signal }), {
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  }).blob()
}

/** Hands a file to the browser, which asks where to or puts it among the downloads. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The name that the server gave a file. */
export function nameOfFile(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'file'
}
