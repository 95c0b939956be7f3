import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseProblem } from '../errors.ts'
import { findBinaries, withLinks } from './binaries.ts'
import { prepareCluster, serverParameters } from './cluster.ts'
import { chooseLauncher, launch } from './launcher.ts'
import type { Paths } from './paths.ts'
import { accepts, clearRemains, findPostmaster, type Postmaster } from './postmaster.ts'
import type { ServerLog } from './server-log.ts'

/** Extra parameters of the server, by name. */
export type ServerSettings = Readonly<Record<string, string>>

/**
 * Returns a server that accepts connections: the running one, or a new one. To be called under the start lock.
 * @throws DatabaseProblem with the server's last words when it does not come up.
 */
export async function ensureServer(paths: Paths, log: ServerLog, settings: ServerSettings): Promise<Postmaster & { adopted: boolean }> {
  const deadline = Date.now() + timeout
  for (let found = findPostmaster(paths); found; found = findPostmaster(paths)) {
    if (await accepts(found)) return { ...found, adopted: true }
    if (Date.now() > deadline) throw new DatabaseProblem(`The running database (process ${found.pid}) does not answer`)
    await sleep(20)
  }
  return { ...(await startServer(paths, log, settings)), adopted: false }
}

/** Recovery after a crash replays up to `max_wal_size` of log, which takes minutes on a slow disk. */
const timeout = 10 * 60_000

async function startServer(paths: Paths, log: ServerLog, settings: ServerSettings): Promise<Postmaster> {
  const launcher = chooseLauncher(withLinks(findBinaries(), paths.binaries), paths)
  log.startTail()
  if (existsSync(paths.data)) await clearRemains(paths)
  await prepareCluster(launcher, paths, log)
  const child = launch(launcher, 'postgres', [...serverParameters(paths, settings), '-D', paths.data], log.descriptor)
  child.on('error', () => undefined)
  child.unref()
  if (child.pid === undefined)
    throw new DatabaseProblem(`The database's program could not be run: ${join(launcher.binaries.native, 'bin')}`)
  const postmaster = { pid: child.pid, socketDirectory: paths.socketDirectory }
  await untilAccepting(postmaster, child, log)
  return postmaster
}

async function untilAccepting(postmaster: Postmaster, child: ChildProcess, log: ServerLog) {
  const deadline = Date.now() + timeout
  const socket = join(postmaster.socketDirectory, '.s.PGSQL.5432')
  while (!existsSync(socket) || !(await accepts(postmaster))) {
    // Its command line does not tell yet: it is empty while one program turns into the next.
    if (child.exitCode !== null || child.signalCode !== null)
      throw new DatabaseProblem(`The database did not start: ${log.tail() || 'it said nothing'}`)
    if (Date.now() > deadline) throw new DatabaseProblem(`The database did not get ready in time: ${log.tail()}`)
    await sleep(10)
  }
}
