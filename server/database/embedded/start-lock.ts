import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { DatabaseProblem } from '../errors.ts'
import { isAlive, identityOf, type ProcessIdentity } from './processes.ts'

/**
 * Runs the work while no other process starts or stops the same database. Takes over the lock of a dead process.
 * @throws DatabaseProblem where a live process holds it for longer than `timeout` ms
 */
export async function withStartLock<Result>(path: string, work: () => Promise<Result>, timeout = 120_000): Promise<Result> {
  const own = `${path}.${randomUUID()}`
  // Written to a separate file and linked, so that the lock always contains its holder's identity.
  writeFileSync(own, JSON.stringify(identityOf(process.pid)), { mode: 0o600 })
  try {
    await take(path, own, Date.now() + timeout)
    try {
      return await work()
    } finally {
      rmSync(path, { force: true })
    }
  } finally {
    rmSync(own, { force: true })
  }
}

async function take(path: string, own: string, deadline: number) {
  while (!linked(own, path)) {
    const holder = holderOf(path)
    if (holder && !isAlive(holder)) {
      discard(path, holder)
      continue
    }
    if (Date.now() > deadline)
      throw new DatabaseProblem(`Process ${holder?.pid ?? '?'} has been starting or stopping the database for too long (${path})`)
    await sleep(20)
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function holderOf(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}

/** Removes a dead lock by renaming it; a fresh lock that was renamed by mistake is put back. */
function discard(path: string, dead: ProcessIdentity) {
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  const moved = holderOf(aside)
  if (moved && (moved.pid !== dead.pid || moved.started !== dead.started)) linked(aside, path)
  rmSync(aside, { force: true })
}
