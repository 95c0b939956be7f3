import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Expects no serious accessibility finding once the page is at rest. `where` is named in a finding.
 * A page may begin to ask again, and dim what it asks for, while it is being looked at: it is looked at again then.
 */
export async function expectAccessible(page: Page, where = ''): Promise<void> {
  await expect(async () => {
    await atRest(page)
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(found.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)).toEqual([])
  }).toPass({ intervals: [1_000], timeout: 25_000 })
}

async function atRest(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // dimmed parts fade back; an animation of a part that is not drawn may never end
  await page.evaluate(() =>
    Promise.race([
      Promise.all(document.getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined))),
      new Promise((late) => setTimeout(late, 5_000)),
    ])
  )
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
