/** A socket that is open or opening. */
export interface LiveConnection {
  send(text: string): void
  close(): void
}

export interface LineEvents {
  received(text: unknown): void
  /** The socket was closed, or failed to open. */
  ended(): void
}

/** `live`: connected; `trying`: connecting or reconnecting; `polling`: given up, counts are polled every minute. */
export type LiveState = 'live' | 'trying' | 'polling'

interface LiveSocketDependencies {
  /** Returns the address to connect to, with a fresh ticket per attempt. */
  address(): Promise<string>
  open(address: string, events: LineEvents): LiveConnection
  /** Called with every frame of the server. */
  onFrame(frame: unknown): void
  changed(state: LiveState): void
  /** A random number in [0, 1), for the jitter. */
  random?: () => number
}

interface LiveSocket {
  /** Reconnects now and resets the attempts, e.g. when the network is back or the page becomes visible. */
  wake(): void
  close(): void
}

/** Intervals in ms. */
export const pauses = { idle: 30_000, answer: 10_000, retry: 10_000, spread: 5_000 }
const mostAttempts = 10

/**
 * Keeps one socket open: after 30 s of silence it sends a ping, which has to be answered within 10 s. A broken connection is retried after
 * 10 s plus jitter (all clients lose a restarting server at the same time), at most ten times in a row. A connection counts as established
 * on the server's first frame, not when the socket opens.
 */
export function liveSocket({ address, open, onFrame, changed, random = Math.random }: LiveSocketDependencies): LiveSocket {
  let line: LiveConnection | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempts = 0
  let state: LiveState | undefined
  let isClosed = false

  const say = (next: LiveState) => {
    if (state !== next) changed(state = next)
  }
  const after = (pause: number, work: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(work, pause)
  }
  const drop = () => {
    clearTimeout(timer)
    const old = line
    line = undefined
    old?.close()
  }
  const failed = () => {
    drop()
    if (isClosed) return
    if (attempts >= mostAttempts) return say('polling')
    say('trying')
    after(pauses.retry + random() * pauses.spread, connect)
  }
  const ask = () => {
    line?.send('ping')
    after(pauses.answer, failed)
  }
  const alive = () => {
    attempts = 0
    say('live')
    after(pauses.idle, ask)
  }
  const begin = (where: string) => {
    if (isClosed || line) return
    const opened: LiveConnection = open(where, {
      received(text) {
        if (line !== opened) return
        alive()
        if (text !== 'pong') onFrame(read(text))
      },
      ended: () => line === opened && failed(),
    })
    line = opened
    // a socket that opens without a frame counts as failed
    after(pauses.answer, failed)
  }
  const connect = () => {
    attempts += 1
    address().then(begin, failed)
  }

  say('trying')
  connect()
  return {
    wake() {
      if (isClosed || state === 'live') return
      attempts = 0
      drop()
      say('trying')
      connect()
    },
    close() {
      isClosed = true
      drop()
    },
  }
}

function read(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/** Messages between the tabs of one browser. */
export type ChannelMessage =
  | { readonly say: 'asking' }
  | { readonly say: 'state'; readonly state: LiveState }
  | { readonly say: 'frame'; readonly frame: unknown }

export interface TabChannel {
  post(talk: ChannelMessage): void
  listen(listener: (talk: ChannelMessage) => void): void
  close(): void
}

interface LiveTabsDependencies {
  readonly channel: TabChannel
  /** Runs work exclusively among the person's tabs in this browser; the work ends when the signal aborts. */
  lead(work: () => Promise<void>, signal: AbortSignal): Promise<void>
  /** Connects to the server; the result closes the connection. */
  connect(onFrame: (frame: unknown) => void, changed: (state: LiveState) => void): { wake(): void; close(): void }
  onFrame(frame: unknown): void
  changed(state: LiveState): void
}

/** Shares one socket between tabs: the leader connects and broadcasts frames; when it is closed, another tab takes over. */
export function liveTabs({ channel, lead, connect, onFrame, changed }: LiveTabsDependencies): { wake(): void; close(): void } {
  const end = new AbortController()
  let connection: { wake(): void; close(): void } | undefined
  let state: LiveState = 'trying'

  const change = (next: LiveState) => {
    state = next
    changed(next)
  }
  channel.listen((talk) => {
    if (talk.say === 'asking' && connection) channel.post({ say: 'state', state })
    else if (talk.say === 'state' && !connection) change(talk.state)
    else if (talk.say === 'frame' && !connection) onFrame(talk.frame)
  })
  channel.post({ say: 'asking' })

  void lead(async () => {
    connection = connect(
      (frame) => {
        onFrame(frame)
        channel.post({ say: 'frame', frame })
      },
      (next) => {
        change(next)
        channel.post({ say: 'state', state: next })
      },
    )
    await new Promise<void>((done) => (end.signal.aborted ? done() : end.signal.addEventListener('abort', () => done(), { once: true })))
  }, end.signal).catch(() => undefined)

  return {
    wake: () => connection?.wake(),
    close() {
      end.abort()
      connection?.close()
      channel.close()
    },
  }
}
