import { setTimeout as sleep } from 'node:timers/promises'
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open, rename, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChildProcess } from 'node:child_process'
import type { Log } from '../connection.ts'
import { forgetSocket, type Paths, preparePaths } from './paths.ts'
import { accepts, clearRemains, findPostmaster, isOfCluster, type Postmaster, socketUrl, stopPostmaster } from './postmaster.ts'
import { chooseLauncher, launch, openServerLog, prepareCluster, type ServerLog, serverParameters } from './cluster.ts'
import { identityOf, isAlive, type ProcessIdentity, withStartLock } from './processes.ts'
import { DatabaseProblem } from '../errors.ts'
import { findBinaries, withLinks } from './binaries.ts'

/** Extra parameters of the server, by name. */
type ServerSettings = Readonly<Record<string, string>>

/**
 * Returns a server that accepts connections: the running one, or a new one. Call under the start lock.
 * @throws DatabaseProblem with the end of the server's log where it does not start
 */
async function ensureServer(paths: Paths, log: ServerLog, settings: ServerSettings): Promise<Postmaster & { adopted: boolean }> {
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
    // The command line cannot be checked yet: it is empty during exec.
    if (child.exitCode !== null || child.signalCode !== null)
      throw new DatabaseProblem(`The database did not start: ${log.tail() || 'it said nothing'}`)
    if (Date.now() > deadline) throw new DatabaseProblem(`The database did not get ready in time: ${log.tail()}`)
    await sleep(10)
  }
}

/** Free space on the disk of a folder, bytes. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Reserves disk space: PostgreSQL shuts down on a full disk, and needs some space to start again. No reserve is created where it would
 * itself fill the disk (`free` bytes).
 */
async function reserveDisk(path: string, { bytes, free }: { bytes: number; free: number }): Promise<boolean> {
  if (bytes === 0 || existsSync(path)) return true
  if (free < 4 * bytes) return false
  const unfinished = `${path}.unfinished`
  const file = await open(unfinished, 'w', 0o600)
  try {
    // Random, since zeros would take no space on a compressing file system.
    const block = randomBytes(1024 * 1024)
    for (let written = 0; written < bytes; written += block.length) await file.write(block)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(unfinished, path)
  return true
}

/** Releases the reserve. @returns whether there was one */
function releaseDiskReserve(path: string): boolean {
  const there = existsSync(path)
  rmSync(path, { force: true })
  rmSync(`${path}.unfinished`, { force: true })
  return there
}

/**
 * `recovering`: it stopped and is being restarted; `disk-full`: it runs but cannot write, or waits for space to start; `failed`: several
 * attempts in a row failed, and the interval between attempts grows.
 */
export type DatabaseState = 'starting' | 'ready' | 'recovering' | 'disk-full' | 'failed'

/** The embedded server, which is restarted if it stops while open. */
export interface EmbeddedServer {
  state(): DatabaseState
  /** Process id of the server's main process. */
  pid(): number
  url(user: string, database: string): string
  /** Stops the server unless another process still uses it. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDirectory: string
  readonly log: Log
  readonly settings?: ServerSettings
  /** Disk space to reserve, bytes; 0: none. */
  readonly diskReserve?: number
  /** Reads the free space on the disk of a folder, bytes. */
  readonly freeRoom?: typeof freeBytes
}

/**
 * Starts the embedded server, or attaches to the running one, and waits until it accepts connections.
 * @throws DatabaseProblem where it cannot be started
 */
export async function startEmbedded(
  { dataDirectory, log, settings = {}, diskReserve = 64 * 1024 * 1024, freeRoom = freeBytes }: EmbeddedOptions,
): Promise<EmbeddedServer> {
  const paths = preparePaths(dataDirectory)
  const serverLog = openServerLog(paths.log)
  const attachment = attach(paths.attached)
  const supervisor = new Supervisor({ paths, serverLog, log, settings, diskReserve, freeRoom })
  try {
    await supervisor.start()
  } catch (error) {
    attachment.leave()
    serverLog.close()
    throw error
  }
  return {
    state: () => supervisor.state,
    pid: () => supervisor.pid,
    url: (user, database) => socketUrl(supervisor.socketDirectory, user, database),
    async close() {
      await supervisor.end()
      await withStartLock(paths.lock, async () => {
        const running = findPostmaster(paths)
        if (attachment.leave().othersRemain) return
        if (running) await stopPostmaster(running.pid, paths)
        forgetSocket(paths)
      })
      serverLog.close()
    },
  }
}

/** Stops a server whose users have all died. @returns false where it is still in use */
export async function endAbandoned(dataDirectory: string): Promise<boolean> {
  const paths = preparePaths(dataDirectory)
  return withStartLock(paths.lock, async () => {
    if (countLiveUsers(paths.attached) > 0) return false
    const running = findPostmaster(paths)
    if (running) await stopPostmaster(running.pid, paths)
    return true
  })
}

interface SupervisorContext {
  readonly paths: Paths
  readonly serverLog: ServerLog
  readonly log: Log
  readonly settings: ServerSettings
  readonly diskReserve: number
  readonly freeRoom: typeof freeBytes
}

/** Interval of checking the server, ms; without /proc, a check starts a process. */
const interval = process.platform === 'linux' ? 250 : 2_000
/** Number of checks between two rounds of upkeep. */
const upkeepEvery = 60_000 / interval
/** Number of checks between two readings of the disk space. */
const roomEvery = 2_000 / interval
/** Backoff of restarting the server, ms; the last one repeats. */
const pauses = [0, 200, 1_000, 2_000, 5_000, 15_000, 30_000]
/** Number of attempts after which it counts as failed. */
const tolerated = 4
/** Minimum disk space for PostgreSQL's log, bytes. */
const leastRoom = 24 * 1024 * 1024

class Supervisor {
  state: DatabaseState = 'starting'
  pid = 0
  socketDirectory: string
  readonly #stop = new AbortController()
  #watching: Promise<void> = Promise.resolve()

  constructor(private readonly at: SupervisorContext) {
    this.socketDirectory = at.paths.socketDirectory
  }

  async start(): Promise<void> {
    await this.#ensure().catch(async (error: unknown) => {
      if (!(await this.#isDiskFull()) || !releaseDiskReserve(this.at.paths.diskReserve)) throw error
      this.at.log.error('the disk is full: the room kept aside has been released to start the database')
      await this.#ensure()
    })
    this.#watching = this.#watch()
  }

  /** Stops watching; the server keeps running. */
  async end(): Promise<void> {
    this.#stop.abort()
    await this.#watching
  }

  async #ensure() {
    const { paths, serverLog, settings, log } = this.at
    const server = await withStartLock(paths.lock, () => ensureServer(paths, serverLog, settings))
    this.pid = server.pid
    this.socketDirectory = server.socketDirectory
    this.state = 'ready'
    log.info({ pid: server.pid, adopted: server.adopted }, server.adopted ? 'joined the running database' : 'database started')
  }

  async #watch() {
    for (let round = 0; await this.#pause(interval); round += 1) {
      if (!isOfCluster(this.pid, this.at.paths)) await this.#recover()
      else if (round % roomEvery === 0)
        await this.#keepUp(round % upkeepEvery === 0).catch((error: unknown) =>
          this.at.log.warn({ err: error }, 'upkeep of the database failed')
        )
    }
  }

  /** Also detects a full disk while the server runs: it can answer, but not write. */
  async #keepUp(upkeepIsDue: boolean) {
    const hadRoom = this.state !== 'disk-full'
    const hasRoom = (await this.#room()) >= leastRoom
    if (!hasRoom && hadRoom) this.#makeRoom()
    if (hasRoom && !hadRoom) {
      this.state = 'ready'
      this.at.log.info({ folder: this.at.paths.root }, 'there is room on the disk again')
    }
    if (hasRoom && (upkeepIsDue || !hadRoom)) await this.#upkeep()
  }

  async #upkeep() {
    const { paths, serverLog, diskReserve, freeRoom, log } = this.at
    serverLog.trim()
    if (!(await reserveDisk(paths.diskReserve, { bytes: diskReserve, free: await freeRoom(paths.root) })))
      log.warn('the disk is nearly full: no room could be kept aside for the database')
  }

  async #recover() {
    this.state = 'recovering'
    this.at.log.error({ pid: this.pid }, 'the database went down; bringing it back')
    for (let attempt = 0; await this.#pause(pauses[attempt] ?? pauses.at(-1) ?? 0); attempt += 1) {
      if (await this.#attempt(attempt)) return
    }
  }

  async #attempt(attempt: number): Promise<boolean> {
    try {
      if (await this.#isDiskFull()) this.#makeRoom()
      await this.#ensure()
      return true
    } catch (error) {
      if (await this.#isDiskFull()) this.state = 'disk-full'
      else if (attempt >= tolerated) this.state = 'failed'
      this.at.log.error({ err: error, attempt, state: this.state }, 'the database did not come back yet')
      return false
    }
  }

  #makeRoom() {
    this.state = 'disk-full'
    const { paths, log } = this.at
    const released = releaseDiskReserve(paths.diskReserve)
    log.error({ folder: paths.root },
      released ? 'the disk is full: the room kept aside was released; free more' : 'the disk is full: free some room')
  }

  async #isDiskFull(): Promise<boolean> {
    return (await this.#room()) < leastRoom || this.at.serverLog.tail().includes('No space left on device')
  }

  #room() {
    return this.at.freeRoom(this.at.paths.root).catch(() => Infinity)
  }

  /** Returns false when watching ends. */
  async #pause(time: number): Promise<boolean> {
    await sleep(time, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined)
    return !this.#stop.signal.aborted
  }
}

interface Attachment {
  /** Unregisters this user. @returns whether other users remain */
  leave(): { othersRemain: boolean }
}

/** Registers a user of the database as a file in a folder; the last one to leave stops the server. Dead processes do not count. */
function attach(folder: string): Attachment {
  const own = join(folder, randomUUID())
  writeFileSync(own, JSON.stringify(identityOf(process.pid)), { mode: 0o600 })
  return {
    leave() {
      rmSync(own, { force: true })
      return { othersRemain: countLiveUsers(folder) > 0 }
    },
  }
}

/** Counts the processes that use the database, and deletes the files of dead ones. */
function countLiveUsers(folder: string): number {
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
