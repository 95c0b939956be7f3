import { expect } from '@playwright/test'
import { signIn, test } from './sign-in.ts'

const kilobyte = 1000

// a list of records brings the data framework with it; what documents need does not
for (const list of [{ name: '币种管理', path: '/currency-department', most: 450 }, { name: '待办', path: '/todo', most: 400 }]) {
  test(`the shell stays small up to ${list.path}, and no module is in its first load`, async ({ page, context }) => {
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.setCacheDisabled', { cacheDisabled: true })
    const scripts = new Map<string, string>()
    const sizes = new Map<string, number>()
    session.on('Network.responseReceived', ({ requestId, type, response }) => {
      if (type === 'Script' && response.url.includes('/assets/')) scripts.set(requestId, response.url)
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const url = scripts.get(requestId)
      if (url) sizes.set(url, encodedDataLength)
    })
    // before and after the sign-in page the same files are asked for; a browser keeps them
    const bytes = () => [...sizes.values()].reduce((sum, size) => sum + size, 0)
    await signIn(page, 'finance')
    const shell = await settled(bytes)
    expect([...scripts.values()].filter((url) => notInTheShell.test(url))).toEqual([])
    await page.getByRole('navigation').getByRole('link', { name: list.name }).click()
    await expect(page).toHaveURL(new RegExp(list.path))
    await expect(page.getByRole('table').getByRole('row').or(page.getByText('待办已清空')).first()).toBeVisible()
    const withList = await settled(bytes)
    console.log(`JavaScript on the wire: shell with home ${Math.round(shell / kilobyte)} kB, with ${list.path} ${Math.round(withList / kilobyte)} kB`)
    expect(shell).toBeLessThanOrEqual(250 * kilobyte)
    expect(withList).toBeLessThanOrEqual(list.most * kilobyte)
  })
}

/** Modules' own pages and declarations, and what only a form or a document needs. */
const notInTheShell = /plugins|\/pages\/|declarations|FormPage|DetailPage|RecordDialog|date-picker|inputs/

/** The figure once it has not grown for a second. */
async function settled(figure: () => number): Promise<number> {
  for (let last = -1; last !== figure();) {
    last = figure()
    await new Promise((wait) => setTimeout(wait, 1000))
  }
  return figure()
}
