import type { Page } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { share } from '../load.ts'
import { atDesk } from './product.ts'

/**
 * Lighthouse for desktops on pages of a signed-in person, each opened in a new tab with an empty cache; the median of a few runs. Below
 * 1,000, the machine's benchmark index means that CPU-bound figures are worse than on a usual machine.
 */
const pages = ['/', '/todo', '/orders', '/reimbursement']
const runs = Number(process.argv[3] ?? 3)
const measures = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index',
  'cumulative-layout-shift'] as const

await atDesk('finance', async ({ address, page: tab, debugging }) => {
  for (const page of [...pages, await detailPage(tab, address)]) {
    const reports: LighthouseReport[] = []
    for (let run = 0; run < runs; run += 1) reports.push(await judge(address + page, debugging))
    const middle = (pick: (report: LighthouseReport) => number) => share(reports.map(pick), 0.5)
    const figures = measures.map((measure) => `${measure} ${rounded(middle(({ audits }) => audits[measure]?.numericValue ?? 0))}`)
    console.log(
      `${page}: performance ${middle(score('performance'))} (goal 95), accessibility ${middle(score('accessibility'))} (goal 100); ${
        figures.join(', ')
      }; the machine's index ${middle(({ environment }) => environment.benchmarkIndex)}`,
    )
    for (const line of new Set(reports.flatMap(faults))) console.log(`  ${line}`)
  }
})

/** URL of the document with the longest waiting time. */
async function detailPage(tab: Page, address: string): Promise<string> {
  await tab.goto(`${address}/todo`)
  await tab.locator('tbody tr a').first().click()
  await tab.waitForURL(/-detail/)
  return tab.url().slice(address.length)
}

type LighthouseReport = Awaited<ReturnType<typeof judge>>

async function judge(url: string, port: number) {
  const result = await lighthouse(url, { port, logLevel: 'silent', onlyCategories: ['performance', 'accessibility'] }, desktopConfig)
  if (!result || result.lhr.runtimeError)
    throw new Error(`Lighthouse could not judge ${url}: ${result?.lhr.runtimeError?.message ?? 'no answer'}`)
  return result.lhr
}

function score(category: string) {
  return ({ categories }: LighthouseReport) => Math.round((categories[category]?.score ?? 0) * 100)
}

function rounded(figure: number): string {
  return figure < 10 ? figure.toFixed(3) : figure.toFixed(0)
}

/** Returns the audits that lower a page's accessibility score. */
function faults({ categories, audits }: LighthouseReport): string[] {
  return (categories['accessibility']?.auditRefs ?? []).flatMap((
    { id, weight },
  ) => (weight > 0 && audits[id]?.score === 0 ? [`${id}: ${audits[id].title}`] : []))
}
