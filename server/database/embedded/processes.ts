import { execFileSync } from 'node:child_process'
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import { DatabaseProblem } from '../errors.ts'

/** A process, with its start time to distinguish it from a later one with the same id. */
export interface ProcessIdentity {
  readonly pid: number
  /** Start time in the system's own format. */
  readonly started: string
}

interface RunningProcess {
  readonly pid: number
  readonly command: string
}

/** The identity of a live process; undefined where there is none. A zombie counts as dead. */
export function identityOf(pid: number): ProcessIdentity | undefined {
  const started = onLinux ? startOnLinux(pid) : startByPs(pid)
  return started === undefined ? undefined : { pid, started }
}

/** Returns whether this process is still alive. */
export function isAlive(identity: ProcessIdentity): boolean {
  return identityOf(identity.pid)?.started === identity.started
}

/** Command line of a live process; undefined for a missing one or a zombie. */
export function commandOf(pid: number): string | undefined {
  const command = onLinux ? commandOnLinux(pid) : ps(['-ww', '-o', 'command=', '-p', String(pid)]).trim()
  return command || undefined
}

/** Every live process with its command line. */
export function processes(): RunningProcess[] {
  if (!onLinux) {
    return ps(['-axwwo', 'pid=,command='])
      .split('\n')
      .map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, '') }))
      .filter(({ pid }) => pid > 0)
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandOnLinux(Number(name)) }))
    .filter(({ command }) => command !== '')
}

const onLinux = process.platform === 'linux'

function commandOnLinux(pid: number): string {
  return (procFile(pid, 'cmdline') ?? '').replaceAll('\0', ' ').trim()
}

function startOnLinux(pid: number): string | undefined {
  const stat = procFile(pid, 'stat')
  // The second field, the name in brackets, may itself contain spaces and brackets.
  const [state, ...fields] = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ')
  if (stat === undefined || state === 'Z' || state === 'X') return undefined
  return fields[18]
}

function procFile(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}

function startByPs(pid: number): string | undefined {
  const [, state, started] = /^(\S+)\s+(.+)$/.exec(ps(['-o', 'stat=,lstart=', '-p', String(pid)]).trim()) ?? []
  return state?.startsWith('Z') ? undefined : started
}

function ps(parameters: readonly string[]): string {
  try {
    return execFileSync('ps', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    return ''
  }
}

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
