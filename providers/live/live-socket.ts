/** A line to the server that is open or opening. */
export interface LiveConnection {
  send(text: string): void
  close(): void
}

export interface LineEvents {
  received(text: unknown): void
  /** It was closed, or never opened. */
  ended(): void
}

/** `live`: connected; `trying`: not yet, or not at the moment; `polling`: given up, numbers are read every minute. */
export type LiveState = 'live' | 'trying' | 'polling'

interface LiveSocketDependencies {
  /** The address to connect to, with a ticket of its own for each attempt. */
  address(): Promise<string>
  open(address: string, events: LineEvents): LiveConnection
  /** Something that the server says, as it came. */
  onFrame(frame: unknown): void
  changed(state: LiveState): void
  /** At least 0 and below 1. */
  random?: () => number
}

export interface LiveSocket {
  /** Tries again now, as often as at first: the network is back, or somebody looks again. */
  wake(): void
  close(): void
}

/** Milliseconds. */
export const pauses = { idle: 30_000, answer: 10_000, retry: 10_000, spread: 5_000 }
const mostAttempts = 10

/**
 * Keeps one socket: after 30 s without a word it asks for a sign of life, which has to come in 10 s; what broke is
 * tried again after 10 s, at most ten times in a row. The first word of the server, not the open line, is success.
 * A server that starts again has lost everybody at the same moment: each adds a share of its own to the 10 s.
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
    // a line that opens and stays dumb is none
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
