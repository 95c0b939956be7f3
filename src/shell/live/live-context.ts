import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { LiveNotifications } from '#providers/live.ts'
import type { LiveState } from '#providers/live/live-socket.ts'
import { useHttp } from '../backend.ts'
import { messageCentre } from '../layout/badges.ts'
import { useKnows } from '../routing/routes-context.ts'
import { reads, useRead } from '../start/reads.ts'

/** Pushed notifications; undefined before the connection is set up, and on hosts without one. */
export const LiveContext = createContext<LiveNotifications | undefined>(undefined)

/** The push connection; undefined if there is none. */
export const useLive = (): LiveNotifications | undefined => useContext(LiveContext)

/** Keeps a push connection while the shell is mounted; its chunk loads after the first screen. */
export function useListening(): LiveNotifications | undefined {
  const http = useHttp()
  const person = useRead(reads.user)?.id
  const hasMessages = useKnows()(messageCentre)
  const [live, setLive] = useState<LiveNotifications>()
  useEffect(() => {
    if (person === undefined || !hasMessages) return
    const end = new AbortController()
    void listen(end.signal, (createLive) => createLive({ http, person })).then(setLive)
    return () => {
      end.abort()
      setLive(undefined)
    }
  }, [http, person, hasMessages])
  return live
}

/** Connects until the signal aborts; undefined if the host has no push connection or the chunk does not load. Counters are then polled. */
async function listen(signal: AbortSignal,
  create: (createLive: typeof import('#providers/live.ts').createLive) => LiveNotifications): Promise<LiveNotifications | undefined> {
  const provider = await import('#providers/live.ts').catch(() => undefined)
  if (!provider || signal.aborted || !provider.isLiveHost(location.hostname)) return undefined
  const live = create(provider.createLive)
  signal.addEventListener('abort', () => live.close(), { once: true })
  return live
}

/** The state of the push connection; undefined if there is none. */
export function useLiveState(): LiveState | undefined {
  const live = useLive()
  return useSyncExternalStore((listener) => live?.onState(listener) ?? nothing, () => live?.state())
}

const nothing = () => undefined
