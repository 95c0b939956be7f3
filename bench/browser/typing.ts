import type { CDPSession, Page } from '@playwright/test'
import { newRowId } from '#kernel/values/value.ts'
import { claim } from '../claims.ts'
import { share } from '../load.ts'
import { pastedPrices, submittedPrices } from './long-table.ts'
import { atDesk } from './product.ts'

/**
 * Time from a key press to the frame that shows it, by the browser's trace (its event timing merges keys whose frames it considers
 * unchanged), in a claim with a table of a hundred rows: in a text and in an amount, then in a price list of 2,000 rows that are pasted,
 * searched and submitted, and in an input of an empty page of the same browser. Also measures the processor time per key, which hardly
 * depends on the machine's load.
 */
const rows = 100
const keys = Number(process.argv[3] ?? 60)
/** Pause between two keys, ms: that of a fast typist. */
const pause = 120

await atDesk('quality', async ({ address, context, page }) => {
  const whole = claim(rows)
  const content = { ...whole, items: whole.items.map((row) => ({ ...row, rowId: newRowId() })),
    payeeLines: whole.payeeLines.map((row) => ({ ...row, rowId: newRowId() })) }
  const draft = { content, version: 0, updateTime: '2030-01-01 08:00:00' }
  const user = page.waitForResponse(/\/system\/user\/currentUser/)
  await page.goto(address)
  const { data: { id: owner } } = (await (await user).json()) as { data: { id: string } }
  await page.evaluate(([name, kept]) => localStorage.setItem(name, kept),
    [`oa.draft.${owner}.expenseReimbursement.bench`, JSON.stringify(draft)] as const)
  await page.goto(`${address}/reimbursement`)
  await page.getByRole('button', { name: /^恢复 .* 的草稿$/ }).click()
  const cell = (column: string) =>
    page.locator(`[data-cell^="items:"][data-cell$=":${column}"] input, [data-cell^="items:"][data-cell$=":${column}"] textarea`).nth(9)
  await cell('amount').waitFor()
  const columns = await page.locator('[data-cell="items"] tbody tr[data-row]').nth(9).locator('td').count()
  for (const [name, column, key] of [['a text', 'expenseDetail', 'a'], ['an amount', 'amount', '1']] as const) {
    await cell(column).click()
    report(`${rows} rows, ${columns} cells of each in view, an entry in ${name}`, await typed(page, key))
  }
  await pastedPrices(page, address)
  for (const [name, column] of [['a quantity', 'scaleQty'], ['a price', 'newPrice']] as const) {
    await cell(column).click()
    report(`2,000 rows, an entry in ${name}`, await typed(page, '1'))
  }
  await submittedPrices(page)
  const empty = await context.newPage()
  await empty.setContent('<input autofocus>')
  await empty.locator('input').focus()
  report('an input of an empty page', await typed(empty, 'a'))
})

interface TypingTimes {
  /** Milliseconds from each key to its paint. */
  readonly painted: readonly number[]
  /** Processor time per key, ms. */
  readonly busy: number
}

async function typed(page: Page, key: string): Promise<TypingTimes> {
  await page.bringToFront()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  const traced = await tracing(session)
  const before = await busy()
  // keeps the amount valid: every fifth key replaces the last four
  for (let count = 0; count < keys; count += 1) {
    if (count % 5 === 4) await page.keyboard.press('Control+A')
    await page.keyboard.press(key)
    await page.waitForTimeout(pause)
  }
  await page.waitForTimeout(1_000)
  const cost = ((await busy()) - before) * 1_000 / keys
  return { painted: keysToFrames(await traced()), busy: cost }
}

/** An event of the browser's trace, which its protocol leaves untyped; times in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ts: number
  readonly dur?: number
  readonly args?: { readonly data?: { readonly type?: string } }
}

/** Starts a trace of rendering. @returns a function that ends it and returns its events */
async function tracing(session: CDPSession): Promise<() => Promise<readonly TraceEvent[]>> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise<void>((done) => session.once('Tracing.tracingComplete', () => done()))
  await session.send('Tracing.start', { transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'cc', 'viz'] } })
  return async () => {
    await session.send('Tracing.end')
    await complete
    return events
  }
}

/** Milliseconds from each key to the end of rendering after the page's next frame. */
function keysToFrames(events: readonly TraceEvent[]): number[] {
  const ends = (name: string) =>
    events.filter((event) => event.name === name && event.dur !== undefined).map(({ ts, dur }) => ts + dur!).toSorted((one, other) =>
      one - other
    )
  const [frames, swaps] = [ends('ProxyMain::BeginMainFrame::commit'), ends('Display::DrawAndSwap')]
  const after = (times: readonly number[], moment: number) => times.find((time) => time > moment) ?? Number.POSITIVE_INFINITY
  return events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'keydown').map(({ ts }) =>
    (after(swaps, after(frames, ts)) - ts) / 1_000
  )
}

function report(where: string, { painted, busy }: TypingTimes): void {
  console.log(
    `${where}: a key to its frame p50 ${share(painted, 0.5).toFixed(0)} ms, p95 ${share(painted, 0.95).toFixed(0)} ms, longest ${
      share(painted, 1).toFixed(0)
    } ms (goal 50); ${busy.toFixed(1)} ms of the processor for a key`,
  )
}
