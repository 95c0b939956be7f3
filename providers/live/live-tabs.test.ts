import { describe, expect, it, vi } from 'vitest'
import { type ChannelMessage, type LiveState, liveTabs } from './live-socket.ts'
import { dedupeNotifications } from '../live.ts'

/** A simulated browser: tabs with a shared channel, one of which is the leader. */
function browser() {
  const listeners = new Map<object, (talk: ChannelMessage) => void>()
  let turn: Promise<void> = Promise.resolve()
  const connections: { onFrame(frame: unknown): void; changed(state: LiveState): void; close: ReturnType<typeof vi.fn> }[] = []
  const open = () => {
    const tab = {}
    const frames: unknown[] = []
    const states: LiveState[] = []
    const live = liveTabs({
      channel: {
        post: (talk) => [...listeners].filter(([other]) => other !== tab).forEach(([, listener]) => listener(talk)),
        listen: (listener) => void listeners.set(tab, listener),
        close: () => void listeners.delete(tab),
      },
      lead: (work, signal) => (turn = turn.then(() => (signal.aborted ? undefined : work()))),
      connect(onFrame, changed) {
        const connection = { onFrame, changed, close: vi.fn() }
        connections.push(connection)
        return { wake: () => undefined, close: connection.close }
      },
      onFrame: (frame) => frames.push(frame),
      changed: (state) => states.push(state),
    })
    return { frames, states, close: () => live.close() }
  }
  return { open, connections }
}

const macrotask = () => new Promise((done) => setTimeout(done))

describe('the tabs of a browser', () => {
  it('share one line: each hears everything, and how the line is', async () => {
    const { open, connections } = browser()
    const one = open()
    await macrotask()
    connections[0]!.changed('live')
    const other = open()
    await macrotask()
    connections[0]!.onFrame('news')
    expect(connections).toHaveLength(1)
    expect([one.frames, other.frames, one.states, other.states]).toEqual([['news'], ['news'], ['live'], ['live']])
  })

  it('take the line over when its tab is closed', async () => {
    const { open, connections } = browser()
    const one = open()
    await macrotask()
    const other = open()
    one.close()
    await macrotask()
    expect([connections[0]!.close.mock.calls.length, connections.length]).toEqual([1, 2])
    connections[1]!.onFrame('after')
    expect([one.frames, other.frames]).toEqual([[], ['after']])
  })
})

describe('a message', () => {
  const storage = () => {
    const kept = new Map<string, string>()
    return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) }
  }

  it('is told by one of the tabs that ask', async () => {
    let turn: Promise<unknown> = Promise.resolve()
    const shared = { storage: storage(), key: 'notified', alone: <T>(work: () => Promise<T>) => (turn = turn.then(work)) as Promise<T> }
    const tabs = [dedupeNotifications(shared), dedupeNotifications(shared), dedupeNotifications(shared)]
    expect((await Promise.all(tabs.map((tab) => tab.acquire('7')))).filter(Boolean)).toHaveLength(1)
    expect(await tabs[2]!.acquire('8')).toBe(true)
  })

  it('is remembered for a while, and what stands in the storage is not trusted', async () => {
    const kept = storage()
    kept.setItem('notified', '{"no":"list"}')
    const dedupe = dedupeNotifications({ storage: kept, key: 'notified', alone: (work) => work() })
    for (let id = 0; id < 250; id += 1) expect(await dedupe.acquire(String(id))).toBe(true)
    expect([await dedupe.acquire('249'), (JSON.parse(kept.getItem('notified') ?? '[]') as string[]).length]).toEqual([false, 200])
  })
})
