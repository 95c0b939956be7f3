import { expect, test } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { signIn } from './sign-in.ts'

test('the installed application shows the to-dos without a network, and goes on with it', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 375, height: 812 }, timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  // simulates an installed application's window, which a headless browser does not open
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window)
    window.matchMedia = (query) => real(query.includes('display-mode') ? 'all' : query)
  })
  await signIn(page, 'head')
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as { icons: { src: string }[] }
  for (const { src } of manifest.icons) expect((await page.request.get(src)).ok()).toBe(true)

  await page.evaluate(() => navigator.serviceWorker.ready)
  // the frame is cached atomically: with its page, its files are cached too
  await expect.poll(() => page.evaluate(async () => (await (await caches.open('oa-frame')).match('/')) !== undefined)).toBe(true)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('oa.todo') !== null)).toBe(true)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '待办' })).toBeVisible()
  await expect(page.getByRole('status')).toContainText('网络已断开')
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await expectAccessible(page, 'to-dos without a network')

  await context.setOffline(false)
  await expect(page.locator('#main')).toBeVisible({ timeout: 30_000 })
  await context.close()
})
