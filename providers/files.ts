import type { Http } from './http.ts'
import type { Call, ReadingCall } from './http/request.ts'

/** Download progress in bytes; `total` is undefined if the server does not send the size. */
export type OnReceived = (received: number, total: number | undefined) => void

/** The call of a file. @default method GET */
type FileCall = ReadingCall | (Omit<Call, 'method' | 'reads'> & { readonly method?: undefined })

/**
 * Downloads a file under the name sent by the server.
 *
 * @throws HttpFailure when the answer is not a file; the stream's error when it breaks off or is cancelled
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

/** Saves content as a file, by the browser's download. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** The file name in `Content-Disposition`. */
export function nameOfFile(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'file'
}
