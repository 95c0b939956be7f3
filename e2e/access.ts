import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing keeps people from using the page, once it has come to rest. `where` is named in a finding. */
export async function expectAccessible(page: Page, where = ''): Promise<void> {
  // what is being asked again is dimmed for that moment, and fades back
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.evaluate(() =>
    Promise.all(document.getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished.catch(() => undefined)))
  )
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  const found = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(found.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)).toEqual([])
}
