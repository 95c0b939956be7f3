import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase, type TestDatabase } from './database/testing.ts'

const folder = mkdtempSync(join(tmpdir(), 'processes-'))
let database: TestDatabase
let supervisor: ChildProcess
let address = ''

beforeAll(async () => {
  database = await testDatabase({ sets: [] })
  supervisor = fork(join(import.meta.dirname, 'testing-processes.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: database.owner.url, DATA_DIR: folder, DEMO: 'off', PORT: '0', PROCESSES: '2', DATABASE_POOL: '2' },
  })
  const [port] = (await once(supervisor, 'message')) as [number]
  address = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  supervisor.kill('SIGKILL')
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The id of the process that answers a new connection; undefined where none does. */
async function answering(): Promise<number | undefined> {
  const answer = await fetch(`${address}/sample/process`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(2_000) }).catch(
    () => undefined,
  )
  return answer && ((await answer.json()) as { data: number }).data
}
const seen = async (): Promise<ReadonlySet<number | undefined>> => new Set(await Promise.all(Array.from({ length: 12 }, answering)))
/** Waits until both processes answer. @returns their ids */
async function both(): Promise<readonly [number, number]> {
  let found: readonly number[] = []
  await expect.poll(async () => (found = [...(await seen())].filter((process) => process !== undefined)).length, { timeout: 120_000 })
    .toBe(2)
  return [found[0]!, found[1]!]
}

describe('several processes behind one port', () => {
  it('are replaced when they die while others start, and share the connections', async () => {
    expect(await both()).toHaveLength(2)
  })
  it('are replaced when they die, and the others go on meanwhile', async () => {
    const [dead, other] = await both()
    process.kill(dead, 'SIGKILL')
    await expect.poll(answering, { timeout: 120_000 }).toBe(other)
    await expect.poll(async () => (await seen()).size, { timeout: 120_000 }).toBe(2)
    expect(await seen()).not.toContain(dead)
    expect(await seen()).toContain(other)
  })
  it('are replaced when they stand still', async () => {
    const [frozen, other] = await both()
    process.kill(frozen, 'SIGSTOP')
    await expect.poll(async () => [...(await seen())].filter((process) => process !== undefined && process !== frozen).length, {
      timeout: 150_000,
    }).toBe(2)
    expect(await seen()).toContain(other)
  })
  it('end with the one that started them', async () => {
    const ended = once(supervisor, 'exit')
    supervisor.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(await answering()).toBeUndefined()
  })
})
