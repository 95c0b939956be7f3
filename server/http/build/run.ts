import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'

/** The inputs of a build; written last, so that an interrupted build has none. */
interface Stamp {
  readonly inputs: string
  /** Reported by the health and version calls. */
  readonly builtAt: string
}

/** Marks a build as complete, with the hash of its inputs. */
export function writeStamp(directory: string, stamp: Stamp): void {
  writeFileSync(join(directory, name), JSON.stringify(stamp))
}

/** Undefined for a folder without a complete build. */
export function readStamp(directory: string): Stamp | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(join(directory, name), 'utf8')))
  } catch {
    return undefined
  }
}

const name = '.build.json'
const shape = z.object({ inputs: z.string(), builtAt: z.string() })

/** The sources of the pages. Server halves are not included. */
const roots = ['index.html', 'package-lock.json', 'vite.config.ts', 'public', 'src', 'providers', 'resources', 'plugins',
  'server/http/build']
const outside = /(^|\/)(server\/(?!http\/build)|node_modules\/)|\.test\.tsx?$/

/** A hash of all inputs of the pages' build. */
export function inputsHash(folder: string): string {
  const hash = createHash('sha256')
  for (const path of roots.flatMap((root) => filesOf(join(folder, root)))) {
    const name = relative(folder, path)
    if (outside.test(name)) continue
    hash.update(`${name}\0`).update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

function filesOf(path: string): string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .toSorted((left, right) => (left.name < right.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : join(path, entry.name)))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOTDIR') return [path]
    if (code === 'ENOENT') return []
    throw error
  }
}

/** The pages cannot be built; the message contains the reason. */
export class BuildProblem extends Error {
  override readonly name = 'BuildProblem'
}

/**
 * Builds the pages in a temporary folder and then swaps it in, so that interrupted or concurrent starts never leave a partial build.
 * @throws BuildProblem
 */
export async function buildInto(folder: string, directory: string, signal: AbortSignal): Promise<Stamp> {
  const fresh = join(folder, `.dist-${randomBytes(6).toString('hex')}`)
  try {
    await runVite(folder, fresh, signal)
    const stamp = readStamp(fresh)
    if (!stamp) throw new BuildProblem('The build of the pages ended without its stamp')
    swap(fresh, directory, stamp)
    return stamp
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

async function runVite(folder: string, outDir: string, signal: AbortSignal) {
  const child = spawn(process.execPath, [viteCommand(), 'build', '--outDir', outDir, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  })
  let output = ''
  const collect = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000))
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code !== 0) throw new BuildProblem(`The pages could not be built:\n${output.trim()}`)
}

function viteCommand(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js')
  } catch {
    throw new BuildProblem('The pages are not built and vite, which builds them, is not installed: run npm ci')
  }
}

/** Puts a build in place, unless a concurrent start has installed the same build in the meantime. */
function swap(fresh: string, directory: string, { inputs }: Stamp) {
  const old = `${fresh}-old`
  try {
    if (existsSync(directory)) renameSync(directory, old)
    renameSync(fresh, directory)
  } catch (error) {
    if (readStamp(directory)?.inputs !== inputs) throw error
  } finally {
    rmSync(old, { recursive: true, force: true })
  }
}
