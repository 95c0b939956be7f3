import { expect, type Locator, type Page } from '@playwright/test'
import { openFromMenu } from './menu.ts'
import { signIn, test } from './sign-in.ts'

const words = {
  中: {
    currencies: '币种管理',
    rates: '汇率管理',
    centres: '成本中心',
    categories: '费用类别',
    add: '新建',
    edit: '编辑',
    save: '保存',
    search: '查询',
    reset: '重置',
    code: '代码',
    symbol: '符号',
    cn: '中文名称',
    en: '英文名称',
    department: '绑定部门',
    enabled: '启用',
    exists: '代码已存在',
    enter: '请输入',
    year: '年份',
    perUnit: '1 单位外币折人民币',
    reason: '修改原因',
  },
  EN: {
    currencies: 'Currencies',
    rates: 'Exchange rates',
    centres: 'Cost centres',
    categories: 'Expense categories',
    add: 'Add',
    edit: 'Edit',
    save: 'Save',
    search: 'Search',
    reset: 'Reset',
    code: 'Code',
    symbol: 'Symbol',
    cn: 'Chinese name',
    en: 'English name',
    department: 'Departments',
    enabled: 'Enabled',
    exists: 'already exists',
    enter: 'Enter',
    year: 'Year',
    perUnit: 'RMB per unit',
    reason: 'Reason for change',
  },
} as const

/** An unused code. */
const newCode = () => `X${letter()}${letter()}`
const letter = () => String.fromCharCode(65 + Math.floor(Math.random() * 26))

for (const language of ['中', 'EN'] as const) {
  const word = words[language]

  test(`finance keeps the currencies (${language})`, async ({ page }) => {
    const code = newCode()
    await signIn(page, 'finance', language)
    await open(page, word.currencies)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(word.currencies)

    // missing values are shown at their fields, and the form is not sent
    await page.getByRole('button', { name: word.add }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: word.save }).click()
    await expect(field(dialog, word.code)).toHaveAttribute('aria-invalid', 'true')
    await expect(field(dialog, word.code)).toBeFocused()

    // refusals of the server are shown at their fields too, and the dialog stays open
    await field(dialog, word.code).fill('USD')
    await field(dialog, word.symbol).fill('kr')
    await field(dialog, word.cn).fill('克朗')
    await field(dialog, word.en).fill('Krona')
    await dialog.getByRole('button', { name: word.save }).click()
    await expect(dialog.getByText(word.exists)).toBeVisible()
    await expect(page.locator('.oa-notice')).toHaveCount(0)

    // departments are found by name
    await field(dialog, word.code).fill(code)
    await field(dialog, word.department).click()
    const option = page.locator('.ant-select-dropdown:visible .ant-select-item-option')
    await option.first().click()
    await option.nth(1).click()
    const names = await dialog.locator('.ant-select-selection-item').allTextContents()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: word.save }).click()
    await expect(dialog).toBeHidden()

    const row = page.getByRole('row', { name: new RegExp(`^${code}`) })
    await expect(row).toContainText(names[0]!)

    // changed
    await row.hover()
    await row.getByRole('button', { name: word.edit }).click()
    await field(dialog, word.en).fill(`Crown ${code}`)
    await dialog.getByRole('button', { name: word.save }).click()
    await expect(row).toContainText(`Crown ${code}`)

    // disabled, so that pickers do not offer it, and enabled again
    const toggle = row.getByRole('switch')
    await toggle.click()
    await expect(toggle).not.toBeChecked()
    await toggle.click()
    await expect(toggle).toBeChecked()

    // searched and filtered; the URL keeps both
    await page.getByRole('search').getByRole('textbox').first().fill(`Crown ${code}`)
    await page.getByRole('button', { name: word.search }).click()
    await expect(page).toHaveURL(/keyword=Crown/)
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByRole('button', { name: word.reset }).click()
    await page.getByRole('search').getByRole('button', { name: word.department }).click()
    await option.first().click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: word.search }).click()
    await expect(page).toHaveURL(/departmentIds=/)
    await expect(row).toBeVisible()
    await expect(page.getByRole('row', { name: /^USD/ })).toHaveCount(0)
    await page.getByRole('button', { name: word.reset }).click()

    // sorted
    await page.getByRole('columnheader', { name: word.code }).click()
    await expect(page).toHaveURL(/sort=code/)
    await expect(page.getByRole('columnheader', { name: word.code })).toHaveAttribute('aria-sort', 'ascending')
    await page.getByRole('columnheader', { name: word.code }).click()
    await expect(page).toHaveURL(/sort=-code/)
    await expect(page.getByRole('columnheader', { name: word.code })).toHaveAttribute('aria-sort', 'descending')
  })

  test(`finance sets rates by the year (${language})`, async ({ page }) => {
    await signIn(page, 'finance', language)
    await open(page, word.rates)
    const next = new Date().getFullYear() + 1
    await page.getByRole('search').locator('.ant-select').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(String(next), { exact: true }).click()
    const cell = (month: string) => page.getByRole('button', { name: new RegExp(`^USD ${next}-${month}`) })
    const dialog = page.getByRole('dialog')

    // a missing or invalid rate is shown at its field
    const month = word === words.中 ? '01' : '02'
    await cell(month).click()
    await expect(dialog.getByLabel(word.perUnit)).toBeFocused()
    await expect(async () => {
      await dialog.getByRole('button', { name: word.save }).click()
      await expect(dialog.getByLabel(word.perUnit)).toHaveAttribute('aria-invalid', 'true', { timeout: 2000 })
    }).toPass()
    await dialog.getByLabel(word.perUnit).fill('0.0000001')
    await dialog.getByRole('button', { name: word.save }).click()
    await expect(dialog.getByLabel(word.perUnit)).toHaveAttribute('aria-invalid', 'true')
    await dialog.getByLabel(word.perUnit).fill('7.25')
    await dialog.getByRole('button', { name: word.save }).click()
    await expect(dialog).toBeHidden()
    await expect(cell(month)).toHaveText('7.250000')

    // changing a month that documents have used requires a reason
    await page.getByRole('search').locator('.ant-select').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(String(next - 1), { exact: true }).click()
    await page.getByRole('button', { name: new RegExp(`^EUR ${next - 1}-0[12]`) }).nth(word === words.中 ? 0 : 1).click()
    await dialog.getByLabel(word.perUnit).fill(word === words.中 ? '8.111111' : '8.222222')
    await dialog.getByRole('button', { name: word.save }).click()
    await expect(dialog.getByRole('textbox', { name: word.reason })).toBeVisible()
    await dialog.getByRole('textbox', { name: word.reason }).fill('typing error')
    await dialog.getByRole('button', { name: word.save }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: word === words.中 ? /8\.111111/ : /8\.222222/ })).toBeVisible()
  })

  test(`finance reads cost centres and categories by name (${language})`, async ({ page }) => {
    await signIn(page, 'finance', language)
    await open(page, word.centres)
    const first = page.getByRole('row').nth(1)
    await expect(first).toBeVisible()
    // no cell shows an id
    await expect(page.getByRole('table')).not.toContainText(/\b(u|sz|vn)-[a-z]+/)
    await open(page, word.categories)
    await expect(page.getByRole('table').first()).toBeVisible()
    await expect(page.getByRole('table')).not.toContainText(/\b(u|sz|vn)-[a-z]+/)
  })
}

const open = async (page: Page, name: string) => {
  await openFromMenu(page, name)
  await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
}

const field = (dialog: Locator, label: string) => dialog.getByLabel(label).and(dialog.locator('input, textarea, select')).first()
