import { expect } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { signIn, test, type Language } from './sign-in.ts'
import { fileSmallClaims } from './small-claims.ts'

const words = {
  中: { undo: '撤回', peek: '预览', batch: '批量处理', nothing: '没有符合条件的结果' },
  EN: { undo: 'Undo', peek: 'Peek', batch: 'Bulk actions', nothing: 'No results' },
} as const

for (const language of ['中', 'EN'] as const satisfies readonly Language[]) {
  test(`twenty documents are worked through without a mouse (${language})`, async ({ page }) => {
    test.slow()
    const text = words[language]
    const titlePrefix = `耗材${language === 'EN' ? 'E' : 'C'}${Date.now() % 1_000_000}`
    await fileSmallClaims(page.request, Array.from({ length: 20 }, (_, index) => `${titlePrefix} 之 ${index + 1}`))
    await signIn(page, 'yangfan', language)
    await page.goto(`/todo?keyword=${encodeURIComponent(titlePrefix)}`)
    const rows = page.locator('tr.ant-table-row')
    const focused = page.locator('tr[aria-current]')
    await expect(rows).toHaveCount(20)
    await expectAccessible(page, `to-do ${language}`)

    // peek, and pass through the dialog
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await expect(page.getByRole('complementary', { name: text.peek })).toContainText(titlePrefix)
    await page.keyboard.press('Escape')
    await page.keyboard.press('p')
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(rows).toHaveCount(19)
    await expect(focused).toContainText('之 2')

    // opens a task, walks to the next one and passes it: the following one opens, and the list continues there
    await page.keyboard.press('Enter')
    await expect(page.getByText('1 / 19')).toBeVisible()
    await page.keyboard.press('j')
    await expect(page.getByText('2 / 19')).toBeVisible()
    await page.keyboard.press('p')
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('2 / 18')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/todo/)
    await expect(rows).toHaveCount(18)
    await expect(focused).toContainText('之 4')

    // return one with its reason
    await page.keyboard.press('r')
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    const reason = page.getByRole('dialog').getByRole('textbox').first()
    // the dialog takes the focus once it is open: its first choice or, where nodes are loaded later, the reason
    await expect(async () => {
      if (!(await reason.evaluate((box) => box === document.activeElement))) await page.keyboard.press('Tab')
      await expect(reason).toBeFocused({ timeout: 100 })
    }).toPass()
    await page.keyboard.type('缺少发票')
    await page.keyboard.press('Control+Enter')
    await expect(rows).toHaveCount(17)

    // choose some by keys and pass them together, with an opinion for all
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await expect(page.getByRole('group', { name: text.batch })).toContainText('3')
    await page.keyboard.press('p')
    await expect(rows).toHaveCount(14)

    // call back, then pass the rest together
    await page.keyboard.press('z')
    await expect(rows).toHaveCount(17)
    await page.keyboard.press('Control+a')
    const answered = page.waitForResponse((response) => response.url().includes('/workflow/pass'))
    await page.keyboard.press('p')
    await expect(rows).toHaveCount(0)
    await expect(page.getByRole('button', { name: text.undo })).toBeVisible()
    await answered
    await expect(page.getByRole('button', { name: text.undo })).toBeHidden()
    await page.reload()
    await expect(page.getByText(text.nothing)).toBeVisible()
  })
}

test('what was passed together is sent when the window closes', async ({ page, context }) => {
  const titlePrefix = `关窗${Date.now() % 1_000_000}`
  await fileSmallClaims(page.request, [`${titlePrefix} 一`, `${titlePrefix} 二`])
  await signIn(page, 'yangfan')
  await page.goto(`/todo?keyword=${encodeURIComponent(titlePrefix)}`)
  await expect(page.locator('tr.ant-table-row')).toHaveCount(2)
  await page.keyboard.press('Control+a')
  await page.keyboard.press('p')
  await expect(page.locator('tr.ant-table-row')).toHaveCount(0)
  const next = await context.newPage()
  await page.close({ runBeforeUnload: true })
  // the calls are on their way while the next window reads its list
  await expect(async () => {
    await next.goto(`/todo?keyword=${encodeURIComponent(titlePrefix)}`)
    await expect(next.getByText(words['中'].nothing)).toBeVisible({ timeout: 3_000 })
  }).toPass()
})

const reviewWords = {
  中: { inbox: '待审阅的单据', tally: '已通过 4 项，退回 1 项', back: '返回待办' },
  EN: { inbox: 'Documents to review', tally: 'Passed 4, returned 1', back: 'Back to the list' },
} as const

for (const language of ['中', 'EN'] as const satisfies readonly Language[]) {
  test(`five documents are decided in the review, one after the other (${language})`, async ({ page }) => {
    test.slow()
    const text = reviewWords[language]
    const titlePrefix = `审阅${language === 'EN' ? 'E' : 'C'}${Date.now() % 1_000_000}`
    await fileSmallClaims(page.request, Array.from({ length: 5 }, (_, index) => `${titlePrefix} 之 ${index + 1}`))
    await signIn(page, 'yangfan', language)
    await page.goto(`/todo?keyword=${encodeURIComponent(titlePrefix)}`)
    await expect(page.locator('tr.ant-table-row')).toHaveCount(5)
    await page.keyboard.press('v')
    const inbox = page.getByRole('region', { name: text.inbox })
    await expect(inbox.getByRole('listitem')).toHaveCount(5)
    const title = page.locator('.oa-review-main h1')
    const shows = async (n: number) => await expect(title).toHaveText(`${titlePrefix} 之 ${n}`)
    await shows(1)
    await expectAccessible(page, `review ${language}`)

    // pass, call it back, then pass four
    await page.keyboard.press('p')
    await shows(2)
    await page.keyboard.press('z')
    for (const n of [1, 2, 3, 4]) {
      await shows(n)
      await page.keyboard.press('p')
    }

    // the last one is returned to its initiator, who is preselected
    await shows(5)
    await page.keyboard.press('r')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('radio').first()).toBeVisible()
    await dialog.getByRole('textbox').first().fill('缺少发票')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText(text.tally)).toBeVisible()
    await page.getByRole('button', { name: text.back }).click()
    await expect(page.getByText(words[language].nothing)).toBeVisible()
  })
}
