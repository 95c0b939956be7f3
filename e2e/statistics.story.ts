import { expect } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { expectAccessible } from './access.ts'
import { signIn, test } from './sign-in.ts'

test('finance follows a figure of the statistics down to its documents and takes the table along', async ({ page }) => {
  await signIn(page, 'finance', 'EN')
  await page.goto('/statistics-analysis')
  await page.getByRole('link', { name: /^Expense statistics/ }).click()
  await expect(page.getByRole('heading', { name: /Expense statistics.*Data up to/ })).toBeVisible()
  const totals = page.getByRole('row', { name: /^Total \d/ })
  const heads = await page.locator('.oa-stat-table thead th').allTextContents()
  // the totals' first cell spans department and category; a heading also contains its unit
  const approved = totals.getByRole('cell').nth(heads.findIndex((head) => head.startsWith('Total')) - 2).getByRole('button')
  const figure = (await approved.textContent()) ?? ''
  await expect(page.getByRole('img', { name: `By month and category, ${figure} in total` })).toBeVisible()

  await expectAccessible(page, 'statistics')

  await approved.click()
  const drawer = page.getByRole('dialog')
  await expect(drawer.locator('tfoot')).toContainText(figure)
  const more = drawer.getByRole('button', { name: 'Show more' })
  await expect(async () => {
    if (await more.isVisible()) await more.click()
    await expect(more).toBeHidden({ timeout: 500 })
  }).toPass()
  const shown = await drawer.locator('tbody tr td:nth-child(5)').allTextContents()
  const cents = (text: string) => BigInt(text.replaceAll(/[,.]/g, '').replace('—', '0').replace('−', '-'))
  expect(shown.reduce((sum, text) => sum + cents(text), 0n)).toBe(cents(figure))
  await drawer.locator('a[href*="procInstId="]').first().click()
  await expect(page).toHaveURL(/procInstId=/)

  await page.goto('/expense-statistics?period=2020-01-01,2020-12-31')
  await expect(page.getByText('Try a longer period or fewer filters')).toBeVisible()
  await page.getByRole('search').getByText('This year').click()
  await expect(totals).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Expense statistics_\d{12}\.xlsx$/)
  expect(readFileSync(await file.path()).subarray(0, 2).toString()).toBe('PK')
})
