import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './browser.ts'

/** Starts the product as a newcomer would, on a port and a data directory of its own, and runs the stories against it. */
const executable = findChromium()
const port = await freePort()
const data = mkdtempSync(join(tmpdir(), 'stories-'))
const environment = { ...process.env, PORT: String(port), DATA_DIR: data, DEMO: '1', LOG_LEVEL: 'warn' }
const product = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
try {
  await answers(`http://127.0.0.1:${port}/public/health`, product)
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

async function answers(address: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 180_000
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The product ended with code ${server.exitCode} before it answered`)
    const healthy = await fetch(address).then((answer) => answer.ok, () => false)
    if (healthy) return
    await new Promise((wait) => setTimeout(wait, 250))
  }
  throw new Error('The product did not answer within three minutes')
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const ended = new Promise((done) => server.on('exit', done))
  server.kill('SIGTERM')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.on('error', failed)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : failed(new Error('no port'))))
    })
  })
}
