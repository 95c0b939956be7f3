import type { LiveEvent, LiveProvider } from '@refinedev/core'
import type { Http } from './http.ts'
import { type ChannelMessage, type LineEvents, type LiveConnection, liveSocket, type LiveState, liveTabs,
  type TabChannel } from './live/live-socket.ts'

/** A frame pushed by the server. */
export interface LiveFrame {
  readonly type: 'MESSAGE' | 'COUNTS'
  readonly message?: unknown
  readonly counts: unknown
}

/** Push notifications of this browser. Also Refine's live provider: its channel `resources/message` signals a new message. */
export interface LiveNotifications extends LiveProvider {
  readonly dedupe: NotificationDedupe
  onFrame(listener: (frame: LiveFrame) => void): () => void
  onState(listener: (state: LiveState) => void): () => void
  state(): LiveState
  close(): void
}

interface LiveDependencies {
  readonly http: Pick<Http, 'query' | 'expectNews'>
  /** Id of the person, which separates tabs of different people. */
  readonly person: string
}

const messages = 'resources/message'

/** Whether a socket is used; not on the literal host `localhost`, where counts are polled every minute. */
export const isLiveHost = (hostname: string): boolean => hostname !== 'localhost'

/** Connects; `close` disconnects. */
export function createLive({ http, person }: LiveDependencies): LiveNotifications {
  const frames = new Set<(frame: LiveFrame) => void>()
  const states = new Set<(state: LiveState) => void>()
  const subscriptions = new Set<Parameters<LiveProvider['subscribe']>[0]>()
  let state: LiveState = 'trying'
  let last = ''

  const publish = (event: LiveEvent) => {
    for (const { channel, types, callback } of subscriptions) {
      if (channel === event.channel && (types.includes('*') || types.includes(event.type))) callback(event)
    }
  }
  const receiveFrame = (frame: unknown) => {
    if (!isFrame(frame)) return
    http.expectNews()
    const id = idOf(frame.message)
    if (id !== undefined) last = laterOf(last, id)
    for (const listener of frames) listener(frame)
    if (id !== undefined) publish({ channel: messages, type: 'created', payload: { ids: [id] }, date: new Date() })
  }

  const tabs = liveTabs({
    channel: tabChannel(`oa-live-${person}`),
    lead: leadership(`oa-live-${person}`),
    connect: (onFrame, changed) => liveSocket({ address: () => addressOf(http, last), open: openLine, onFrame, changed }),
    onFrame: receiveFrame,
    changed(next) {
      state = next
      for (const listener of states) listener(next)
    },
  })
  const wake = () => document.visibilityState === 'visible' && tabs.wake()
  addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)

  return {
    dedupe: dedupeNotifications({ storage: localStorage, key: `oa.notified.${person}`,
      alone: (work) => ('locks' in navigator ? navigator.locks.request(`oa-notified-${person}`, work) : work()) }),
    onFrame: listening(frames),
    onState: listening(states),
    state: () => state,
    subscribe(options) {
      subscriptions.add(options)
      return options
    },
    unsubscribe: (options: Parameters<LiveProvider['subscribe']>[0]) => void subscriptions.delete(options),
    publish,
    close() {
      removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
      tabs.close()
    },
  }
}

/** The address of a socket, with a ticket that is valid once and for 30 s; `after` is the id of the last known message. */
async function addressOf(http: Pick<Http, 'query'>, after: string): Promise<string> {
  const { ticket } = await http.query<{ ticket: string }>('/ws/ticket', {}, { quiet: true })
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  return `${scheme}://${location.host}/ws/message?${new URLSearchParams({ ticket, ...(after !== '' && { after }) })}`
}

function openLine(address: string, { received, ended }: LineEvents): LiveConnection {
  const socket = new WebSocket(address)
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => received(data))
  socket.addEventListener('close', ended)
  return socket
}

/** Leader election among tabs. In a browser without Web Locks (plain HTTP), every tab is its own leader. */
function leadership(name: string) {
  return async (work: () => Promise<void>, signal: AbortSignal): Promise<void> => {
    if ('locks' in navigator) await navigator.locks.request(name, { signal }, work)
    else await work()
  }
}

function tabChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name)
  // without Web Locks every tab has its own socket
  const isShared = 'locks' in navigator
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
    post: (talk) => isShared && channel.postMessage(talk),
    listen: (listener) => channel.addEventListener('message', ({ data }: MessageEvent<ChannelMessage>) => listener(data)),
    close: () => channel.close(),
  }
}

const listening = <Listener>(listeners: Set<Listener>) => (listener: Listener) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const isFrame = (frame: unknown): frame is LiveFrame =>
  typeof frame === 'object' && frame !== null && 'type' in frame && (frame.type === 'MESSAGE' || frame.type === 'COUNTS')

function idOf(message: unknown): string | undefined {
  const id: unknown = typeof message === 'object' && message !== null && 'id' in message ? message.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** The greater of two message ids, which increase with time. */
const laterOf = (one: string, other: string): string => (Number(other) > Number(one) ? other : one)

/** Prevents several tabs of a browser from showing the same notification. */
interface NotificationDedupe {
  /** Returns true in exactly one of the tabs that ask for an id. */
  acquire(id: string): Promise<boolean>
}

interface NotificationDedupeOptions {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly key: string
  /** Runs work exclusively among the tabs. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

/** Number of message ids remembered; older messages are not pushed again. */
const remembered = 200

/** Creates the memory of shown notifications that the tabs of a browser share. */
export function dedupeNotifications({ storage, key, alone }: NotificationDedupeOptions): NotificationDedupe {
  return {
    acquire: (id) =>
      alone(async () => {
        const shown = read(storage.getItem(key))
        if (shown.includes(id)) return false
        storage.setItem(key, JSON.stringify([...shown, id].slice(-remembered)))
        return true
      }),
  }
}

function read(text: string | null): string[] {
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
