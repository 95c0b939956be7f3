import { useEffect, useRef, useState } from 'react'
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

/** The state of a download; sizes in bytes, `total` undefined if unknown. */
export interface DownloadState {
  readonly stage: 'idle' | 'downloading' | 'done' | 'failed'
  readonly received: number
  readonly total: number | undefined
}

const idle: DownloadState = { stage: 'idle', received: 0, total: undefined }

/** A download with progress that can be cancelled and retried. */
export function useDownload(fetched: (saving: { signal: AbortSignal; onProgress: OnReceived }) => Promise<void>) {
  const [state, setState] = useState(idle)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const start = async () => {
    const own = new AbortController()
    controller.current = own
    setState({ ...idle, stage: 'downloading' })
    try {
      await fetched({ signal: own.signal, onProgress: (received, total) => setState({ stage: 'downloading', received, total }) })
      setState({ ...idle, stage: 'done' })
    } catch {
      setState(own.signal.aborted ? idle : { ...idle, stage: 'failed' })
    }
  }
  return { state, start: () => void start(), cancel: () => controller.current?.abort() }
}
