import { expect } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { firstFrame } from './live.ts'
import { choose, signIn, test } from './sign-in.ts'
import { fileSmallClaims } from './small-claims.ts'

test('a message comes by itself, in one tab of the browser; it is read, previewed and opened', async ({ page, context }) => {
  test.slow()
  const title = `消息 ${Date.now() % 1_000_000}`
  const live = firstFrame(context)
  await signIn(page, 'yangfan')
  const second = await context.newPage()
  await second.goto('/')
  await expect(second.getByRole('main')).toBeVisible()
  await page.bringToFront()
  await page.goto('/message-center')
  await expect(page.getByRole('heading', { name: '消息中心' })).toBeVisible()
  await live

  await fileSmallClaims(page.request, [title])
  const line = page.getByRole('button', { name: new RegExp(title) })
  await expect(line).toContainText('未读')
  const shownNotifications = async () =>
    (await Promise.all([page, second].map((tab) => tab.getByRole('region', { name: '新消息' }).count()))).reduce(
      (sum, count) => sum + count,
      0,
    )
  await expect.poll(shownNotifications).toBe(1)
  // the other tab has had time to show it as well
  await page.waitForTimeout(1_000)
  expect(await shownNotifications()).toBe(1)
  await expectAccessible(page, 'message centre 中')

  // choosing reads and previews, Enter opens
  await line.click()
  const preview = page.getByRole('complementary', { name: '预览' })
  await expect(preview.getByRole('button', { name: '通过' })).toBeVisible()
  await expect(line).not.toContainText('未读')
  await expectAccessible(page, 'preview 中')
  await choose(page, 'EN')
  await expect(page.getByRole('complementary', { name: 'Preview' }).getByRole('button', { name: 'Pass' })).toBeVisible()
  await page.getByRole('button', { name: /unread/ }).first().click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toContainText(title)
  await expectAccessible(page, 'bell EN')
  await page.keyboard.press('Escape')
  // it is the one that is previewed, wherever the focus is
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await choose(page, '中')
})

test('messages on a telephone: one row narrows them, a sheet the more so, a click opens', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const title = `手机 ${Date.now() % 1_000_000}`
  await signIn(page, 'yangfan')
  await fileSmallClaims(page.request, [title])
  await page.getByRole('navigation').getByRole('link', { name: '消息中心' }).click()
  const line = page.getByRole('button', { name: new RegExp(title) })
  await expect(line).toBeVisible()
  await expectAccessible(page, 'messages 375')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  // the read state, and one button for all other filters
  expect((await page.locator('.oa-message-filters').boundingBox())?.height).toBeLessThanOrEqual(56)
  await page.getByRole('button', { name: '筛选' }).click()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  await sheet.getByLabel('搜索消息').fill(title)
  await expectAccessible(page, 'filters of messages 375')
  await sheet.getByRole('button', { name: '查询' }).click()
  await expect(page.getByRole('button', { name: '筛选（已用 1 项）' })).toBeVisible()
  await expect(page.locator('.oa-message')).toHaveCount(1)
  await line.click()
  await expect(page).toHaveURL(/procInstId/)
})

test('on the host name localhost nobody listens: the numbers are asked for every minute', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: (baseURL ?? '').replace('127.0.0.1', 'localhost'),
    viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await page.clock.install()
  await fileSmallClaims(page.request, [`先有 ${Date.now() % 1_000_000}`])
  await signIn(page, 'yangfan')
  const bell = page.getByRole('button', { name: /^消息中心，\d+ 条未读$/ })
  const unread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0])
  await expect.poll(unread).toBeGreaterThan(0)
  const before = await unread()
  await fileSmallClaims(page.request, [`每分钟 ${Date.now() % 1_000_000}`])
  await page.clock.runFor(61_000)
  await expect.poll(unread).toBe(before + 1)
  expect(sockets).toEqual([])
  await context.close()
})
