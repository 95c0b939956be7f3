import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { password, signIn, test, type Language } from './sign-in.ts'

/** A small claim of the quality engineer, which waits for the head of quality. */
const claim = (title: string, amount: string) => {
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  return {
    title, titleEn: title, applicantDept: 'sz-quality', bearingDept: 'sz-quality', costCenter: 'cc-sz-quality', reimburseKind: '1', currencyType: 'CNY', proceedsType: '3', writeOffFlag: '0',
    items: [{ expenseDate: day, expenseCategory: 'c-office', expenseDetail: '打印纸', bearingDept: 'sz-quality', costCenter: 'cc-sz-quality', amount, invoiceType: '4', noInvoiceReason: '小额' }],
    payeeLines: [{ proceedsName: '曹颖', proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行' }],
    overBudgetExplanation: '常用耗材', overdueExplanation: '补报',
  }
}

/** Files claims over HTTP, as a script would. */
async function file(page: Page, titles: readonly string[]): Promise<void> {
  const form = { grant_type: 'password', client_id: 'oa-cli', username: 'quality', password, scope: 'openid' }
  const { access_token: token } = (await (await page.request.post('/idp/realms/oa/protocol/openid-connect/token', { form })).json()) as { access_token: string }
  for (const title of titles) {
    const answer = await page.request.post('/api/oaserver/expenseReimbursement/apply', { headers: { authorization: `Bearer ${token}` }, data: { business: claim(title, '8.00') } })
    expect(((await answer.json()) as { code: number }).code).toBe(200)
  }
}

const words = {
  中: { undo: '撤回', peek: '预览', nothing: '没有符合条件的结果' },
  EN: { undo: 'Undo', peek: 'Peek', nothing: 'Nothing matches' },
} as const

for (const language of ['中', 'EN'] as const satisfies readonly Language[]) {
  test(`ten documents are worked through without a mouse (${language})`, async ({ page }) => {
    test.slow()
    const text = words[language]
    const mark = `耗材${language === 'EN' ? 'E' : 'C'}${Date.now() % 1_000_000}`
    await file(page, Array.from({ length: 10 }, (_, index) => `${mark} 之 ${index + 1}`))
    await signIn(page, 'yangfan', language)
    await page.goto(`/todo?keyword=${encodeURIComponent(mark)}`)
    const rows = page.locator('tr.ant-table-row')
    const focused = page.locator('tr[aria-current]')
    await expect(rows).toHaveCount(10)
    await expectAccessible(page, `to-do ${language}`)

    // peek, and pass through the dialog
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await expect(page.getByRole('complementary', { name: text.peek })).toContainText(mark)
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(rows).toHaveCount(9)
    await expect(focused).toContainText('之 2')

    // open, walk to the next, pass it there: the list goes on after it
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 / 9')).toBeVisible()
    await page.keyboard.press('j')
    await expect(page.getByText('2 / 9')).toBeVisible()
    await page.keyboard.press('p')
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(page).toHaveURL(/todo/)
    await expect(rows).toHaveCount(8)
    await expect(focused).toContainText('之 4')

    // call back, then pass the rest together
    await page.keyboard.press('Control+a')
    await page.keyboard.press('p')
    await expect(rows).toHaveCount(0)
    await expect(page.getByRole('button', { name: text.undo })).toBeVisible()
    await page.keyboard.press('z')
    await expect(rows).toHaveCount(8)
    await page.keyboard.press('Control+a')
    const answered = page.waitForResponse((response) => response.url().includes('/workflow/pass'))
    await page.keyboard.press('p')
    await answered
    await expect(page.getByRole('button', { name: text.undo })).toBeHidden()
    await page.reload()
    await expect(page.getByText(text.nothing)).toBeVisible()
  })
}

test('what was passed together is sent when the window closes', async ({ page, context }) => {
  const mark = `关窗${Date.now() % 1_000_000}`
  await file(page, [`${mark} 一`, `${mark} 二`])
  await signIn(page, 'yangfan')
  await page.goto(`/todo?keyword=${encodeURIComponent(mark)}`)
  await expect(page.locator('tr.ant-table-row')).toHaveCount(2)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('p')
  await expect(page.locator('tr.ant-table-row')).toHaveCount(0)
  const next = await context.newPage()
  await page.close({ runBeforeUnload: true })
  await next.goto(`/todo?keyword=${encodeURIComponent(mark)}`)
  await expect(next.getByText(words['中'].nothing)).toBeVisible()
})
