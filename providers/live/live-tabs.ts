import type { LiveState } from './live-socket.ts'

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
