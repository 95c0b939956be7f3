import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A process, with its start time to distinguish it from a later one with the same id. */
export interface ProcessIdentity {
  readonly pid: number
  /** Start time in the system's own format. */
  readonly started: string
}

export interface RunningProcess {
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
