import { expect, type Locator, type Page } from '@playwright/test'

/** The panel of a select, since that of another one may still be closing. */
const panelOf = async (page: Page, box: Locator) =>
  page.locator('.ant-select-dropdown', { has: page.locator(`[id="${await box.getAttribute('aria-controls')}"]`) })

/** Opens a choice by its label, searches, and selects the first option with the text. */
export async function choose(page: Page, label: string | RegExp, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label }).first()
  // the input is below the selected text, which would intercept the click
  await box.locator('xpath=ancestor::div[contains(concat(" ", @class, " "), " ant-select ")][1]').click()
  if (await box.isEditable()) await box.pressSequentially(text)
  const panel = await panelOf(page, box)
  await panel.locator('.ant-select-item-option').filter({ hasText: text }).first().click()
}

export async function fill(page: Page | Locator, label: string | RegExp, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: label }).or(page.getByRole('spinbutton', { name: label })).first()
  await box.fill(text)
  await box.blur()
}

export async function fillDate(page: Page, label: string | RegExp, day: string): Promise<void> {
  const box = page.getByRole('textbox', { name: label }).first()
  await box.click()
  await box.pressSequentially(day)
  await box.press('Enter')
}

/** Adds people by their names. */
export async function addPerson(page: Page, label: string | RegExp, name: string): Promise<void> {
  await choose(page, label, name)
  await page.keyboard.press('Escape')
}

/** Chooses a city by searching its name. */
export async function chooseCity(page: Page, label: string | RegExp, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label }).first()
  await box.locator('xpath=ancestor::div[contains(concat(" ", @class, " "), " ant-select ")][1]').click()
  await box.pressSequentially(name)
  await page.locator('.ant-cascader-dropdown:not(.ant-select-dropdown-hidden) .ant-cascader-menu-item').filter({ hasText: name }).first()
    .click()
  await page.keyboard.press('Escape')
}

/** Submits the form and returns the number of the opened document. */
export async function submit(page: Page, words: RegExp, prefix: string): Promise<string> {
  await page.getByRole('button', { name: words }).last().click()
  await expect(page).toHaveURL(/-detail\?/)
  return documentNumber(page, prefix)
}

/** A day in Shanghai, some days before today, yyyy-MM-dd. */
export function dayBefore(days: number): string {
  return new Date(Date.now() + 8 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10)
}

/** The number of the document on the screen. */
export async function documentNumber(page: Page, prefix: string): Promise<string> {
  const shown = page.getByText(new RegExp(`${prefix}\\d{12}`)).filter({ visible: true }).first()
  await expect(shown).toBeVisible()
  return new RegExp(`${prefix}\\d{12}`).exec((await shown.textContent()) ?? '')![0]
}

/** Passes a task and waits for the answer. The pass is sent when the page is left, which a `pagehide` event simulates. */
export async function sendPass(page: Page, decide: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((response) => response.url().includes('/workflow/pass'))
  await decide()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await answered
}
