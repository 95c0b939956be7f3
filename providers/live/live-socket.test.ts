import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type LineEvents, liveSocket, type LiveState, pauses } from './live-socket.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function begin(address: () => Promise<string> = async () => 'ws://here', random = () => 0) {
  const lines: { events: LineEvents; sent: string[]; isClosed: boolean }[] = []
  const frames: unknown[] = []
  const states: LiveState[] = []
  const socket = liveSocket({
    address,
    open(_, events) {
      const line = { events, sent: [] as string[], isClosed: false }
      lines.push(line)
      return { send: (text) => void line.sent.push(text), close: () => (line.isClosed = true) }
    },
    onFrame: (frame) => frames.push(frame),
    changed: (state) => states.push(state),
    random,
  })
  return { socket, lines, frames, states, wait: (ms: number) => vi.advanceTimersByTimeAsync(ms) }
}

describe('the line to the server', () => {
  it('is live with its first word, and tells what it hears', async () => {
    const { lines, frames, states, wait } = begin()
    await wait(0)
    expect(states).toEqual(['trying'])
    lines[0]!.events.received('{"type":"COUNTS"}')
    lines[0]!.events.received('pong')
    lines[0]!.events.received('no json')
    expect([states, frames]).toEqual([['trying', 'live'], [{ type: 'COUNTS' }, undefined]])
  })

  it('asks for a sign of life after 30 s without a word, and is dropped when none comes in 10 s', async () => {
    const { lines, states, wait } = begin()
    await wait(0)
    lines[0]!.events.received('{}')
    await wait(pauses.idle - 1)
    expect(lines[0]!.sent).toEqual([])
    await wait(1)
    expect(lines[0]!.sent).toEqual(['ping'])
    lines[0]!.events.received('pong')
    await wait(pauses.idle)
    expect(lines[0]!.sent).toEqual(['ping', 'ping'])
    await wait(pauses.answer)
    expect([lines[0]!.isClosed, states.at(-1)]).toEqual([true, 'trying'])
    await wait(pauses.retry)
    expect(lines).toHaveLength(2)
  })

  it('is tried ten times in a row, 10 s apart; then numbers are asked for until somebody looks again', async () => {
    const { socket, lines, states, wait } = begin()
    await wait(0)
    for (let times = 1; times <= 10; times += 1) {
      expect(lines).toHaveLength(times)
      lines.at(-1)!.events.ended()
      await wait(pauses.retry)
    }
    await wait(600_000)
    expect([lines.length, states]).toEqual([10, ['trying', 'polling']])
    socket.wake()
    await wait(0)
    expect([lines.length, states.at(-1)]).toEqual([11, 'trying'])
    lines.at(-1)!.events.received('{}')
    expect(states.at(-1)).toBe('live')
  })

  it('is tried at a moment of its own, so that a server that has just started is not asked by everybody at once', async () => {
    const { lines, wait } = begin(undefined, () => 0.5)
    await wait(0)
    lines[0]!.events.ended()
    await wait(pauses.retry + pauses.spread / 2 - 1)
    expect(lines).toHaveLength(1)
    await wait(1)
    expect(lines).toHaveLength(2)
  })

  it('counts anew after it was live, but not after it opened and stayed dumb', async () => {
    const { lines, states, wait } = begin()
    await wait(0)
    for (let times = 0; times < 30; times += 1) {
      lines.at(-1)!.events.received('{}')
      lines.at(-1)!.events.ended()
      await wait(pauses.retry)
    }
    expect([lines.length, states.at(-1)]).toEqual([31, 'trying'])
    for (let times = 0; times < 10; times += 1) await wait(pauses.answer + pauses.retry)
    expect(states.at(-1)).toBe('polling')
  })

  it('without a ticket is a failed attempt, and what was closed stays closed', async () => {
    const refused = vi.fn(() => Promise.reject(new Error('401')))
    const { socket, lines, wait } = begin(refused)
    await wait(pauses.retry)
    expect([refused.mock.calls.length, lines.length]).toEqual([2, 0])
    socket.close()
    await wait(600_000)
    socket.wake()
    expect(refused).toHaveBeenCalledTimes(2)
  })

  it('hears nothing of a line that was left', async () => {
    const { lines, frames, wait } = begin()
    await wait(0)
    lines[0]!.events.ended()
    await wait(pauses.retry)
    lines[0]!.events.received('{"late":true}')
    lines[0]!.events.ended()
    expect([frames, lines[1]!.isClosed]).toEqual([[], false])
  })
})
