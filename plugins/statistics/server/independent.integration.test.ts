import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statisticsCall, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import { claimed, entertainments, serviceFees } from '#plugins/expenses/server/samples/applications.ts'
import { procurements } from '#plugins/procurement/server/samples.ts'
import { recordsOf } from '#plugins/demo/server/public-api.ts'
import { proposalStories } from '#plugins/proposals/server/samples.ts'
import { fileStories } from '#plugins/demo/server/stories/story.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { travelStories } from '#plugins/travel/server/samples/claims.ts'
import { allTests } from '#server/testing-scale.ts'
import { storageOf } from '#server/attachments/storage/storage.ts'
import { transaction } from '#server/database/transaction.ts'
import { type TestProduct, voided } from '#server/documents/testing.ts'
import type { Job } from '#server/jobs/job.ts'
import { statisticsPages } from './testing-pages.ts'
import type { DrillAnswer, StatisticsAnswer } from '../wire.ts'
import { foldJob } from './folding/fold.ts'
import { recordJob } from './recorded/record-job.ts'
import { recountJob } from './facts/recount.ts'
import { independent, narrowed } from './counting/testing-sums.ts'
import { exact, runJob, sumOfFigures, sumSeen } from './testing.ts'

/** A year of the demo company: figures of its pages, compared with sums over its documents independent of the page declarations. */
let product: TestProduct
const period = { from: '2025-01-01', to: '2026-12-31' }
const readers = ['admin', 'finance', 'accountant', 'gm', 'vp', 'head', 'yangfan'] as const
/** One reader per scope: actions change the data, not the scopes. */
const few = ['admin', 'head', 'yangfan'] as const
const day = 86_400_000

/** Takes a minute and a half; `agreement.integration.test.ts` compares the same places over fewer documents. */

beforeAll(async () => {
  if (!allTests) return
  product = await demoProduct({ settings: { DEMO_TODAY: '2026-11-20' } })
  const { composition: { host }, database } = product
  await transaction(database.db, async (db) => {
    const [supplier = ''] = (await recordsOf(db)).suppliers
    return fileStories({ host, flows: host.definitions, storage: storageOf(host.env), db, anchor: today }, [...travelStories(today),
      ...entertainments(today), ...serviceFees(today, supplier), ...procurements(today, supplier), ...claimed(today),
      ...proposalStories(today)])
  })
}, 300_000)
afterAll(() => product?.close())

const ask = async <Data>(userName: string, page: StatisticsPage, query: object, question = '') =>
  (await product.as(userName).post<Data>(`${statisticsCall(page)}${question}`, { ...period, ...query })).data

/** The figures from the headline or total, the table, and the drawer with its documents. */
async function saidOf(userName: string, page: StatisticsPage, measure: string, query: object = {}): Promise<readonly string[]> {
  const rows: StatisticsAnswer['rows'][number][] = []
  let answer: StatisticsAnswer
  do {
    answer = await ask<StatisticsAnswer>(userName, page, { ...query, size: 200, current: 1 + rows.length / 200 })
    rows.push(...answer.rows)
  } while (rows.length < answer.total)
  const records: DrillAnswer['records'][number][] = []
  let behind: DrillAnswer
  do {
    behind = await ask<DrillAnswer>(userName, page, { ...query, measure, size: 200, current: 1 + records.length / 200 }, '/drill')
    records.push(...behind.records)
  } while (records.length < behind.total && behind.records.length === 200)
  const headline = answer.headline.find((figure) => figure.measure === measure)
  return [headline ? exact(headline.value) : exact(answer.totals[measure]), exact(answer.totals[measure]),
    sumOfFigures(rows.map(({ figures }) => figures[measure])), exact(behind.totals[measure]),
    sumOfFigures(records.map(({ figures }) => figures[measure]))]
}

/** Compares all figures for the readers. @returns the number of figures other than 0 */
async function agree(who: readonly (typeof readers)[number][] = readers): Promise<number> {
  let figures = 0
  const tomorrow = new Date(today.getTime() + day)
  product.clock.now = () => tomorrow
  await run(record)
  try {
    await agreeOnMedians()
    for (const [key, measures] of Object.entries(independent)) {
      const page = statisticsPages.find((each) => each.key === key)!
      for (const [measure, rows] of Object.entries(measures)) {
        for (const reader of who) {
          const expected = await sumSeen(product, reader, { page, rows: rows('2026-11-20') })
          expect([reader, key, measure, ...(await saidOf(reader, page, measure))]).toEqual([reader, key, measure,
            ...Array<string>(5).fill(expected)])
          if (expected !== '0.00') figures += 1
        }
      }
    }
    await agreeNarrowed()
  } finally {
    product.clock.now = () => today
  }
  return figures
}

/** Compares the median times from filing to end, per type and overall, to two significant digits. */
async function agreeOnMedians(): Promise<void> {
  const page = statisticsPages.find(({ key }) => key === 'billData')!
  const hours = sql`round((extract(epoch from ended_at - started_at) / 3600)::numeric, 2)`
  const { rows } = await sql<{ type: string | null; median: number }>`
    select type, percentile_cont(0.5) within group (order by ${hours} * case when ${hours} = 0 then 1 else round(${hours},
      1 - floor(log(${hours}))::integer) / ${hours} end) as median
    from document where ended_at is not null group by rollup (type)`.execute(product.database.db)
  const answer = await ask<StatisticsAnswer>('admin', page, { size: 200 })
  const said = new Map([[null, answer.totals['median']],
    ...answer.rows.map(({ dimensions, figures }) => [dimensions['type']?.value, figures['median']] as const)])
  expect(rows.map(({ type }) => [type, Number(said.get(type))])).toEqual(rows.map(({ type, median }) => [type, Number(median.toFixed(2))]))
}

async function agreeNarrowed(): Promise<void> {
  for (const [key, measure, filters, rows] of narrowed) {
    const page = statisticsPages.find((each) => each.key === key)!
    for (const reader of ['admin', 'head'] as const) {
      const expected = await sumSeen(product, reader, { page, rows })
      const what = [reader, key, measure, filters]
      expect([...what, ...(await saidOf(reader, page, measure, { filters }))]).toEqual([...what, ...Array<string>(5).fill(expected)])
      if (expected !== '0.00') filtered.add(`${key} ${JSON.stringify(filters)}`)
    }
  }
}

/** Filters with a non-empty result. */
const filtered = new Set<string>()

const run = (job: Job) => runJob(product, job)
const recountFacts = recountJob(statisticsPages)
const record = recordJob(statisticsPages)
const fold = foldJob(statisticsPages)

const types = ['businessTrip', 'travelReimbursement', 'entertainmentApply', 'serviceFeeApply', 'costBasedProcurement',
  'expenseReimbursement', 'proposalApply']

/** Refuses some pending documents and voids some completed ones, where the rules allow it. @returns their number */
async function takeBack(part: number): Promise<number> {
  const { db } = product.database
  const waiting = await db.selectFrom('task').innerJoin('document', 'document.id', 'task.document').select(['task.id', 'task.assignee'])
    .where('task.state', '=', 'running')
    .where('document.type', 'in', types).orderBy('task.id').execute()
  const ended = await db.selectFrom('document').select('id').where('state', '=', 'completed').where('type', 'in', types).orderBy('id')
    .execute()
  const answers = [
    ...waiting.filter((_, index) => index % 3 === part).map(({ id, assignee }) =>
      product.as(assignee.replace('u-', '')).post('/workflow/refuse', { taskId: id, comment: '不同意' })
    ),
    ...ended.filter((_, index) => index % 5 === part).map(({ id }) => voided(product, ['admin', 'finance'], id)),
  ]
  return (await Promise.all(answers)).filter(({ code }) => code === 200).length
}

describe.runIf(allTests)('pages of a year of documents', () => {
  it('agree with sums over the documents for everybody, counted and folded', async () => {
    expect(await agree()).toBeGreaterThan(60)
    await run(fold)
    expect(await agree(few)).toBeGreaterThan(20)
    expect(narrowed.map(([key, , filters]) => `${key} ${JSON.stringify(filters)}`).filter((each) => !filtered.has(each))).toEqual([])
  }, 240_000)

  it('agree after refusals and voids, beside the fold and in it', async () => {
    expect(await takeBack(1)).toBeGreaterThan(10)
    await agree(few)
    product.clock.now = () => new Date(today.getTime() + day)
    await run(fold)
    await agree(few)
    await product.audit()
  }, 240_000)

  it('agree after a missed night, once every document was counted', async () => {
    await sql`insert into statistics_fact (page, document, line, day, department, person, dimensions, measures, sign, at)
      select page, document, line, day, department, person, dimensions, measures, -1, max(at) from statistics_fact
      where document in (select document from statistics_fact where document in (select id from document) group by document
        having sum(sign) > 0 order by document limit 9)
      group by page, document, line, day, department, person, dimensions, measures having sum(sign) > 0`.execute(product.database.db)
    await expect(product.audit()).rejects.toThrow(/deviates from its facts/)
    expect(await takeBack(2)).toBeGreaterThan(5)
    // facts do not depend on the reader, and all readers were compared above
    await run(recountFacts)
    await agree(['admin', 'head'])
    await run(fold)
    await agree(['admin', 'head'])
    await product.audit()
  }, 240_000)
})
