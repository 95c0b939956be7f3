import { useCallback } from 'react'
import type { WritingHttp } from '#providers/http.ts'
import { useWritingHttp } from '../backend.ts'

type Send = (http: WritingHttp) => Promise<unknown>

/** Sends a call in the background, e.g. that something was looked at: a failure shows nowhere and changes nothing on the page. */
export function useBackgroundCall(): (send: Send) => Promise<void> {
  const http = useWritingHttp()
  return useCallback((send) => send(http).then(() => undefined, () => undefined), [http])
}
