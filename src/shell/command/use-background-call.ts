import { useCallback } from 'react'
import type { WritingHttp } from '#providers/http.ts'
import { useWritingHttp } from '../backend.ts'

type Send = (http: WritingHttp) => Promise<unknown>

/** Sends a call in the background, e.g. a read receipt; failures are ignored. */
export function useBackgroundCall(): (send: Send) => Promise<void> {
  const http = useWritingHttp()
  return useCallback((send) => send(http).then(() => undefined, () => undefined), [http])
}
