import { expect, it } from 'vitest'
import { semaphore } from './semaphore.ts'

/** Work that ends when the test calls `end`. */
function held(turns: ReturnType<typeof semaphore>) {
  let end: (outcome?: Error) => void = () => undefined
  let isRunning = false
  const done = turns.run(() =>
    new Promise<void>((resolve, reject) => {
      isRunning = true
      end = (outcome) => (outcome ? reject(outcome) : resolve())
    })
  )
  return { done, end: (outcome?: Error) => end(outcome), isRunning: () => isRunning }
}

it('runs so many at a time, in their order, and goes on after one that failed', async () => {
  const turns = semaphore(2)
  const all = [held(turns), held(turns), held(turns), held(turns)]
  const running = () => all.map(({ isRunning }) => isRunning())
  await expect.poll(running).toEqual([true, true, false, false])
  expect(turns.waiting()).toBe(2)
  all[1]?.end(new Error('broken'))
  await expect(all[1]?.done).rejects.toThrow('broken')
  await expect.poll(running).toEqual([true, true, true, false])
  all[0]?.end()
  await expect.poll(running).toEqual([true, true, true, true])
  expect(turns.waiting()).toBe(0)
})
