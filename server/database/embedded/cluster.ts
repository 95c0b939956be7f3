import { once } from 'node:events'
import { chmodSync, chownSync, closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, lchownSync, lstatSync, mkdirSync, openSync,
  readdirSync, readFileSync, readSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ChildProcess, spawn, type SpawnOptions, spawnSync } from 'node:child_process'
import { DatabaseProblem } from '../errors.ts'
import { type Paths, unprivileged } from './paths.ts'
import { type Binaries, copyBinaries } from './binaries.ts'

/** A way to run PostgreSQL's programs as a user they accept. */
interface Launcher {
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
function own(launcher: Launcher, folder: string): void {
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

/** Major version of PostgreSQL whose data this product reads. */
const majorVersion = '18'

/**
 * Creates the data directory unless it exists: with checksums, UTF-8 and code point order on every platform. It is created under a
 * temporary name and renamed, so that an interrupted attempt is not mistaken for a complete one.
 * @throws DatabaseProblem where the existing one has another major version
 */
export async function prepareCluster(launcher: Launcher, paths: Paths, log: ServerLog): Promise<void> {
  if (existsSync(paths.data)) return checkVersion(paths)
  rmSync(paths.unfinished, { recursive: true, force: true })
  own(launcher, paths.unfinished)
  const child = launch(launcher, 'initdb', ['-D', paths.unfinished, ...initialisation], log.descriptor)
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new DatabaseProblem(`The database could not be created in ${paths.root}: ${log.tail()}`)
  renameSync(paths.unfinished, paths.data)
  syncFolder(paths.root)
}

/**
 * Parameters of the server, for a small machine (2 cores, 2 GB) that also runs the application. Durability is not reduced: fsync and
 * full_page_writes keep their defaults.
 */
export function serverParameters(paths: Paths, extra: Readonly<Record<string, string>> = {}): string[] {
  const settings = {
    // First, so that it is in the visible part of every command line, by which processes of this cluster are found.
    cluster_name: paths.clusterName,
    listen_addresses: '',
    unix_socket_directories: paths.socketDirectory,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    max_wal_size: '512MB',
    wal_compression: 'pglz',
    random_page_cost: '1.1',
    // Both cores are needed for concurrent calls; containers often have too little /dev/shm for parallel queries.
    max_parallel_workers_per_gather: '0',
    autovacuum_max_workers: '2',
    io_method: 'sync',
    jit: 'off',
    timezone: 'Asia/Shanghai',
    log_timezone: 'Asia/Shanghai',
    log_line_prefix: '%m [%p] %q%u@%d ',
    // Personal data must not get into the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...extra,
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const initialisation = [
  '--username=postgres',
  '--auth-local=trust',
  '--auth-host=reject',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
  '--no-instructions',
]

function checkVersion(paths: Paths) {
  const found = readFileSync(join(paths.data, 'PG_VERSION'), 'utf8').trim()
  if (found === majorVersion) return
  throw new DatabaseProblem(
    `${paths.data} was written by PostgreSQL ${found}, this version brings ${majorVersion}: back it up with the version that wrote it (npm run backup) and restore into an empty DATA_DIR`,
  )
}

function syncFolder(folder: string) {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** The file to which PostgreSQL writes its messages; a pipe would break with this process. */
export interface ServerLog {
  readonly descriptor: number
  /** The last part of the log since `startTail`. */
  tail(): string
  /** Sets the start of `tail` to the current end. */
  startTail(): void
  /** Truncates the file where it exceeds its limit. */
  trim(): void
  close(): void
}

/** Opens the log of the embedded server, which the server writes and this process reads. It is truncated where it gets too long. */
export function openServerLog(path: string): ServerLog {
  // Append mode: after truncation the server continues at the new end.
  const descriptor = openSync(path, 'a+', 0o600)
  let from = fstatSync(descriptor).size
  return {
    descriptor,
    tail: () => readFrom(descriptor, Math.max(from, fstatSync(descriptor).size - 4_000)),
    startTail: () => {
      from = fstatSync(descriptor).size
    },
    trim: () => {
      if (fstatSync(descriptor).size < limit) return
      ftruncateSync(descriptor, 0)
      from = 0
    },
    close: () => closeSync(descriptor),
  }
}

/** Bytes. */
const limit = 8 * 1024 * 1024

function readFrom(descriptor: number, position: number): string {
  const buffer = Buffer.alloc(4_000)
  return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, buffer.length, position)).trim()
}
