import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isAnswering, stop } from './product.ts'

/**
 * Starts an empty product on days that not every month or year has, which are ahead of the clock of this machine, and checks what its
 * founding has written; `e2e/run.ts` starts one on the day of the machine. Ends with code 1 where a start or a check fails.
 */
const days = ['2028-02-29', '2029-12-31']
for (const day of days) await startOn(day)

async function startOn(day: string): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'first-start-'))
  const port = String(await freePort())
  const env = { ...process.env, PORT: port, DATA_DIR: data, DEMO: '1', DEMO_HISTORY: 'off', LOG_LEVEL: 'warn', DEMO_TODAY: day }
  const run = (script: string) => spawn(process.execPath, ['--import', 'tsx', script], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    const product = run('server/main.ts')
    await isAnswering(`http://127.0.0.1:${port}/public/health`, product).finally(() => stop(product))
    const check = run('server/commands/check-data.ts')
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
