import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createProbe } from './probe.ts'
import { testDatabase, type TestDatabase } from './testing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ sets: [] })
})
afterAll(() => database?.drop())

/** Keeps this process from reading anything. */
function standStill(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

describe('the probe of the database', () => {
  it('says when it was answered and how long that took, one question for all who ask at once', async () => {
    let questions = 0
    const probe = createProbe(database.application, { question: async (client) => {
      questions += 1
      await client.query('select 1')
    } })
    const [one, other] = await Promise.all([probe.look(), probe.look()])
    expect(one).toMatchObject({ answers: true, at: expect.any(Date), took: expect.any(Number) })
    expect([other, questions]).toEqual([one, 1])
    await probe.close()
  })

  it('is answered within its limit by a database that does not answer, connection and all', async () => {
    const probe = createProbe(database.application, { limit: 200, question: (client) => client.query('select pg_sleep(5)') })
    const begun = performance.now()
    expect(await probe.look()).toMatchObject({ answers: false })
    expect(performance.now() - begun).toBeLessThan(2_000)
    await probe.close()
  })

  it('does not take a process that stood still for a database that is away', async () => {
    const probe = createProbe(database.application, { limit: 200 })
    const known = await probe.look()
    const asked = probe.look()
    // the question goes out, and its answer waits to be read
    await sleep(0)
    standStill(900)
    const answer = await asked
    expect(answer.answers).toBe(true)
    expect(answer.at.getTime()).toBeGreaterThanOrEqual(known.at.getTime())
    await probe.close()
  })
})
