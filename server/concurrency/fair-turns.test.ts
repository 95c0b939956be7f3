import { describe, expect, it } from 'vitest'
import { fairTurns, TooMuchWork, type TurnLimits } from './fair-turns.ts'

const limits: TurnLimits = { places: 1, most: 100, mostOfOne: 50, budget: { work: 1000, window: 10_000 } }

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Work that ends on demand, and the order in which it was started. */
function bench(change: Partial<TurnLimits> = {}) {
  let time = 0
  const begun: string[] = []
  const ends: (() => void)[] = []
  const turns = fairTurns({ ...limits, ...change }, () => time)
  const ask = (by: string, cost: number, isGone = () => false) =>
    turns({ by, cost, isGone }, () => {
      begun.push(`${by}${cost}`)
      return new Promise<void>((resolve) => ends.push(resolve))
    })
  const end = async (took = 0) => {
    await settled()
    time += took
    ends.shift()?.()
    await settled()
  }
  return { begun, ask, end, pass: (ms: number) => time += ms }
}

describe('work in turns', () => {
  it('goes from person to person, and by size within one', async () => {
    const { begun, ask, end } = bench()
    for (const cost of [9, 7, 8, 1]) void ask('a', cost)
    void ask('b', 5)
    for (let left = 5; left > 0; left--) await end()
    expect(begun).toEqual(['a9', 'b5', 'a1', 'a7', 'a8'])
  })

  it('serves each person once before any a second time, in the order in which they came', async () => {
    const { begun, ask, end } = bench()
    for (const by of ['first', 'a', 'a', 'a', 'b', 'b', 'c']) void ask(by, 0)
    for (let left = 7; left > 0; left--) await end()
    expect(begun).toEqual(['first0', 'a0', 'b0', 'c0', 'a0', 'b0', 'a0'])
  })

  it('is not done for an asker who is gone, who takes no room from others', async () => {
    const { begun, ask, end } = bench({ mostOfOne: 2 })
    void ask('first', 0)
    const gone = [ask('a', 8, () => true), ask('a', 9, () => true)].map((work) => work.catch((error: unknown) => error))
    void ask('a', 1)
    void ask('a', 2)
    for (let left = 3; left > 0; left--) await end()
    expect(begun).toEqual(['first0', 'a1', 'a2'])
    for (const failure of await Promise.all(gone)) expect(failure).toBeInstanceOf(TooMuchWork)
  })

  it('is not done for an asker who goes while it waits', async () => {
    const { begun, ask, end } = bench()
    let isGone = false
    void ask('first', 0)
    const gone = ask('a', 1, () => isGone).catch((error: unknown) => error)
    void ask('b', 2)
    isGone = true
    for (let left = 2; left > 0; left--) await end()
    expect(begun).toEqual(['first0', 'b2'])
    expect(await gone).toBeInstanceOf(TooMuchWork)
  })

  it('gives one person every place where that is allowed', async () => {
    const { begun, ask } = bench({ places: 2, mostAtOnce: 2 })
    void ask('a', 1)
    void ask('a', 2)
    await settled()
    expect(begun).toEqual(['a1', 'a2'])
  })

  it('leaves one of several places to others', async () => {
    const { begun, ask, end } = bench({ places: 2 })
    for (const cost of [3, 2, 1]) void ask('a', cost)
    void ask('b', 5)
    await end()
    expect(begun).toEqual(['a3', 'b5', 'a1'])
  })

  it('is refused beyond what one person, or all, may ask for', async () => {
    const { ask } = bench({ most: 4, mostOfOne: 2 })
    void ask('a', 1)
    void ask('a', 1)
    await expect(ask('a', 1)).rejects.toThrow(TooMuchWork)
    void ask('b', 1)
    void ask('c', 1)
    await expect(ask('d', 1)).rejects.toThrow(TooMuchWork)
  })

  it('is refused to whoever had too much of it lately', async () => {
    const { ask, end, pass } = bench()
    const first = ask('a', 1)
    await end(1000)
    await first
    await expect(ask('a', 1)).rejects.toThrow(TooMuchWork)
    void ask('b', 1)
    await end()
    pass(10_001)
    const again = ask('a', 1)
    await end()
    await expect(again).resolves.toBeUndefined()
  })

  it('gives its place back where it fails', async () => {
    const turns = fairTurns(limits)
    await expect(turns({ by: 'a', cost: 1 }, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(await turns({ by: 'a', cost: 1 }, async (place) => place)).toBe(0)
  })
})
