import { labelOf, type Locale } from '#kernel/wording/label.ts'
import { failureOf, type Envelope, texts } from './answer.ts'
import { HttpFailure } from '../failure.ts'
import type { Reactions } from '../reactions.ts'
import { addressOf, headersOf, type Call } from './request.ts'

export interface Upload {
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
