import { type CDPSession, expect, type Page } from '@playwright/test'
import { openFromMenu } from './menu.ts'
import { signIn, test } from './sign-in.ts'

const kilobyte = 1000

// the shell, including Refine, is part of the first load; a list loads what it needs to render
for (const list of [{ name: '币种管理', path: '/currency-department' }, { name: '待办', path: '/todo' }]) {
  test(`the shell stays small up to ${list.path}, and no module is in its first load`, async ({ page, context }) => {
    // prefetching is disabled for people who save data, so that only the page's own requests are counted
    await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
    const { scripts, bytes } = await counted(await context.newCDPSession(page))
    // the same files are requested before and after the sign-in page; browsers cache them
    await signIn(page, 'finance')
    const shell = await stable(bytes)
    expect([...scripts.values()].filter((url) => notInTheShell.test(url))).toEqual([])
    await open(page, list.name)
    const withList = await stable(bytes)
    console.log(
      `JavaScript on the wire: shell with home ${Math.round(shell / kilobyte)} kB, with ${list.path} ${Math.round(withList / kilobyte)} kB`,
    )
    expect(shell).toBeLessThanOrEqual(328 * kilobyte)
    expect(withList).toBeLessThanOrEqual(510 * kilobyte)
  })
}

test('what is opened next is loaded when home is at rest, and its rows are asked for with the press', async ({ page, context }) => {
  const { bytes } = await counted(await context.newCDPSession(page))
  await signIn(page, 'finance')
  await page.waitForFunction(() => performance.getEntriesByName('oa.rest').length > 0)
  const ahead = await stable(bytes)
  // with the engine of home's chart
  expect(ahead).toBeLessThanOrEqual(690 * kilobyte)
  const link = page.getByRole('navigation').getByRole('link', { name: '待办' })
  const listRequest = page.waitForRequest((request) => request.url().includes('/workflow/tasks/todoList'))
  await link.hover()
  await page.mouse.down()
  await listRequest
  let again = 0
  page.on('request', (request) => (again += request.url().includes('/workflow/tasks/todoList?') ? 1 : 0))
  await page.mouse.up()
  await expect(page.getByRole('table').getByRole('row').or(page.getByText('待办已清空')).first()).toBeVisible()
  await expect(page.getByRole('search')).toBeVisible()
  expect(again).toBe(0)
  expect(await stable(bytes)).toBe(ahead)
})

/** Modules' own pages and declarations, and code that only forms or documents need. */
const notInTheShell = /plugins|\/pages\/|declarations|FormPage|DetailPage|RecordDialog|date-picker|inputs/

async function open(page: Page, name: string) {
  await openFromMenu(page, name)
  await expect(page.getByRole('table').getByRole('row').or(page.getByText('待办已清空')).first()).toBeVisible()
}

/** Counts scripts and their compressed bytes over the network. */
async function counted(session: CDPSession) {
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
  return { scripts, bytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0) }
}

/** The figure once it has not grown for a second. */
async function stable(figure: () => number): Promise<number> {
  for (let last = -1; last !== figure();) {
    last = figure()
    await new Promise((wait) => setTimeout(wait, 1000))
  }
  return figure()
}
