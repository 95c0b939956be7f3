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

/** Signs in on the real sign-in page and waits for the home page. */
export async function signIn(page: Page, userName: string, language: Language = '中'): Promise<void> {
  await page.goto('/')
  await page.locator('input[name="username"]').fill(userName)
  await page.locator('input[type="password"]').fill(password)
  await page.keyboard.press('Enter')
  // the sign-in page has a main landmark, too
  await expect(page.locator('#main')).toBeVisible()
  await choose(page, language)
}

const languages: Readonly<Record<Language, string>> = { 中: '中文', EN: 'English' }

/** Switches the language without a reload; the page's language attribute follows. */
export async function choose(page: Page, language: Language): Promise<void> {
  const wanted = language === 'EN' ? 'en' : 'zh'
  if ((await page.locator('html').getAttribute('lang'))?.startsWith(wanted)) return
  const saved = page.waitForResponse((response) => response.url().includes('/account') && response.request().method() === 'POST')
  const button = page.getByRole('button', { name: languages[language], exact: true })
  // a phone has the languages in the menu of the person
  const person = page.locator('.oa-top .oa-avatar')
  await expect(button.or(person).first()).toBeVisible()
  if (!(await button.isVisible())) await person.click()
  await button.or(page.getByRole('menuitemradio', { name: languages[language] })).click()
  await saved
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'EN' ? /^en/ : /^zh/)
}
