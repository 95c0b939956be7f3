import { expect } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { type Language, signIn, test } from './sign-in.ts'

const words = {
  中: { directory: '业务单据', menu: '费用报销列表', title: '费用报销列表', kind: '报销类别', service: '服务费', payable: '实付金额',
    search: '查询', columns: '列设置', export: '导出', file: /费用报销_\d{12}\.xlsx/ },
  EN: { directory: 'Documents by type', menu: 'Expense claims', title: 'Expense claims', kind: 'Expense type', service: 'Service fee',
    payable: 'Net payable', search: 'Search', columns: 'Columns', export: 'Export', file: /Expense claim_\d{12}\.xlsx/ },
} as const

for (const language of ['中', 'EN'] as const satisfies readonly Language[]) {
  test(`the claims of a company are narrowed and sorted by what their form says (${language})`, async ({ page }) => {
    const word = words[language]
    await signIn(page, 'finance', language)
    // a long directory of the menu is a single line that leads to its pages
    await page.getByRole('navigation').getByRole('link', { name: word.directory }).click()
    await expectAccessible(page, 'directory')
    await page.getByRole('main').locator('a[href="/reimbursement-list"]').filter({ hasText: word.menu }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word.title)
    const rows = page.locator('tbody tr.ant-table-row')
    await expect(rows.first()).toBeVisible()
    await expectAccessible(page, 'all')

    // filters by a choice of the form; the URL keeps the filter
    await page.locator('.oa-search').getByRole('combobox', { name: word.kind }).click()
    await page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: word.service }).first().click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: word.search, exact: true }).click()
    await expect(page).toHaveURL(/columns\.reimburseKind=/)
    await expect(rows.first()).toContainText(word.service)
    await expect(rows.filter({ hasNotText: word.service })).toHaveCount(0)

    // a number is separated from the text next to it
    await expect(rows.first().locator('td[style*="right"]:has(+ td:not([style*="right"]))').first()).toHaveCSS('padding-right', '24px')

    // sorts by an amount of the form
    await page.getByRole('columnheader', { name: word.payable }).click()
    await expect(page).toHaveURL(/sort=columns\.netPayable/)
    await expectAccessible(page, 'narrowed')

    // hides a column, which stays hidden after reloading
    await page.getByRole('button', { name: word.columns }).click()
    await page.getByRole('dialog', { name: word.columns }).getByRole('checkbox', { name: word.payable }).click()
    await expect(page.getByRole('columnheader', { name: word.payable })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(rows.first()).toBeVisible()
    await expect(page.getByRole('columnheader', { name: word.payable })).toHaveCount(0)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: word.export }).click()
    expect((await download).suggestedFilename()).toMatch(word.file)
  })
}

test('on a phone each claim says what its form says', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 812 })
  await signIn(page, 'finance')
  // every page is reached by taps
  await page.getByRole('link', { name: '更多' }).click()
  await expectAccessible(page, 'more 375')
  await page.getByRole('region', { name: '业务单据' }).getByRole('link', { name: /全部/ }).click()
  // the page before has a link of the same name
  await expect(page.getByRole('heading', { level: 1, name: '业务单据' })).toBeVisible()
  await page.getByRole('link', { name: words['中'].menu, exact: true }).click()
  await expect(page.locator('.oa-row-details').first()).toContainText(words['中'].kind)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
})
