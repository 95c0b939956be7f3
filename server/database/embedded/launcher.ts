import { type ChildProcess, spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { chmodSync, chownSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseProblem } from '../errors.ts'
import { type Binaries, copyBinaries } from './binaries.ts'
import { type Paths, unprivileged } from './paths.ts'

/** A way to run PostgreSQL's programs as a user they accept. */
export interface Launcher {
  readonly name: string
  readonly binaries: Binaries
  /** The owner of the data and the socket. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
  readonly prefix: readonly string[]
  readonly identity: Pick<SpawnOptions, 'uid' | 'gid'>
}

/**
 * PostgreSQL refuses to run as root, so root runs it under another identity: the first of these that can access the programs, the data
 * and the socket: an unprivileged user; the same in a user namespace (files stay root's, for a closed /root); an unprivileged user with a
 * readable copy of the programs; a user with the capability to pass closed folders.
 * @throws DatabaseProblem where none can
 */
export function chooseLauncher(binaries: Binaries, paths: Paths): Launcher {
  const reasons: string[] = []
  for (const candidate of process.getuid?.() === 0 ? asRoot(binaries, paths) : asUser(binaries)) {
    const launcher = candidate()
    const reason = obstacle(launcher, paths)
    if (reason === undefined) return launcher
    reasons.push(`${launcher.name}: ${reason}`)
  }
  throw new DatabaseProblem(`PostgreSQL cannot be run in ${paths.root}; choose another DATA_DIR or set DATABASE_URL. ${reasons.join('; ')}`)
}

/** Starts one of PostgreSQL's programs (bin/<program>) detached, so that Ctrl-C in the terminal only reaches this process. */
export function launch(launcher: Launcher, program: string, parameters: readonly string[], log: number): ChildProcess {
  const [file, ...rest] = commandLine(launcher, [join(launcher.binaries.native, 'bin', program), ...parameters])
  return spawn(file, rest, { ...identityOf(launcher), detached: true, stdio: ['ignore', log, log] })
}

/** Creates a folder that only PostgreSQL's user may enter, or changes the owner of an existing one. */
export function own(launcher: Launcher, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (launcher.owner) handOver(folder, launcher.owner)
}

const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

function asUser(binaries: Binaries): (() => Launcher)[] {
  return [() => ({ name: 'directly', binaries, owner: undefined, prefix: [], identity: {} })]
}

function asRoot(binaries: Binaries, paths: Paths): (() => Launcher)[] {
  const nobody = { uid: unprivileged, gid: unprivileged }
  const root = { uid: 0, gid: 0 }
  const ids = [String(unprivileged), String(unprivileged)] as const
  const namespace = ['unshare', '-U', `--map-user=${ids[0]}`, `--map-group=${ids[1]}`]
  // Without the secure bit, access(2), which initdb calls, would ignore the capability.
  const passing = ['setpriv', '--securebits=+no_setuid_fixup', `--reuid=${ids[0]}`, `--regid=${ids[1]}`, '--clear-groups',
    '--inh-caps=-all,+dac_override', '--ambient-caps=-all,+dac_override']
  return [
    () => ({ name: 'as an unprivileged user', binaries, owner: nobody, prefix: [], identity: nobody }),
    () => ({ name: 'in a user namespace', binaries, owner: root, prefix: namespace, identity: {} }),
    () => ({ name: 'as an unprivileged user, with copied programs', binaries: copyBinaries(binaries, paths.binaries), owner: nobody,
      prefix: [], identity: nobody }),
    () => ({ name: 'as an unprivileged user that passes closed folders', binaries, owner: nobody, prefix: passing, identity: {} }),
  ]
}

/** Returns the reason why this launcher cannot be used; undefined where it can. */
function obstacle(launcher: Launcher, paths: Paths): string | undefined {
  try {
    const places = [paths.socketDirectory, existsSync(paths.data) ? paths.data : paths.unfinished]
    for (const place of places) own(launcher, place)
    const check =
      '"$0" -V >/dev/null && for place in "$@"; do cd "$place" && test -w . || { echo "cannot write in $place" >&2; exit 1; }; done'
    const [file, ...rest] = commandLine(launcher, ['sh', '-c', check, join(launcher.binaries.native, 'bin', 'postgres'), ...places])
    const { status, stderr, error } = spawnSync(file, rest, { ...identityOf(launcher), encoding: 'utf8' })
    if (status === 0) return undefined
    return error?.message ?? (stderr.trim() || `exit ${status}`)
  } catch (error) {
    return String(error)
  }
}

function commandLine({ prefix }: Launcher, command: readonly [string, ...string[]]): [string, ...string[]] {
  const [first, ...rest] = [...prefix, ...command]
  return [first ?? command[0], ...rest]
}

/** A minimal environment: PG* variables of the parent process must not affect this server. */
function identityOf({ identity }: Launcher) {
  return { ...identity, cwd: '/', env: { PATH: searchPath, LC_ALL: 'C' } }
}

function handOver(folder: string, owner: { uid: number; gid: number }) {
  const { uid } = lstatSync(folder)
  if (uid === owner.uid) return
  // The folder itself is changed last, so that an interrupted run is repeated.
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) handOver(path, owner)
    else lchownSync(path, owner.uid, owner.gid)
  }
  chownSync(folder, owner.uid, owner.gid)
}
