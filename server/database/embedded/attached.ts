import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, markOf, type ProcessMark } from './processes.ts'

export interface Attachment {
  /** Takes this user off the list; answers whether others are still there. */
  leave(): { othersRemain: boolean }
}

/** Who uses the database is a folder with a file per user; the last to leave stops the server. The dead do not count. */
export function attach(folder: string): Attachment {
  const own = join(folder, randomUUID())
  writeFileSync(own, JSON.stringify(markOf(process.pid)), { mode: 0o600 })
  return {
    leave() {
      rmSync(own, { force: true })
      return { othersRemain: livingUsers(folder) > 0 }
    },
  }
}

/** How many processes use the database; the traces of dead ones are removed. */
export function livingUsers(folder: string): number {
  let living = 0
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const user = userIn(path)
    if (user && isAlive(user)) living += 1
    else rmSync(path, { force: true })
  }
  return living
}

function userIn(path: string): ProcessMark | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ProcessMark
  } catch {
    return undefined
  }
}
