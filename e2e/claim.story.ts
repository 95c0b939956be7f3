import { type Browser, expect } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { chineseClaim, englishClaim, fileClaim, type ClaimWords } from './claim.ts'
import { sendPass } from './form.ts'
import { signIn, test } from './sign-in.ts'

interface PassWords extends ClaimWords {
  readonly pass: RegExp
  readonly confirmPass: RegExp
  readonly completed: RegExp
}

const chinese: PassWords = { ...chineseClaim, pass: /^通过/, confirmPass: /^确认通过/, completed: /已完成/ }

const english: PassWords = { ...englishClaim, pass: /^Pass/, confirmPass: /^Pass|^Confirm/, completed: /Completed/ }

for (const words of [chinese, english]) {
  // six people sign in sequentially
  test.setTimeout(180_000)
  test(`an employee files a claim and it is paid (${words.language})`, async ({ page, browser }) => {
    await signIn(page, 'employee', words.language)
    const number = await fileClaim(page, words, expectAccessible)
    await expectAccessible(page)
    for (const approver of ['xuhaibo', 'head', 'accountant', 'finance', 'cashier']) await pass(browser, { approver, number, words })
    await page.reload()
    await expect(page.getByText(words.completed).first()).toBeVisible()
    await expectAccessible(page)
  })
}

/** Opens the claim from the approver's to-do list and passes it. */
async function pass(browser: Browser, { approver, number, words }: { approver: string; number: string; words: PassWords }): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
  await signIn(page, approver, words.language)
  await page.goto('/todo')
  await page.getByText(number).click()
  await expect(page).toHaveURL(/reimbursement-detail/)
  await page.getByRole('button', { name: words.pass }).last().click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await sendPass(page, async () => {
    await dialog.getByRole('button', { name: words.confirmPass }).click()
    await expect(dialog).toBeHidden()
  })
  await page.goto('/todo')
  await expect(page.getByText(number)).toHaveCount(0)
  expect(complaints).toEqual([])
  await context.close()
}
