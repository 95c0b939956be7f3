import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * Expects no serious accessibility violation once the page is idle. `where` is part of the message. Repeated, since a page may start to
 * load again, and dim its content, during the analysis.
 */
export async function expectAccessible(page: Page, where = ''): Promise<void> {
  await expect(async () => {
    await atRest(page)
    // frames are of the same origin: the other mode opens a page for each analysis, and takes four times as long
    const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode().analyze()
    const found = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(found.map(({ id, nodes }) => `${where} ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)).toEqual([])
  }).toPass({ intervals: [1_000], timeout: 25_000 })
}

async function atRest(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  // waits until faded parts are opaque again; animations of invisible parts may never end
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
