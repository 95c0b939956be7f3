import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { signIn, test } from './sign-in.ts'

const words = {
  中: {
    title: '年度预算',
    add: '新建预算',
    adjust: '调拨',
    close: '关闭',
    department: '承担部门',
    category: '费用类别',
    save: '保存',
    amount: '金额',
    reason: '原因',
    more: '更多操作',
    settings: '年度设置',
    lock: '锁定年度',
    unlock: '解锁年度',
    cancel: '取消',
    agrees: '合计与余额一致',
    over: '超出',
    clear: '重置',
    jan: '1 月',
    changed: '变更记录',
    explain: '差异原因',
    from: '调出',
    to: '调入',
    negative: '不能为负数',
    taken: '可用预算不足',
  },
  EN: {
    title: 'Annual budgets',
    add: 'Add budget',
    adjust: 'Transfer',
    close: 'Close',
    department: 'Bearing department',
    category: 'Expense category',
    save: 'Save',
    amount: 'Amount',
    reason: 'Reason',
    more: 'More actions',
    settings: 'Year settings',
    lock: 'Lock year',
    unlock: 'Unlock year',
    cancel: 'Cancel',
    agrees: 'up to the balance',
    over: 'Over',
    clear: 'Reset',
    jan: 'Jan',
    changed: 'History',
    explain: 'Variance reasons',
    from: 'From',
    to: 'To',
    negative: 'can’t be negative',
    taken: 'Not enough available',
  },
} as const

for (const language of ['中', 'EN'] as const) {
  const word = words[language]

  test(`finance keeps the budgets of a year (${language})`, async ({ page }) => {
    // axe analyses thousands of cells, several times
    test.setTimeout(420_000)
    await signIn(page, 'finance', language)
    await page.goto('/annual-budget-management?department=sz-rd')
    const grid = page.getByRole('table', { name: /20\d\d/ })
    await expect(grid).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word.title)
    await expectAccessible(page, 'grid')

    // one tab stop, arrow keys within the grid, Enter opens the ledger whose entries add up
    const cell = grid.locator('[data-row="sz-rd/c-office"] [data-column="1"]')
    await cell.focus()
    await page.keyboard.press('ArrowRight')
    await expect(grid.locator('[data-row="sz-rd/c-office"] [data-column="2"]')).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary')
    await expect(panel.getByRole('status')).toContainText(word.agrees)
    await expect(cell).toHaveAttribute('aria-pressed', 'true')
    await expectAccessible(page, 'ledger')
    await panel.getByRole('button', { name: word.close }).click()
    await expect(panel).toBeHidden()
    await expect(cell).toBeFocused()

    // edits in place: errors are shown at their month, a row is pasted, Enter saves
    await page.keyboard.press('e')
    const first = grid.getByRole('textbox', { name: word.jan, exact: true })
    await expect(first).toBeFocused()
    const plan = await monthsOf(grid)
    await first.fill('-1')
    await page.keyboard.press('Enter')
    await expect(grid.getByRole('alert')).toContainText(word.negative)
    await expect(first).toHaveAttribute('aria-invalid', 'true')
    await paste(first, plan.map((amount) => String(Number(amount) + 100)).join('\t'))
    expect((await monthsOf(grid))[11]).toBe(String(Number(plan[11]) + 100))
    await expectAccessible(page, 'edit')
    await page.keyboard.press('Enter')
    await expect(first).toHaveCount(0)
    await cell.focus()
    await page.keyboard.press('h')
    await expect(panel.getByRole('listitem').first()).toContainText('→')
    await panel.getByRole('button', { name: word.close }).click()

    // filters by band; the URL keeps the filter
    await page.getByRole('button', { name: new RegExp(`^${word.over}`) }).click()
    await expect(page).toHaveURL(/band=over/)
    await expect(grid.locator('.oa-ratio[data-band="within"]').and(grid.locator('tr:not(.is-group) .oa-ratio'))).toHaveCount(0)
    await page.getByRole('button', { name: new RegExp(`^${word.over}`) }).click()

    // more than the available amount cannot be moved; a reason is required
    await page.getByRole('button', { name: word.adjust, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await choose(page, dialog.getByRole('group', { name: word.from }), 0)
    await choose(page, dialog.getByRole('group', { name: word.to }), 1)
    await dialog.getByLabel(word.amount).fill('99999999')
    await dialog.getByRole('textbox', { name: word.reason }).fill('e2e')
    await dialog.getByRole('button', { name: word.adjust, exact: true }).click()
    await expect(dialog.getByRole('alert')).toContainText(word.taken)
    await dialog.getByLabel(word.amount).fill('1')
    await dialog.getByRole('button', { name: word.adjust, exact: true }).click()
    await expect(dialog).toBeHidden()

    // a future year is locked and unlocked, each with a reason
    await page.goto(`/annual-budget-management?year=${new Date().getFullYear() + 1}`)
    await settings(page, word)
    await dialog.getByRole('textbox', { name: word.reason }).fill('e2e')
    await dialog.getByRole('button', { name: word.lock, exact: true }).click()
    await expect(dialog.getByRole('button', { name: word.unlock, exact: true })).toBeVisible()
    await expectAccessible(page, 'settings')
    await dialog.getByRole('button', { name: word.cancel }).click()
    await expect(page.getByRole('button', { name: word.add })).toBeDisabled()
    await settings(page, word)
    await dialog.getByRole('textbox', { name: word.reason }).fill('e2e')
    await dialog.getByRole('button', { name: word.unlock, exact: true }).click()
    await expect(dialog.getByRole('button', { name: word.lock, exact: true })).toBeVisible()
  })

  test(`a head sees the own department, and nothing to change (${language})`, async ({ page }) => {
    await signIn(page, 'head', language)
    await page.goto('/annual-budget-management')
    await expect(page.locator('.oa-budget-grid tr.is-group')).toHaveCount(1)
    await expect(page.getByRole('button', { name: word.add })).toHaveCount(0)
    await page.getByRole('button', { name: word.more }).click()
    await page.getByRole('menuitem', { name: word.explain }).click()
    await expect(page.getByRole('complementary')).toBeVisible()
    await expectAccessible(page, 'variance')
  })
}

test('on a small screen the first column stays, and the ledger comes from below', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signIn(page, 'head')
  await page.goto('/annual-budget-management')
  const name = page.locator('[data-row="sz-rd/c-travel"] th')
  const left = (await name.boundingBox())?.x
  await page.locator('.oa-budget-scroll').evaluate((element) => element.scrollTo({ left: 500, behavior: 'instant' }))
  expect((await name.boundingBox())?.x).toBe(left)
  await page.locator('[data-row="sz-rd/c-travel"] [data-column="9"]').click()
  await expect(page.getByRole('dialog')).toContainText(words['中'].agrees)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})

const monthsOf = (grid: Locator) =>
  grid.locator('[data-month]').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value.replaceAll(',', '')))

const paste = (input: Locator, text: string) =>
  input.evaluate((element, content) => {
    const data = new DataTransfer()
    data.setData('text', content)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)

/** Chooses the first offered department, and one of its categories. */
async function choose(page: Page, side: Locator, category: number): Promise<void> {
  await pick(page, side.getByRole('combobox').nth(0), 0)
  await pick(page, side.getByRole('combobox').nth(1), category)
}

/** Chooses by position, once the list of an earlier choice has closed. */
async function pick(page: Page, box: Locator, position: number): Promise<void> {
  const lists = page.locator('.ant-select-dropdown:visible')
  await expect(lists).toHaveCount(0)
  await box.click()
  await lists.locator('.ant-select-item-option').nth(position).click()
  await expect(lists).toHaveCount(0)
}

async function settings(page: Page, word: { more: string; settings: string }): Promise<void> {
  await page.getByRole('button', { name: word.more }).click()
  await page.getByRole('menuitem', { name: word.settings }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
}
