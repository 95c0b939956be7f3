import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { choose, password, signIn, test } from './sign-in.ts'

/** Files a small claim of the quality engineer over HTTP, which waits for the head of quality. */
async function file(page: Page, title: string): Promise<void> {
  const form = { grant_type: 'password', client_id: 'oa-cli', username: 'quality', password, scope: 'openid' }
  const { access_token: token } = (await (await page.request.post('/idp/realms/oa/protocol/openid-connect/token', { form })).json()) as { access_token: string }
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  const business = {
    title, titleEn: title, applicantDept: 'sz-quality', bearingDept: 'sz-quality', costCenter: 'cc-sz-quality', reimburseKind: '1', currencyType: 'CNY', proceedsType: '3', writeOffFlag: '0',
    items: [{ expenseDate: day, expenseCategory: 'c-office', expenseDetail: '打印纸', bearingDept: 'sz-quality', costCenter: 'cc-sz-quality', amount: '8.00', invoiceType: '4', noInvoiceReason: '小额' }],
    payeeLines: [{ proceedsName: '曹颖', proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行' }],
    overBudgetExplanation: '常用耗材', overdueExplanation: '补报',
  }
  const answer = await page.request.post('/api/oaserver/expenseReimbursement/apply', { headers: { authorization: `Bearer ${token}` }, data: { business } })
  expect(((await answer.json()) as { code: number }).code).toBe(200)
}

/** Some tab of the browser is told at once from now on. */
function firstFrame(context: BrowserContext): Promise<void> {
  return new Promise((done) => {
    const watch = (page: Page) => page.on('websocket', (socket) => socket.once('framereceived', () => done()))
    context.pages().forEach(watch)
    context.on('page', watch)
  })
}

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

  await file(page, title)
  const line = page.getByRole('button', { name: new RegExp(title) })
  await expect(line).toContainText('未读')
  const told = async () => (await Promise.all([page, second].map((tab) => tab.getByRole('region', { name: '新消息' }).count()))).reduce((sum, count) => sum + count, 0)
  await expect.poll(told).toBe(1)
  // the other tab has had its time to tell it too
  await page.waitForTimeout(1_000)
  expect(await told()).toBe(1)
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
  await line.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await choose(page, '中')
})

test('messages on a telephone: a click opens', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  const title = `手机 ${Date.now() % 1_000_000}`
  await signIn(page, 'yangfan')
  await file(page, title)
  await page.getByRole('navigation').getByRole('link', { name: '消息中心' }).click()
  const line = page.getByRole('button', { name: new RegExp(title) })
  await expect(line).toBeVisible()
  await expectAccessible(page, 'messages 375')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  await line.click()
  await expect(page).toHaveURL(/procInstId/)
})
