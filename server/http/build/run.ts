import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { readStamp, type Stamp } from './stamp.ts'

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
