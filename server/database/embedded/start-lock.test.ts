import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withStartLock } from './processes.ts'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
  lock = join(folder, 'start.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the start lock', () => {
  it('lets one in after the other', async () => {
    let inside = 0
    const most: number[] = []
    const work = async () => {
      inside += 1
      most.push(inside)
      await sleep(5)
      inside -= 1
    }
    await Promise.all(Array.from({ length: 8 }, () => withStartLock(lock, work)))
    expect(most).toEqual(Array.from({ length: 8 }, () => 1))
  })

  it('is taken over from the dead by one of many', async () => {
    writeFileSync(lock, JSON.stringify({ pid: process.pid, started: 'before this process' }))
    let inside = 0
    const most: number[] = []
    const work = async () => {
      most.push(inside += 1)
      await sleep(5)
      inside -= 1
    }
    await Promise.all(Array.from({ length: 8 }, () => withStartLock(lock, work)))
    expect(Math.max(...most)).toBe(1)
  })

  it('is given back when the work fails, and leaves no file', async () => {
    await expect(withStartLock(lock, () => Promise.reject(new Error('made-up fault')))).rejects.toThrow('made-up fault')
    expect(await withStartLock(lock, () => Promise.resolve('done'))).toBe('done')
    expect(readdirSync(folder)).toEqual([])
  })

  it('names the living process that keeps it', async () => {
    await withStartLock(lock, () => expect(withStartLock(lock, () => Promise.resolve(), 50)).rejects.toThrow(`Process ${process.pid}`))
  })
})
