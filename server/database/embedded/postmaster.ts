import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { DatabaseProblem, sqlState } from '../errors.ts'
import type { Paths } from './paths.ts'
import { commandOf, isAlive, identityOf, processes, type ProcessIdentity } from './processes.ts'

/** A running server: its main process and the folder of its socket. */
export interface Postmaster {
  readonly pid: number
  readonly socketDirectory: string
}

/** The server that runs on this data, regardless of the process that started it. */
export function findPostmaster(paths: Paths): Postmaster | undefined {
  const [pid, , , , socketDirectory] = lines(join(paths.data, 'postmaster.pid'))
  if (pid === undefined || !isOfCluster(Number(pid), paths)) return undefined
  return { pid: Number(pid), socketDirectory: socketDirectory || paths.socketDirectory }
}

/** Returns whether this process is still the server of that data: its id may have been reused, or it may be a zombie. */
export function isOfCluster(pid: number, paths: Paths): boolean {
  return isPostgres(commandOf(pid) ?? '', paths)
}

/** Returns whether the server accepts connections; `no` while it starts, recovers, stops or does not answer. */
export async function accepts(postmaster: Postmaster): Promise<boolean> {
  const client = new Client({ connectionString: socketUrl(postmaster.socketDirectory, 'postgres', 'postgres'),
    connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    // An unreachable or starting server may become available; other errors are permanent.
    if (error instanceof Error && /^(28|3D|42)/.test(sqlState(error) ?? '')) throw error
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** URL of a database behind a socket. */
export function socketUrl(socketDirectory: string, user: string, database: string): string {
  return `postgres://${user}@${encodeURIComponent(socketDirectory)}/${database}`
}

/**
 * Cleans up after a crash. Backends that outlived their server still write to the shared memory: waits for them (they exit when they
 * notice) and finally kills them, which is safe since recovery replays the log. Then removes the server's lock files, since a new process
 * with the same id would block the start.
 */
export async function clearRemains(paths: Paths, timeout = 5_000): Promise<void> {
  const deadline = Date.now() + timeout
  const seen: ProcessIdentity[] = []
  const findOrphans = () => {
    seen.push(...ofCluster(paths))
    return seen.filter(isAlive)
  }
  for (let orphans = findOrphans(); orphans.length > 0; orphans = findOrphans()) {
    if (Date.now() > deadline) { for (const { pid } of orphans) kill(pid, 'SIGKILL') }
    await sleep(20)
  }
  rmSync(join(paths.data, 'postmaster.pid'), { force: true })
  rmSync(join(paths.socketDirectory, '.s.PGSQL.5432.lock'), { force: true })
  rmSync(join(paths.socketDirectory, '.s.PGSQL.5432'), { force: true })
}

/** Stops the server: running transactions are rolled back, committed data are on disk. Sends stronger signals where it does not stop. */
export async function stopPostmaster(pid: number, paths: Paths): Promise<void> {
  const server = identityOf(pid)
  if (!server || !isOfCluster(pid, paths)) return
  for (const [signal, timeout] of [['SIGINT', 30_000], ['SIGQUIT', 5_000], ['SIGKILL', 5_000]] as const) {
    kill(pid, signal)
    if (await gone(server, timeout)) return
  }
  throw new DatabaseProblem(`The database's process ${pid} does not end`)
}

function ofCluster(paths: Paths): ProcessIdentity[] {
  return processes()
    .filter(({ command }) => isPostgres(command, paths))
    .flatMap(({ pid }) => identityOf(pid) ?? [])
}

/** Recognises the server by its parameters, and its backends by the cluster's name. */
function isPostgres(command: string, { clusterName }: Paths): boolean {
  return /^(\S*\/)?postgres[: ]/.test(command) && command.includes(clusterName)
}

/** Waits until the process has exited: an exiting process loses its command line before it frees its memory. */
async function gone(server: ProcessIdentity, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout
  while (isAlive(server)) {
    if (Date.now() > deadline) return false
    await sleep(10)
  }
  return true
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // it has just ended
  }
}

function lines(path: string): string[] {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
}
