import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './browser.ts'
import { freePort, isAnswering, stop } from './product.ts'

/** Starts the product as a newcomer would, on a port and a data directory of its own, and runs the stories against it. */
const executable = findChromium()
const port = await freePort()
const data = mkdtempSync(join(tmpdir(), 'stories-'))
const environment = { ...process.env, PORT: String(port), DATA_DIR: data, DEMO: '1', DEMO_HISTORY: 'off', LOG_LEVEL: 'warn' }
const product = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
try {
  await isAnswering(`http://127.0.0.1:${port}/public/health`, product)
  process.exitCode = await stories({ ...environment, BASE_URL: `http://127.0.0.1:${port}`, CHROMIUM_PATH: executable })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await stop(product)
  rmSync(data, { recursive: true, force: true })
}

function stories(env: NodeJS.ProcessEnv): Promise<number> {
  const runner = spawn(process.execPath, ['node_modules/@playwright/test/cli.js', 'test', ...process.argv.slice(2)], { env, stdio: 'inherit' })
  return new Promise((done) => runner.on('exit', (code) => done(code ?? 1)))
}
