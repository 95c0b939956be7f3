import cluster from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

afterAll(() => new Promise<void>((done) => cluster.disconnect(done)))

it('each process of a cluster is asked at the address of its own server', async () => {
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'testing-local-address.ts'), execArgv: ['--import', 'tsx'], args: [] })
  const [one, other] = await Promise.all([1, 2].map(async () => {
    const worker = cluster.fork()
    const [address] = (await once(worker, 'message', { signal: AbortSignal.timeout(60_000) })) as [string]
    return address
  }))
  expect(one).not.toBe(other)
  const answers = await Promise.all([one, one, one, other, other].map(async (address) => (await fetch(String(address))).text()))
  expect(new Set(answers.slice(0, 3)).size).toBe(1)
  expect(new Set(answers.slice(3)).size).toBe(1)
  expect(answers[0]).not.toBe(answers[3])
})
