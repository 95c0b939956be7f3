import { once } from 'node:events'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, fstatSync, ftruncateSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseProblem } from '../errors.ts'
import { launch, type Launcher, own } from './launcher.ts'
import type { Paths } from './paths.ts'

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
