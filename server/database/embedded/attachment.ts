import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, identityOf, type ProcessIdentity } from './processes.ts'

export interface Attachment {
  /** Takes this user off the list; answers whether others are still there. */
  leave(): { othersRemain: boolean }
}

/** Registers a user of the database as a file in a folder; the last to leave stops the server. Dead processes do not count. */
export function attach(folder: string): Attachment {
  const own = join(folder, randomUUID())
  writeFileSync(own, JSON.stringify(identityOf(process.pid)), { mode: 0o600 })
  return {
    leave() {
      rmSync(own, { force: true })
      return { othersRemain: countLiveUsers(folder) > 0 }
    },
  }
}

/** Counts the processes that use the database, and removes the traces of dead ones. */
export function countLiveUsers(folder: string): number {
  let count = 0
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const user = userIn(path)
    if (user && isAlive(user)) count += 1
    else rmSync(path, { force: true })
  }
  return count
}

function userIn(path: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessIdentity
  } catch {
    return undefined
  }
}
