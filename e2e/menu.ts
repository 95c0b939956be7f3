import type { Page } from '@playwright/test'

/** Opens a page by the filter of a long menu, regardless of its directory. */
export async function openFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /^(找页面|Find a page)$/ }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}
