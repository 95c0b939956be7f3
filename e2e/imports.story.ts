import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import excel from 'exceljs'
import { expectAccessible } from './access.ts'
import { openFromMenu } from './menu.ts'
import { signIn, test } from './sign-in.ts'

const words = {
  中: { rates: '汇率管理', import: '导入', export: '导出', template: '下载模板', failures: '下载失败文件', again: '导入其他文件',
    done: '完成', reason: '失败原因', currency: 'EUR' },
  EN: { rates: 'Exchange rates', import: 'Import', export: 'Export', template: 'Download template', failures: 'Download failures',
    again: 'Import another file', done: 'Done', reason: 'Reason', currency: 'GBP' },
} as const

for (const language of ['中', 'EN'] as const) {
  const word = words[language]

  test(`finance brings rates in a file, corrects what failed and takes them out again (${language})`, async ({ page }) => {
    const year = new Date().getFullYear() + 1
    const month = `${year}-${language === '中' ? '05' : '06'}`
    await signIn(page, 'finance', language)
    await openFromMenu(page, word.rates)
    await page.getByRole('button', { name: word.import }).click()
    const dialog = page.getByRole('dialog')
    const template = await saved(page, () => dialog.getByRole('button', { name: word.template }).click())

    // one row that can be written, one whose currency is unknown
    const header = textsOf(await sheetOf(template), 1)
    expect(header).toHaveLength(3)
    const file = await filled(template, [[month, word.currency, '8.123456'], [month, 'XXX', '1']])
    await dialog.locator('input[type=file]').setInputFiles({ name: 'rates.xlsx', mimeType: 'application/octet-stream', buffer: file })
    await expect(dialog.getByRole('row').filter({ hasText: 'XXX' })).toBeVisible()
    await expectAccessible(page, 'import dialog')

    // failed rows are returned with reasons; corrected ones are imported, and the same file again changes nothing
    const failures = await saved(page, () => dialog.getByRole('button', { name: word.failures }).click())
    const failed = await sheetOf(failures)
    expect(textsOf(failed, 1).join()).toContain(word.reason)
    expect(failed.actualRowCount).toBe(2)
    await dialog.getByRole('button', { name: word.again }).click()
    await dialog.locator('input[type=file]').setInputFiles({ name: 'again.xlsx', mimeType: 'application/octet-stream',
      buffer: await filled(template, [[month, word.currency, '8.123456']]) })
    await expect(dialog.getByRole('button', { name: word.done })).toBeEnabled()
    await dialog.getByRole('button', { name: word.done }).click()
    await page.getByRole('search').locator('.ant-select').click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(String(year), { exact: true }).click()
    await expect(page.getByRole('button', { name: new RegExp(`^${word.currency} ${month}`) })).toHaveText('8.123456')

    // the year's export contains it, with the template's columns
    const exported = await sheetOf(await saved(page, () => page.getByRole('button', { name: word.export }).click()))
    expect(textsOf(exported, 1).slice(0, 3)).toEqual(header.map((text) => text.replace('*', '')))
    const rows = Array.from({ length: exported.actualRowCount }, (_, index) => textsOf(exported, index + 1).join(' '))
    expect(rows.some((row) => row.includes(month) && row.includes(word.currency) && row.includes('8.123456'))).toBe(true)
  })
}

async function saved(page: import('@playwright/test').Page, act: () => Promise<void>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return readFile(await download.path())
}

async function sheetOf(bytes: Buffer): Promise<excel.Worksheet> {
  const workbook = new excel.Workbook()
  await workbook.xlsx.load(Uint8Array.from(bytes).buffer)
  return workbook.worksheets[0]!
}

const textsOf = (sheet: excel.Worksheet, row: number): string[] => {
  const texts: string[] = []
  sheet.getRow(row).eachCell((cell) => texts.push(cell.text))
  return texts
}

/** A template with these rows below its example. */
async function filled(template: Buffer, rows: readonly (readonly string[])[]): Promise<Buffer> {
  const workbook = new excel.Workbook()
  await workbook.xlsx.load(Uint8Array.from(template).buffer)
  workbook.worksheets[0]?.addRows(rows.map((row) => [...row]))
  return Buffer.from(await workbook.xlsx.writeBuffer())
}
