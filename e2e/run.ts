import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/testing-port.ts'
import { findChromium } from './browser.ts'
import { isAnswering, stop, type WorkerProduct } from './product.ts'

/**
 * Starts products as a new user would, each with its own port and data directory, and runs the stories against them. Two workers run in
 * parallel where there are enough cores for two browsers, products and databases; named stories run in one worker.
 */
const names = process.argv.slice(2)
const workers = names.length === 0 && availableParallelism() >= 4 ? 2 : 1
const executable = findChromium()
const shared = { ...process.env, ...(names.length > 0 && { NAMED: 'true' }), DEMO: '1', DEMO_HISTORY: 'off', LOG_LEVEL: 'warn',
  SCRYPT_COST: '14' }
const running: ChildProcess[] = []
const products: WorkerProduct[] = []
try {
  // Sequentially: the first one builds the pages for all.
  for (let worker = 0; worker < workers; worker += 1) products.push(await startProduct())
  process.exitCode = await stories({ ...shared, PRODUCTS: JSON.stringify(products), CHROMIUM_PATH: executable })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await Promise.all(running.map(stop))
  for (const { environment } of products) rmSync(environment.DATA_DIR, { recursive: true, force: true })
}

async function startProduct(): Promise<WorkerProduct> {
  const port = await freePort()
  const environment = { PORT: String(port), DATA_DIR: mkdtempSync(join(tmpdir(), 'stories-')) }
  const product = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { env: { ...shared, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'] })
  running.push(product)
  const address = `http://127.0.0.1:${port}`
  await isAnswering(`${address}/public/health`, product)
  return { address, environment }
}

function stories(env: NodeJS.ProcessEnv): Promise<number> {
  const runner = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', `--workers=${products.length}`, ...names], { env,
    stdio: 'inherit' })
  return new Promise((done) => runner.on('exit', (code) => done(code ?? 1)))
}
