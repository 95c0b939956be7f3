import type { Page } from '@playwright/test'

/** Opens a page by the filter of a long menu, which finds it in whatever directory it lies. */
export async function openFromMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: /^(找页面|Find a page)$/ }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}
