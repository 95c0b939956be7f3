import { describe, expect, it } from 'vitest'
import { WorkerFailed, workerQueue } from './worker-queue.ts'

const threadOf = (onMessage: string) =>
  new URL(
    `data:text/javascript,${
      encodeURIComponent(`import { parentPort } from 'node:worker_threads'\nparentPort.on('message', (question) => { ${onMessage} })`)
    }`,
  )
const limits = { timeout: 60_000, memory: 64, longestQueue: 4, kept: 1000 }

describe('a thread for work', () => {
  it('answers one question after the other', async () => {
    const ask = workerQueue<number, number>({ ...limits, file: threadOf('parentPort.postMessage(question * 2)') })
    expect(await Promise.all([ask(1), ask(2)])).toEqual([2, 4])
  })

  it('is ended where the process grows too much meanwhile, and the next question gets another', async () => {
    const fill = 'const kept = []; if (question) for (;;) kept.push(Buffer.alloc(1 << 20, 1)); parentPort.postMessage("answer")'
    const ask = workerQueue<boolean, string>({ ...limits, growth: 150, file: threadOf(fill) })
    await expect(ask(true)).rejects.toThrow(new WorkerFailed('The process grew by 150 MB'))
    expect(await ask(false)).toBe('answer')
  })

  it('is ended where it takes too long', async () => {
    const ask = workerQueue<number, number>({ ...limits, timeout: 1500, file: threadOf('for (;;) question += 1') })
    await expect(ask(1)).rejects.toThrow(WorkerFailed)
  })
})
