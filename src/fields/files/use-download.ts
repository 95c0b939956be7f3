import { useEffect, useRef, useState } from 'react'
import type { OnReceived } from '#providers/files.ts'

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
