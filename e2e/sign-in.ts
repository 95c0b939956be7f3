import { expect, type Page, test as base } from '@playwright/test'

export type Language = '中' | 'EN'

/**
 * A page that fails the story on any console error or warning, uncaught error or violation of the content policy.
 */
export const test = base.extend<{ page: Page }>({
  page: async ({ page }, use) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
    await use(page)
    expect(complaints).toEqual([])
  },
})

export const password = process.env['DEMO_PASSWORD'] ?? 'Demo@2026'

/** Signs in on the real sign-in page and waits for the desk. */
export async function signIn(page: Page, userName: string, language: Language = '中'): Promise<void> {
  await page.goto('/')
  await page.locator('input[name="username"]').fill(userName)
  await page.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
  // the page of the sign-in has a main part, too
  await expect(page.locator('#main')).toBeVisible()
  await choose(page, language)
}

/** Switches the language without a reload; the page's language attribute follows. */
export async function choose(page: Page, language: Language): Promise<void> {
  const wanted = language === 'EN' ? 'en' : 'zh'
  if ((await page.locator('html').getAttribute('lang'))?.startsWith(wanted)) return
  const saved = page.waitForResponse((response) => response.url().includes('/account') && response.request().method() === 'POST')
  await page.getByText(language, { exact: true }).first().click()
  await saved
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'EN' ? /^en/ : /^zh/)
}
