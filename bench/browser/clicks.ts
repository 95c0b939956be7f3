import { readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'vite'
import { share } from '../load.ts'
import { atDesk } from './product.ts'

/**
 * Time from the click on a list's name until its rows are painted: the product, with its files in the browser's cache but no data of the
 * list, compared with a bare page of Refine and antd that calls the same endpoints. In alternating order.
 */
const documents = { body: { figures: false },
  columns: ['businessNo', 'title', 'processName', 'amount', 'departmentName', 'nodeName', 'createTime', 'stayHours'] }
const lists = [
  { path: '/todo', call: '/workflow/tasks/todoList', ...documents },
  { path: '/orders', call: '/workflow/tasks/all', ...documents },
  { path: '/currency-department', call: '/budgetservice/currency/page', body: {}, columns: ['code', 'symbol', 'name', 'enable'] },
]
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' }
const rounds = Number(process.argv[3] ?? 9)
/** Timeout of a click, ms. */
const timeout = 30_000

await atDesk('finance', async ({ address, context, page }) => {
  const files = await mkdtemp(join(tmpdir(), 'bench-bare-'))
  try {
    await build({ configFile: false, root: join(import.meta.dirname, 'bare'), base: '/bare/', logLevel: 'error',
      build: { outDir: files, emptyOutDir: true } })
    const bare = await context.newPage()
    for (const each of [page, bare]) each.setDefaultTimeout(timeout)
    await bare.route(`${address}/bare/**`, (route) => {
      const path = new URL(route.request().url()).pathname.replace('/bare/', '')
      return route.fulfill({ body: readFileSync(join(files, path === '' ? 'index.html' : path)),
        contentType: types[extname(path)] ?? 'text/html' })
    })
    await bare.goto(`${address}/icon.svg`)
    // the menu of an accountant is folded, starred pages are always in it
    await page.evaluate((paths) => localStorage.setItem('oa.menu.favourites', JSON.stringify(paths)), lists.map(({ path }) => path))
    for (const list of lists) {
      const taken = { ours: [] as OpenTimes[], theirs: [] as OpenTimes[] }
      for (let round = 0; round <= rounds; round += 1) {
        const ours = await opened(page, { address: `${address}/`, link: `nav a[href="${list.path}"]:visible` })
        const token = await page.evaluate(() =>
          (JSON.parse(sessionStorage.getItem('oa.tokens') ?? '{}') as { accessToken: string }).accessToken
        )
        await bare.evaluate((state) => sessionStorage.setItem('bare', state), JSON.stringify({ lists, token }))
        const theirs = await opened(bare, { address: `${address}/bare/`, link: `button[id="${list.call}"]` })
        // the first round fills the browser's cache
        if (round === 0) continue
        taken.ours.push(ours)
        taken.theirs.push(theirs)
      }
      const compared = (figure: keyof OpenTimes) => {
        const [ours, theirs] = [taken.ours, taken.theirs].map((each) => share(each.map((one) => one[figure]), 0.5)) as [number, number]
        return `${ours.toFixed(0)} ms, a bare page ${theirs.toFixed(0)} ms: ratio ${(ours / theirs).toFixed(2)}`
      }
      console.log(`${list.path}: click to rows ${compared('waited')} (goal 1.25); of the processor ${compared('busy')}`)
    }
  } finally {
    rmSync(files, { recursive: true, force: true })
  }
})

/** Time from the click until rows are painted, and the main thread's time meanwhile, which depends less on the machine's load; ms. */
interface OpenTimes {
  readonly waited: number
  readonly busy: number
}

/** Clicks the link of an idle page in the foreground: pages in the background get one frame per second. */
async function opened(page: Page, { address, link }: { readonly address: string; readonly link: string }): Promise<OpenTimes> {
  await page.bringToFront()
  await page.goto(address)
  await page.locator(link).first().waitFor()
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  const before = await busy()
  // Named functions cannot be used in the page, since the loader wraps them in a helper.
  const painted = page.evaluate((limit) =>
    new Promise<number>((done, failed) => {
      setTimeout(() => failed(new Error(`No rows ${limit} ms after the click`)), limit)
      addEventListener('click', ({ timeStamp }) => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('.ant-table-tbody > tr[data-row-key]')) return
          observer.disconnect()
          // after the frame that paints them
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - timeStamp)))
        }).observe(document, { childList: true, subtree: true })
      }, { capture: true, once: true })
    }), timeout)
  const [waited] = await Promise.all([painted, page.locator(link).first().click()])
  const after = await busy()
  await session.detach()
  return { waited, busy: (after - before) * 1_000 }
}
