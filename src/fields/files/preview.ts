import { download, type OnReceived } from '#providers/files.ts'
import type { Http } from '#providers/http.ts'
import type { ReferenceCandidate } from '../types.ts'

const pictures = new Set(['png', 'jpg', 'jpeg', 'gif', 'ico', 'bmp', 'webp'])

/** The viewer for a file in the browser; undefined: it can only be downloaded. */
export function viewOf(file: ReferenceCandidate | undefined): 'picture' | 'pdf' | undefined {
  const type = String(file?.['fileType'] ?? '').toLowerCase()
  if (pictures.has(type)) return 'picture'
  return type === 'pdf' ? 'pdf' : undefined
}

/** Loads a file's content as an object URL, which the caller has to revoke. @throws HttpFailure */
export async function contentOf(http: Http, id: string): Promise<string> {
  const response = await http.raw({ method: 'GET', path: '/oaserver/attachment/download', body: { id, inline: 1 } })
  return URL.createObjectURL(await response.blob())
}

interface DownloadOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: OnReceived
}

/** Downloads a file under its own name. @throws HttpFailure; the stream's error if it breaks off */
export const saveFile = (http: Http, id: string, { signal, onProgress }: DownloadOptions = {}): Promise<void> =>
  download(http, { method: 'GET', path: '/oaserver/attachment/download', body: { id }, ...(signal && { signal }) }, onProgress)
