import { describe, expect, it, vi } from 'vitest'
import { DatabaseBusy } from './errors.ts'
import { connectionSemaphore } from './connection.ts'

/** Work that ends when the test calls `end`. */
function work() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((done) => (end = done))
  const begun = vi.fn(() => ended)
  return { begun, end }
}

/** Waits until all pending callbacks have run. */
const macrotask = () => new Promise((done) => setImmediate(done))

describe('a turnstile', () => {
  it('lets as many in as there are places, and the others in their order', async () => {
    const enter = connectionSemaphore({ places: 2, timeout: 10_000 })
    const works = [work(), work(), work(), work()]
    const done = works.map(({ begun }) => enter(begun))
    await macrotask()
    expect(works.map(({ begun }) => begun.mock.calls.length)).toEqual([1, 1, 0, 0])
    works[1]!.end()
    await macrotask()
    expect(works.map(({ begun }) => begun.mock.calls.length)).toEqual([1, 1, 1, 0])
    works.forEach(({ end }) => end())
    await Promise.all(done)
    const after = work()
    void enter(after.begun)
    expect(after.begun).toHaveBeenCalledOnce()
  })

  it('gives a place free after a failure too', async () => {
    const enter = connectionSemaphore({ places: 1, timeout: 10_000 })
    await expect(enter(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await enter(async () => 'next')).toBe('next')
  })

  it('says that it is busy to whoever waited in vain, and loses no place', async () => {
    vi.useFakeTimers()
    const enter = connectionSemaphore({ places: 1, timeout: 1_000 })
    const first = work()
    const running = enter(first.begun)
    const late = work()
    const waiting = enter(late.begun)
    const refused = waiting.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await refused).toBeInstanceOf(DatabaseBusy)
    vi.useRealTimers()
    first.end()
    await running
    expect(late.begun).not.toHaveBeenCalled()
    expect(await enter(async () => 'next')).toBe('next')
  })
})
