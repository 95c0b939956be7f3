import { createHash } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseProblem, isDiskFull, sqlState } from '../errors.ts'

/** The paths of the embedded database: all in one folder of DATA_DIR, except a socket whose path would be too long. */
export interface Paths {
  readonly root: string
  /** PostgreSQL's own data directory. */
  readonly data: string
  /** The folder in which the data directory is created before it is renamed. */
  readonly unfinished: string
  readonly socketDirectory: string
  readonly lock: string
  readonly attached: string
  readonly log: string
  readonly diskReserve: string
  readonly binaries: string
  /** Marks this cluster's processes: part of their command lines. */
  readonly clusterName: string
}

/** Returns whether there is a database in DATA_DIR. */
export const holdsDatabase = (dataDirectory: string): boolean => existsSync(join(dataDirectory, 'postgres', 'data'))

/** Creates missing folders and returns the paths. @throws DatabaseProblem where DATA_DIR cannot be used */
export function preparePaths(dataDirectory: string): Paths {
  // The folder is accessible to other users, since PostgreSQL refuses to run as root and reads its files as another user.
  makeFolder(dataDirectory)
  const root = join(realpathSync(dataDirectory), 'postgres')
  makeFolder(root)
  refuseUnlessOurs(root)
  mkdirSync(join(root, 'attached'), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 12)
  return {
    root,
    data: join(root, 'data'),
    unfinished: join(root, 'data.unfinished'),
    socketDirectory: socketDirectory(root, hash),
    lock: join(root, 'start.lock'),
    attached: join(root, 'attached'),
    log: join(root, 'postgres.log'),
    diskReserve: join(root, 'ballast'),
    binaries: join(root, 'binaries'),
    clusterName: `office-${hash}`,
  }
}

/**
 * Creates a folder with its parents, one after the other: below `/proc`, Node's recursive option never returns.
 * @throws DatabaseProblem where it cannot be created
 */
function makeFolder(path: string) {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o711 })
  } catch (error) {
    // another process may have created it meanwhile
    if (isFolder(path)) return
    throw isDiskFull(error) ? error : unusable(path, sqlState(error) ?? '')
  }
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

const unusable = (path: string, code: string): DatabaseProblem =>
  new DatabaseProblem(['EEXIST', 'ENOTDIR'].includes(code)
    ? `DATA_DIR is not a folder: ${path} is a file, or lies below one; choose another DATA_DIR`
    : `DATA_DIR cannot be used: the folder ${path} cannot be made by this user (${code}); choose another DATA_DIR`)

/** Removes the socket's folder where it is in the temporary folder; a stopped server has left it empty. */
export function forgetSocket({ root, socketDirectory }: Paths): void {
  if (socketDirectory.startsWith(root)) return
  rmSync(socketDirectory, { recursive: true, force: true })
}

/** User and group id (nobody) under which root runs PostgreSQL. */
export const unprivileged = 65_534

function refuseUnlessOurs(folder: string) {
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    throw new DatabaseProblem(`${folder} cannot be written by this user: start as the user that it belongs to, or choose another DATA_DIR`)
  }
}

/** A socket's path has at most 107 bytes on Linux, 103 on macOS. */
const longestSocketPath = 103

function socketDirectory(root: string, hash: string): string {
  const near = join(root, 'socket')
  if (Buffer.byteLength(join(near, '.s.PGSQL.5432')) <= longestSocketPath) {
    mkdirSync(near, { recursive: true, mode: 0o700 })
    return near
  }
  const far = join(tmpdir(), `office-${hash}`)
  mkdirSync(far, { recursive: true, mode: 0o700 })
  // Any user may create names in the temporary folder: check that it belongs to us or to the database's user.
  const { uid, mode } = lstatSync(far)
  const own = process.getuid?.() ?? uid
  const trusted = [own, ...(own === 0 ? [unprivileged] : [])]
  if (!trusted.includes(uid) || !lstatSync(far).isDirectory())
    throw new DatabaseProblem(`${far} belongs to someone else: choose a DATA_DIR with a shorter path`)
  if ((mode & 0o077) !== 0) chmodSync(far, 0o700)
  return far
}
