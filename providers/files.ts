import type { Http } from './http.ts'
import type { Call, ReadingCall } from './http/request.ts'

/** Reports the progress of a download: bytes so far, and of how many where the server says. */
export type OnReceived = (received: number, total: number | undefined) => void

/** The call of a file: a GET unless it says otherwise. */
type FileCall = ReadingCall | (Omit<Call, 'method' | 'reads'> & { readonly method?: undefined })

/**
 * Fetches a file and hands it to the browser under the name that the server gave.
 *
 * @throws HttpFailure when the answer is not a file; an error of the stream where it breaks off or is cancelled
 */
export async function download(http: Http, call: FileCall, onProgress?: OnReceived): Promise<void> {
  const response = await http.raw(isWhole(call) ? call : { ...call, method: 'GET' })
  saveFile(onProgress ? await blobOf(response, { onProgress, signal: call.signal }) : await response.blob(), nameOfFile(response))
}

const isWhole = (call: FileCall): call is ReadingCall => call.method !== undefined

async function blobOf(response: Response,
  { onProgress, signal }: { onProgress: OnReceived; signal: AbortSignal | undefined }): Promise<Blob> {
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
