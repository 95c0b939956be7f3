import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withClient } from '#server/database/connection.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { everyNth, scaled } from '#server/testing-scale.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import type { CountedPage, FactFilter, SumKey } from '../counted-page.ts'
import { statisticsPages } from '../testing-pages.ts'
import { keysOfChart, measuresOfChart } from './groupings.ts'
import { newestDocuments } from '../answers/drill.ts'
import { type SumRow, sumsBy } from '../counting/sums.ts'
import { foldAudit } from './audit.ts'
import { foldStateOf } from '../page-queries.ts'
import { askForFoldingAnew, foldedPages, foldJob, foldName, waitsForFolding } from './fold.ts'

let product: TestProduct

// a sixth of the pages, and those named in the tests
const few = everyNth(6, statisticsPages)
const tried = statisticsPages.filter((page) => few.includes(page) || ['travel', 'entertainment'].includes(page.key))
const pages = foldedPages(tried)
const day = 86_400_000
const tomorrow = new Date(today.getTime() + day)

beforeAll(async () => {
  product = await demoProduct()
})
afterAll(() => product?.close())

let seed = 20_261_125
const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
const some = <Value>(values: readonly Value[]): Value => values[random(values.length)]!

const units = ['a', 'b', 'c', 'd'] as const
const people = ['p1', 'p2', 'p3'] as const

/** A random number for each median measure, in most facts. */
const numbers = ({ measures }: CountedPage) =>
  Object.fromEntries(
    Object.values(measures).flatMap((
      { medianOf },
    ) => (medianOf === undefined || random(3) === 0 ? [] : [[medianOf, some(['0.5', '2', '12', '150'])]])),
  )

/** Inserts facts of documents with several rows and days, recorded at an instant, and reverses some of them. */
async function say(count: number, at: Date): Promise<void> {
  const { db } = product.database
  for (const page of pages) {
    const facts = Array.from({ length: count }, () => `${page.key}-${random(40)}`).flatMap((document) =>
      Array.from({ length: 1 + random(3) }, () => ({
        page: page.key,
        document,
        line: String(random(1_000_000)),
        day: `${2025 + random(2)}-${String(1 + random(11)).padStart(2, '0')}-${String(1 + random(18)).padStart(2, '0')}`,
        department: some(units),
        person: some(people),
        dimensions: JSON.stringify({
          ...Object.fromEntries(Object.keys(page.dimensions).flatMap((key) => (random(5) === 0 ? [] : [[key, some(['x', 'y', 'z'])]]))),
          ...numbers(page),
        }),
        measures: JSON.stringify(
          Object.fromEntries(
            Object.entries(page.measures).flatMap(([key, { of, unit }]) =>
              of === undefined && unit !== 'documents' && random(3) > 0 ? [[key, `${random(1000)}.${10 + random(89)}`]] : []
            ),
          ),
        ),
        sign: 1 as const,
        at,
      }))
    )
    await db.insertInto('statistics_fact').values(facts).execute()
  }
  // reverse a fifth of the current facts
  await sql`insert into statistics_fact (page, document, line, day, department, person, dimensions, measures, sign, at)
    select page, document, line, day, department, person, dimensions, measures, -1, ${at} from statistics_fact
    group by page, document, line, day, department, person, dimensions, measures
    having sum(sign) > 0 and abs(hashtext(document || line)) % 5 = ${random(5)}`.execute(db)
}

const job = foldJob(tried)
const fold = (signal = new AbortController().signal) =>
  job.run({ host: product.composition.host, db: product.database.db, at: today, signal })

const periods = [['2026-01-01', '2026-12-31'], ['2025-02-10', '2026-03-07'], ['2026-05-03', '2026-05-17'], ['2025-12-01', '2026-01-31'], [
  '2026-01-01',
  '2026-03-07',
], [
  '2026-05-03',
  '2026-06-12',
]] as const
const readers: readonly Partial<FactFilter>[] = [
  { scope: 'all' },
  { scope: ['a', 'b'] },
  { scope: ['a'], person: 'p1' },
  { scope: [], person: 'p2' },
  { scope: 'all', departments: ['c'] },
  { scope: ['a', 'c'], person: 'p3', departments: ['b', 'c'] },
]

/** The groupings queried by a page, its charts and its analyses. */
function askedOf(page: CountedPage): readonly { readonly keys: readonly SumKey[]; readonly measures?: readonly string[] }[] {
  const charts = page.charts.map((chart) => ({ keys: keysOfChart(chart), measures: measuresOfChart(chart) }))
  return [{ keys: [] }, { keys: page.groupBy }, ...charts,
    ...['department', 'person', ...Object.keys(page.dimensions)].map((key) => ({ keys: [key] })), { keys: ['week'] }, {
    keys: [...page.groupBy, 'month'],
  }]
}

function filtersOf(page: CountedPage, which: 'some' | 'all'): readonly NonNullable<FactFilter['filters']>[] {
  const [dimension = 'person'] = Object.keys(page.dimensions)
  const narrowing = [{ [dimension]: ['x'] }, { [dimension]: ['', 'y'] }, { person: ['p1', 'p2'] }]
  return [{}, ...(which === 'all' ? narrowing : [some(narrowing)])]
}

/** Compares sums from the fold with sums from the facts: without filters, and with some or all filters. */
async function compare(before: Date, which: 'some' | 'all' = 'some'): Promise<number> {
  const { db } = product.database
  let compared = 0
  for (const page of pages) {
    for (const filters of filtersOf(page, which)) {
      const reader = some(readers)
      const [from, to] = some(periods)
      const state = await foldStateOf(db, page, before)
      const filter: FactFilter = { page, from, to, before, person: 'nobody', scope: 'all', filters, ...state, ...reader }
      const asked = askedOf(page)
      for (const { keys, measures } of scaled({ enough: [some(asked), some(asked), some(asked)], all: asked })) {
        const [folded, counted] = await Promise.all(
          [true, false].map((isFolding) => sumsBy(db, { ...filter, isFolded: isFolding }, keys, { ...(measures && { measures }) })),
        )
        const what = [page.key, from, to, keys, JSON.stringify({ ...filter, page: undefined })]
        expect([what, rowsIn(folded)]).toEqual([what, rowsIn(counted)])
        compared += counted?.rows.length ?? 0
      }
      await compareRows(filter)
    }
  }
  return compared
}

/** Compares some table rows, looked up in the fold by key. */
async function compareRows(filter: FactFilter): Promise<void> {
  const { db } = product.database
  const { groupBy } = filter.page
  const { rows } = await sumsBy(db, { ...filter, isFolded: false }, groupBy)
  const [first, second] = rows.length === 0 ? [] : [some(rows), some(rows)]
  if (!first || !second) return
  const wanted = { ...filter, rows: [...new Set([first, second])].map(({ keys }) => keys) }
  const [folded, counted] = await Promise.all([true, false].map((isFolding) => sumsBy(db, { ...wanted, isFolded: isFolding }, groupBy)))
  expect([wanted.rows, rowsIn(folded)]).toEqual([wanted.rows, rowsIn(counted)])
  expect(rowsIn(counted)).toEqual(rowsIn({ total: 0, rows: [...new Set([first, second])] }))
}

const rowsIn = (answer: Awaited<ReturnType<typeof sumsBy>> | undefined) => rowsInOrder(answer).toSorted()

const rowsInOrder = (answer: { readonly rows: readonly SumRow[] } | undefined) =>
  (answer?.rows ?? []).map(({ keys, sums }) => JSON.stringify([keys, Object.entries(sums).map(([key, figure]) => [key, figure.toFixed()])]))

const isFolded = async (page: CountedPage) => (await foldStateOf(product.database.db, page, midnight(today))).isFolded

const audited = async () => (await foldAudit(tried).run(product.database.db, product.composition.host)).mismatches

const asOwner = (statement: string) => withClient(product.database.owner, (client) => client.query(statement))

/** The midnight that ends the day of an instant, in UTC+8. */
const midnight = (at: Date) => new Date(`${new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)}T00:00:00+08:00`)

describe('the fold of statistics', () => {
  it('is made of what was said before, and answers as the facts do', async () => {
    await say(60, new Date(today.getTime() - day))
    expect(await isFolded(pages[0]!)).toBe(false)
    await fold()
    expect(await isFolded(pages[0]!)).toBe(true)
    expect(await compare(midnight(today), 'all')).toBeGreaterThan(pages.length)
    expect(await audited()).toEqual([])
    // the audit in parts gives the same result as at once
    const [whole, parts] = await Promise.all(
      [undefined, 0].map((atOnce) => foldAudit([pages[0]!], atOnce).run(product.database.db, product.composition.host)),
    )
    expect([parts, parts!.checked > 1000]).toEqual([whole, true])
  }, 240_000)

  it('has today’s facts beside it until they are folded, also of days long past', async () => {
    await say(10, today)
    await compare(midnight(today))
    await compare(midnight(tomorrow))
    product.clock.now = () => tomorrow
    await Promise.all([fold(), fold()])
    expect(await product.database.db.selectFrom('statistics_unfolded').select('fact').execute()).toEqual([])
    await compare(midnight(tomorrow))
    expect(await audited()).toEqual([])
  }, 240_000)

  it.each([{ scope: ['a', 'b'] }, { scope: ['b', 'c', 'd'] }, { scope: ['a', 'b', 'c', 'd'] }])(
    'counts a document of several departments once for a reader of $scope',
    async ({ scope }) => {
      const { db } = product.database
      const [page] = pages
      const [from, to, before] = ['2025-02-10', '2026-03-07', midnight(tomorrow)]
      const [dimension = ''] = Object.keys(page!.dimensions)
      expect(await db.selectFrom('statistics_spread_fact').select('fact').where('page', '=', page!.key).execute()).not.toEqual([])
      for (const filters of [{}, { [dimension]: ['x'] }]) {
        const filter: FactFilter = { page: page!, from, to, before, person: 'p1', scope, filters,
          ...(await foldStateOf(db, page!, before)) }
        const { rows: [counted] } = await sumsBy(db, filter, [], { measures: ['documents'] })
        const { rows: [said] } = await sql<{ documents: string }>`select count(distinct document) as documents from (
        select document, line from statistics_fact where page = ${
          page!.key
        } and day between ${from}::date and ${to}::date and at < ${before}
          and (department = any(${scope}::text[]) or person = 'p1') and (${filters} = '{}'::jsonb or dimensions ->> ${dimension} = 'x')
        group by document, line having sum(sign) > 0) current_fact`.execute(db)
        expect([filters, counted?.sums['documents']?.toFixed()]).toEqual([filters, said?.documents])
      }
    },
    60_000,
  )

  it('is as it was after a run that broke off, and right after the next', async () => {
    const { db } = product.database
    await say(10, today)
    const broken = new AbortController()
    broken.abort()
    await expect(fold(broken.signal)).rejects.toThrow(/abort/)
    await asOwner(`create function break_off() returns trigger language plpgsql as $$ begin raise exception 'broken off'; end $$;
      create trigger break_off before insert on statistics_fold for each row execute function break_off()`)
    await expect(fold()).rejects.toThrow(/broken off/)
    await compare(midnight(tomorrow))
    await askForFoldingAnew(db)
    await expect(fold()).rejects.toThrow(/broken off/)
    await compare(midnight(tomorrow))
    await asOwner('drop trigger break_off on statistics_fold')
    await fold()
    expect(await waitsForFolding(db)).toBe(false)
    await compare(midnight(tomorrow))
    expect(await audited()).toEqual([])
  }, 240_000)

  it('leaves the newest documents to be found among the last facts, in the same order as among all', async () => {
    const { db } = product.database
    for (const page of pages) {
      const filter: FactFilter = { page, from: '2025-01-01', to: '2026-12-31', before: midnight(tomorrow), person: 'p1',
        scope: some(['all', ['a', 'b', 'c']] as const), filters: {} }
      for (const needs of [[], page.headline.slice(0, 1)]) {
        const query = { needs, current: 2, size: 4, looked: 10 }
        const [few, all] = await Promise.all([false, true].map((counted) => newestDocuments(db, filter, { ...query, counted })))
        expect([page.key, needs, rowsInOrder(few)]).toEqual([page.key, needs, rowsInOrder(all)])
        expect([few?.isMore, few!.total > 8, few!.total < all!.total]).toEqual([true, true, true])
        expect(await newestDocuments(db, filter, { ...query, current: 1, size: 100, counted: false })).toMatchObject({ isMore: false,
          total: all?.total })
      }
    }
  })

  it('is recounted, and made anew when that is asked for', async () => {
    const { db } = product.database
    await sql`update statistics_fold set figure = figure + 1 where (page, grouped_by, measure, span, day, keys, earlier) in (
      select page, grouped_by, measure, span, day, keys, earlier from statistics_fold where page = 'travel' and span = 'year' limit 1)`
      .execute(db)
    expect(await audited()).toEqual(['the fold of travel deviates from its months in 1 figures'])
    await sql`update statistics_fold set figure = figure + 1 where (page, grouped_by, measure, span, day, keys, earlier) in (
      select page, grouped_by, measure, span, day, keys, earlier from statistics_fold where page = 'entertainment' and span = 'month'
        and measure = 'guests' limit 1)`
      .execute(db)
    expect(await audited()).toEqual([expect.stringMatching(/^the fold of travel deviates from its months/),
      expect.stringMatching(/^the fold of entertainment deviates from its facts of 202.-.. in 1 figures$/),
      'the fold of entertainment deviates from its months in 1 figures'])
    await sql`delete from statistics_spread_fact where fact = (select min(fact) from statistics_spread_fact where page = 'travel')`.execute(
      db,
    )
    expect((await audited())[0]).toBe('of documents of several departments, 1 facts of travel are not noted')
    expect(await product.as('admin').post('/oaserver/statistics/refresh', {})).toMatchObject({ code: 200 })
    expect(await db.selectFrom('job_run').select('job').where('job', '=', foldName).execute()).toHaveLength(1)
    await fold()
    expect(await audited()).toEqual([])
  })

  it('is made anew where a page is declared differently, and not read until then', async () => {
    const { db } = product.database
    const [page] = pages
    await db.updateTable('statistics_folding').set({ groupings: 'of an earlier version' }).where('page', '=', page!.key).execute()
    expect(await isFolded(page!)).toBe(false)
    await fold()
    expect(await isFolded(page!)).toBe(true)
    expect(await audited()).toEqual([])
  })
})
