import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { otherClient, type OtherProvider, startOtherProvider } from '#server/identity/testing-start-provider.ts'
import { freePort } from '#server/testing-port.ts'
import { isAnswering, stop } from './product.ts'
import { test } from './sign-in.ts'

/** A separate product, configured with an external identity provider on another host. */
let provider: OtherProvider
let product: ChildProcess
let address: string
const data = mkdtempSync(join(tmpdir(), 'elsewhere-'))

test.beforeAll(async () => {
  test.setTimeout(240_000)
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  provider = await startOtherProvider([address])
  const settings = { PORT: String(port), DATA_DIR: data, DEMO: '1', DEMO_HISTORY: 'off', LOG_LEVEL: 'warn', OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: otherClient }
  product = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], { env: { ...process.env, ...settings },
    stdio: ['ignore', 'inherit', 'inherit'] })
  await isAnswering(`${address}/public/health`, product)
})
test.afterAll(async () => {
  await stop(product)
  await provider.stop()
  rmSync(data, { recursive: true, force: true })
})

test('people sign in at the company’s provider, and stay signed in over a reload', async ({ page }) => {
  await page.goto(`${address}/system/org`)
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}`))
  await page.getByLabel('Name').fill('admin')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page).toHaveURL(`${address}/system/org`)
  await expect(page.getByRole('main')).toBeVisible()
  await expect(page.getByRole('button', { name: /新建组织|New unit/ })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
})
