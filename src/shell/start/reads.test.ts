import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HttpFailure } from '#providers/failure.ts'
import type { Http } from '#providers/http.ts'
import { fetchRead } from './reads.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Loads a read whose first questions fail; returns how it ends, and how often it was asked. */
async function load(failures: number, failure: Error) {
  let asked = 0
  const ask = async () => {
    asked += 1
    if (asked <= failures) throw failure
    return 'read'
  }
  const answer = fetchRead(new QueryClient(), {} as Http, { name: 'user', ask }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(600_000)
  return [await answer, asked]
}

it('a read that the server puts off, or that has no answer, is asked for until a standby has taken over', async () => {
  const putOff = new HttpFailure({ kind: 'failed', message: 'busy', code: 503 })
  expect(await load(15, putOff)).toEqual(['read', 16])
  expect(await load(15, new HttpFailure({ kind: 'network', message: 'away', code: 0 }))).toEqual(['read', 16])
  expect(await load(1_000, putOff)).toEqual([putOff, 21])
})

it('a read that fails otherwise is asked for once more', async () => {
  const failed = new HttpFailure({ kind: 'failed', message: 'broken', code: 500 })
  expect(await load(1, failed)).toEqual(['read', 2])
  expect(await load(2, failed)).toEqual([failed, 2])
})
