import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { attach, countLiveUsers } from './attachment.ts'
import { freeBytes, reserveDisk, releaseDiskReserve } from './disk-reserve.ts'
import { forgetSocket, type Paths, preparePaths } from './paths.ts'
import { findPostmaster, isOfCluster, socketUrl, stopPostmaster } from './postmaster.ts'
import { ensureServer, type ServerSettings } from './server.ts'
import { openServerLog, type ServerLog } from './server-log.ts'
import { withStartLock } from './start-lock.ts'

/**
 * `recovering`: it went down and is being brought back; `disk-full`: it is up and can write nothing, or waits for room to come up;
 * `failed`: several attempts in a row failed, the next ones come rarely.
 */
export type DatabaseState = 'starting' | 'ready' | 'recovering' | 'disk-full' | 'failed'

/** The embedded server, kept alive while it is open. */
export interface EmbeddedServer {
  state(): DatabaseState
  /** Main process of the server. */
  pid(): number
  url(user: string, database: string): string
  /** Stops the server unless another process still uses it. */
  close(): Promise<void>
}

export interface EmbeddedOptions {
  readonly dataDirectory: string
  readonly log: Log
  readonly settings?: ServerSettings
  /** Room kept aside for a full disk, bytes; 0 keeps none. */
  readonly diskReserve?: number
  /** Reads the free room on the disk of a folder, bytes. */
  readonly freeRoom?: typeof freeBytes
}

/**
 * Starts the embedded server, or joins the running one, and answers when it accepts connections.
 * @throws DatabaseProblem when it cannot be started here.
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

/** Stops a server whose users have all died; answers false when somebody still uses it. */
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

/** Milliseconds between two looks at the server; without /proc a look costs a process. */
const interval = process.platform === 'linux' ? 250 : 2_000
/** Looks between two rounds of upkeep. */
const upkeepEvery = 60_000 / interval
/** Looks between two of the room on the disk. */
const roomEvery = 2_000 / interval
/** Pauses between attempts to bring it back, ms; the last one repeats. */
const pauses = [0, 200, 1_000, 2_000, 5_000, 15_000, 30_000]
/** Attempts after which it counts as failed. */
const tolerated = 4
/** Below this PostgreSQL cannot be expected to write its log, bytes. */
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

  /** Stops watching; the server itself goes on. */
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

  /** A full disk is noticed while the server is up, too: it can answer, but nothing can be saved. */
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

  /** Returns false when watching is to end. */
  async #pause(time: number): Promise<boolean> {
    await sleep(time, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined)
    return !this.#stop.signal.aborted
  }
}
