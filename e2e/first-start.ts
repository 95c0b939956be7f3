import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { buildArtefact } from '#server/artefact/build.ts'
import { freePort } from '#server/testing-port.ts'
import { isAnswering, stop } from './product.ts'

/**
 * Starts an empty product on dates that do not exist in every month or year and are in the future, and checks the data that it creates;
 * `e2e/run.ts` starts one on the current date. The second product is the artefact: without sources, compiler or development dependencies.
 * Exits with code 1 where a start or check fails.
 */
const artefact = mkdtempSync(join(tmpdir(), 'artefact-'))
const sources = { folder: process.cwd(), options: ['--import', 'tsx'], ending: 'ts' }
try {
  await startOn('2028-02-29', sources)
  await artefactIn(artefact)
  await startOn('2029-12-31', { folder: artefact, options: [], ending: 'js' })
} finally {
  rmSync(artefact, { recursive: true, force: true })
}

interface Program {
  readonly folder: string
  /** Options of Node. */
  readonly options: readonly string[]
  readonly ending: string
}

async function startOn(day: string, { folder, options, ending }: Program): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'first-start-'))
  const port = String(await freePort())
  const env = { ...process.env, PORT: port, DATA_DIR: data, DEMO: '1', DEMO_HISTORY: 'off', LOG_LEVEL: 'warn', DEMO_TODAY: day }
  const run = (program: string) =>
    spawn(process.execPath, [...options, `${program}.${ending}`], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    const product = run('server/main')
    await isAnswering(`http://127.0.0.1:${port}/public/health`, product).finally(() => stop(product))
    const check = run('server/commands/check-data')
    const code = await new Promise((done) => check.on('exit', done))
    if (code !== 0) throw new Error(`what was founded does not agree: check:data ended with code ${String(code)}`)
    console.log(`An empty product starts on ${day}`)
  } catch (error) {
    console.error(`An empty product started on ${day}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** Builds the artefact into a folder with production dependencies only, as `npm ci --omit=dev` would install them. */
async function artefactIn(folder: string): Promise<void> {
  await buildArtefact(process.cwd(), folder)
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, { readonly dev?: true; readonly devOptional?: true }>>
  }
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    // nested packages are part of the outer one
    if (path === '' || dev || devOptional || path.lastIndexOf('node_modules/') > 0 || !existsSync(path)) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    symlinkSync(resolve(path), join(folder, path))
  }
}
