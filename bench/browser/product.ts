import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { freePort } from '#server/testing-port.ts'
import { findChromium } from '../../e2e/browser.ts'
import { isAnswering, stop } from '../../e2e/product.ts'
import { readEnv } from '#server/env.ts'

/** A running product, and a browser with a signed-in person. */
interface Desk {
  /** Origin of the product, e.g. http://127.0.0.1:8080. */
  readonly address: string
  readonly context: BrowserContext
  /** A signed-in tab; further tabs of the browser share the sign-in. */
  readonly page: Page
  /** Port for remote debugging. */
  readonly debugging: number
}

/**
 * Runs measurements of the built product in a browser: of the product at BASE_URL, or of one that is started with the demo company and
 * stopped afterwards.
 */
export async function atDesk(userName: string, work: (desk: Desk) => Promise<void>): Promise<void> {
  await withProduct(async (address) => {
    const profile = mkdtempSync(join(tmpdir(), 'bench-browser-'))
    const debugging = await freePort()
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: findChromium(),
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', `--remote-debugging-port=${debugging}`],
    })
    try {
      await work({ address, context, page: await signedIn(context, address, userName), debugging })
    } finally {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    }
  })
}

async function signedIn(context: BrowserContext, address: string, userName: string): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(address)
  await page.locator('input[name="username"]').fill(userName)
  await page.locator('input[type="password"]').fill(readEnv({}).demoPassword)
  await page.keyboard.press('Enter')
  await page.locator('#main').waitFor({ timeout: 120_000 })
  return page
}

async function withProduct(work: (address: string) => Promise<void>): Promise<void> {
  const running = process.env['BASE_URL']
  if (running !== undefined) return work(running)
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'bench-product-'))
  const environment = { ...process.env, PORT: String(port), DATA_DIR: folder, DEMO: '1', DEMO_HISTORY: 'off', LOG_LEVEL: 'warn' }
  const product = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { env: environment,
    stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    await isAnswering(`http://127.0.0.1:${port}/public/health`, product)
    await work(`http://127.0.0.1:${port}`)
  } finally {
    await stop(product)
    rmSync(folder, { recursive: true, force: true })
  }
}
