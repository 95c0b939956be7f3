import type { Page } from '@playwright/test'

/** Number of rows of the table, and how many of them name an unknown product. */
const [rows, wrong] = [2_000, 20]
/** A material of the demo company. */
const product = 'R-001'
const table = '[data-cell="items"]'

/** Opens a price list, pastes 2,000 rows into it, 20 of them invalid, and waits until every row is editable. */
export async function pastedPrices(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/sales-price-entry`)
  await page.locator(`${table} tbody tr[data-row]`).first().waitFor()
  await timed(`pasting ${rows} rows, ${wrong} of them wrong`, async () => {
    await paste(page, block(true))
    await page.locator(`${table} h2 .num`, { hasText: String(rows) }).waitFor()
    await page.getByRole('dialog').getByText('NONE-1', { exact: false }).first().waitFor()
  })
  await page.getByRole('dialog').locator('.ant-modal-close').click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const filter = page.locator(`${table} .oa-rowfilter input[type="checkbox"]`)
  await timed('showing the wrong rows only', async () => {
    await filter.check()
    await page.waitForFunction(([selector, count]) => document.querySelectorAll(`${selector} tbody tr[data-row]`).length === count,
      [table, wrong] as const)
  })
  await filter.uncheck()
  await timed('finding one row by its quantity', async () => {
    await page.locator(`${table} .oa-rowfilter input[type="text"], ${table} .oa-rowfilter .ant-input`).first().fill('1777')
    await page.waitForFunction((selector) => document.querySelectorAll(`${selector} tbody tr[data-row]`).length === 1, table)
  })
  await page.locator(`${table} .oa-rowfilter .ant-input`).first().fill('')
}

/** Pastes corrected rows over the invalid ones and submits; measured until the document's page is open. */
export async function submittedPrices(page: Page): Promise<void> {
  await page.locator(`${table} tbody tr[data-row]`).first().scrollIntoViewIfNeeded()
  await paste(page, block(false))
  await page.waitForTimeout(3_000)
  await page.locator('[data-cell="priceLevel"]').getByText('标准价').click()
  await page.locator('[data-cell="reason"] textarea').fill('年度价格表')
  await page.waitForTimeout(3_000)
  await timed(`submitting ${rows} rows`, async () => {
    await page.getByRole('button', { name: '提交' }).click()
    await page.waitForURL(/sales-price-entry-detail/, { timeout: 60_000 })
  })
}

const block = (isWrong: boolean): string =>
  Array.from({ length: rows }, (_, index) =>
    [isWrong && index % (rows / wrong) === 0 ? `NONE-${index + 1}` : product, '', String(index + 1), '12.5', '2030-01-01', '2030-12-31']
      .join('\t')).join('\r\n')

/** Pastes into the first cell of the first row, like cells copied in a spreadsheet. */
async function paste(page: Page, text: string): Promise<void> {
  await page.locator(`[data-cell^="items:"][data-cell$=":material"]`).first().evaluate((cell, copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    const target = cell.querySelector('input, button') ?? cell
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const started = performance.now()
  await work()
  console.log(`${what}: ${((performance.now() - started) / 1_000).toFixed(2)} s`)
}
