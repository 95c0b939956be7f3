import { type ChildProcess, spawn } from 'node:child_process'
import { type Browser, expect, type Page } from '@playwright/test'
import { freePort } from '#server/testing-port.ts'
import { firstFrame } from './live.ts'
import { isAnswering, productOfWorker, stop } from './product.ts'
import { signIn, test } from './sign-in.ts'
import { fileSmallClaims } from './small-claims.ts'

/** A second process of the product on the same database and files, as behind a balancer. */
let second: ChildProcess
let there: string

test.beforeAll(async () => {
  test.setTimeout(240_000)
  const port = await freePort()
  there = `http://127.0.0.1:${port}`
  second = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    env: { ...process.env, ...productOfWorker()?.environment, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await isAnswering(`${there}/public/health`, second)
})
test.afterAll(async () => {
  if (second.signalCode === null) await stop(second)
})

/** Opens the message centre of one of the processes as the head of quality, and waits for live updates. */
async function listening(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
  const live = firstFrame(context)
  const page = await context.newPage()
  await signIn(page, 'yangfan')
  await page.goto('/message-center')
  await expect(page.getByRole('heading', { name: '消息中心' })).toBeVisible()
  await live
  return page
}

const lines = (page: Page, title: string) => page.locator('.oa-message').filter({ hasText: title })

test('two processes are one product: each tells what was done at the other, also what it had no time to tell', async ({ browser, request, baseURL }) => {
  test.setTimeout(300_000)
  const suffix = Date.now() % 1_000_000
  const address = baseURL ?? ''
  const [here, other] = [await listening(browser, address), await listening(browser, there)]

  await fileSmallClaims(request, [`这边 ${suffix}`], address)
  await expect(lines(other, `这边 ${suffix}`)).toContainText('未读')
  await fileSmallClaims(request, [`那边 ${suffix}`], there)
  await expect(lines(here, `那边 ${suffix}`)).toContainText('未读')

  // a message that is read at one is read at the other
  await lines(here, `这边 ${suffix}`).click()
  await expect(lines(here, `这边 ${suffix}`)).not.toContainText('未读')
  await other.reload()
  await expect(lines(other, `这边 ${suffix}`)).toBeVisible()
  await expect(lines(other, `这边 ${suffix}`)).not.toContainText('未读')

  // the instance that answered is killed before it announces the message
  await fileSmallClaims(request, [`最后 ${suffix}`], there)
  second.kill('SIGKILL')
  await expect(lines(here, `最后 ${suffix}`)).toContainText('未读')
  await expect(lines(here, `最后 ${suffix}`)).toHaveCount(1)
})
