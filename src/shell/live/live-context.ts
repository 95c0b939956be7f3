import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { LiveNotifications } from '#providers/live.ts'
import type { LiveState } from '#providers/live/live-socket.ts'
import { useHttp } from '../backend.ts'
import { messageCentre } from '../layout/badges.ts'
import { useKnows } from '../routing/routes-context.ts'
import { reads, useRead } from '../start/reads.ts'

/** The pushed notifications of this browser; absent until it listens, and on hosts where it does not. */
export const LiveContext = createContext<LiveNotifications | undefined>(undefined)

/** The connection that pushes news to this browser; undefined where it does not listen. */
export const useLive = (): LiveNotifications | undefined => useContext(LiveContext)

/** Listens as long as the shell is there; its code comes after the first screen. */
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

/** Listens until the signal; where this host does not, or the code has not come, numbers are asked for as ever. */
async function listen(signal: AbortSignal,
  create: (createLive: typeof import('#providers/live.ts').createLive) => LiveNotifications): Promise<LiveNotifications | undefined> {
  const provider = await import('#providers/live.ts').catch(() => undefined)
  if (!provider || signal.aborted || !provider.isLiveHost(location.hostname)) return undefined
  const live = create(provider.createLive)
  signal.addEventListener('abort', () => live.close(), { once: true })
  return live
}

/** The state of the connection by which the server tells at once; undefined where it never does. */
export function useLiveState(): LiveState | undefined {
  const live = useLive()
  return useSyncExternalStore((listener) => live?.onState(listener) ?? nothing, () => live?.state())
}

const nothing = () => undefined
