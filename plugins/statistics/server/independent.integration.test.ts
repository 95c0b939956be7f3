import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statisticsCall, type StatisticsPage } from '#kernel/statistics.ts'
import { applicationStories } from '#plugins/demo/server/applications/stories.ts'
import { proposalStories } from '#plugins/demo/server/general/proposals.ts'
import { fileStories } from '#plugins/demo/server/stories/tell.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { travelStories } from '#plugins/demo/server/travel/stories.ts'
import { storageOf } from '#server/attachments/storage/storage-of.ts'
import { transaction } from '#server/database/transaction.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { statisticsPages } from '../statistics/index.ts'
import type { DrillAnswer, StatisticsAnswer } from '../wire.ts'
import { foldJob } from './folding/fold.ts'
import { recountJob } from './facts/recount.ts'
import { exact, sumSeen } from './testing.ts'

/** A year of the demo company: what its pages say, beside sums over its documents that know nothing of how pages are declared. */
let product: TestProduct
const period = { from: '2025-01-01', to: '2026-12-31' }
const readers = ['admin', 'finance', 'accountant', 'gm', 'vp', 'head', 'yangfan'] as const
const day = 86_400_000

beforeAll(async () => {
  product = await demoProduct({ settings: { DEMO_TODAY: '2026-11-20' } })
  const { composition: { host }, database } = product
  await transaction(database.db, async (db) =>
    fileStories({ host, flows: host.definitions, storage: storageOf(host.env), db, anchor: today }, [
      ...travelStories(today),
      ...(await applicationStories(db, today)),
      ...proposalStories(today),
    ]))
}, 300_000)
afterAll(() => product?.close())

/** The rows of a table of documents: the department that bears a row, and amounts in RMB at the document's rate. */
const rowsOf = (types: readonly string[], table: string, figure: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`select coalesce(nullif(item ->> 'bearingDept', ''), nullif(document.value ->> 'bearingDept', ''), department) as department, applicant as person, ${figure} as figure
    from document cross join lateral jsonb_array_elements(case jsonb_typeof(document.value -> ${table}) when 'array' then document.value -> ${table} else '[]' end) item
    where type = any(${[...types]}::text[]) and ${condition}`

const headersOf = (type: string, figure: RawBuilder<unknown>) =>
  sql`select coalesce(nullif(document.value ->> 'bearingDept', ''), department) as department, applicant as person, ${figure} as figure from document
    where type = ${type} and state in ('inApproval', 'completed')`

const approved = sql`round((item ->> 'approvedAmount')::numeric * (document.value ->> 'exchangeRate')::numeric, 2)`
const completed = sql`state = 'completed'`
const counted = sql`state in ('inApproval', 'completed')`

const claimed = (kind: string) => rowsOf(['expenseReimbursement'], 'items', approved, sql`state = 'completed' and document.value ->> 'reimburseKind' = ${kind}`)
const applied = (type: string, condition: RawBuilder<unknown>) => rowsOf([type], 'items', sql`(item ->> 'amountRmb')::numeric`, condition)
const travelled = (table: string) => rowsOf(['travelReimbursement'], table, approved, completed)

/** Rows of claims that name an entertainment request, with its department and person. */
const dinners = (figure: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
  sql`select told.department, told.person, told.figure from document request cross join lateral (
    ${rowsOf(['expenseReimbursement'], 'items', figure, sql`${completed} and item ->> 'linkNo' = request.number and ${condition}`)}) told where request.type = 'entertainmentApply'`
/** The standard of a request, at most its cap; `least` ignores a cap that is null. */
const standardOf = sql`least((request.value ->> 'standardAmount')::numeric, (request.value ->> 'capAmount')::numeric)`

/** Trips that completed claims name, with the department and the person of the claim. */
const claimedTrips = (condition: RawBuilder<unknown>) =>
  sql`select coalesce(nullif(claim.value ->> 'bearingDept', ''), claim.department) as department, claim.applicant as person, 1 as figure
    from document claim cross join jsonb_array_elements_text(claim.value -> 'tripLinks') link join document trip on trip.id = link
    where claim.type = 'travelReimbursement' and claim.state = 'completed' and ${condition}`

/** Proposals carried out later than planned, and those that have waited for a judgement for more than a week, by the end of a day. */
const late = (until: string) =>
  sql`select department, person, days as figure from (
    select department, coalesce(document.value ->> 'implementer', applicant) as person,
      coalesce(nullif(document.value ->> 'actualEndDate', '')::date, ${until}::date) - nullif(document.value ->> 'estimatedImplementationEndDate', '')::date as days
    from document where type = 'proposalApply' and ${counted}
    union all
    select department, coalesce(document.value ->> 'implementer', applicant), ${until}::date - (min(arrived_at)::date + 7) from document join task on task.document = document.id
    where type = 'proposalApply' and document.state = 'inApproval' and task.state = 'running' and task.node not in ('implementPlan', 'implementDone') group by document.id) overdue where days > 0`

/** For each page its figures by the documents alone: department, person and figure. */
const independent: Readonly<Record<string, Readonly<Record<string, (until: string) => RawBuilder<unknown>>>>> = {
  travel: {
    total: () => sql.join(['transportRows', 'hotelRows', 'allowanceRows', 'otherRows'].map(travelled), sql` union all `),
    hotel: () => travelled('hotelRows'),
    // each of these claims is of one trip
    excess: () =>
      sql`select coalesce(nullif(document.value ->> 'bearingDept', ''), department) as department, applicant as person, greatest(0,
        round((document.value ->> 'approvedAmount')::numeric * (document.value ->> 'exchangeRate')::numeric, 2) - (document.value ->> 'tripBudgetTotal')::numeric) as figure
        from document where type = 'travelReimbursement' and ${completed}`,
  },
  travelApplication: {
    days: () => headersOf('businessTrip', sql`(document.value ->> 'totalTripDays')::numeric`),
    estimated: () => headersOf('businessTrip', sql`(document.value ->> 'totalAmountRmb')::numeric`),
    claimed: () => claimedTrips(sql`true`),
  },
  entertainment: {
    estimated: () => headersOf('entertainmentApply', sql`(document.value ->> 'totalAmountRmb')::numeric`),
    guests: () => headersOf('entertainmentApply', sql`(document.value ->> 'theirCount')::numeric`),
    actual: () => claimed('3'),
    excess: () => dinners(sql`greatest(0, ${approved} - ${standardOf})`, sql`${standardOf} is not null`),
  },
  serviceFee: { applied: () => applied('serviceFeeApply', counted), completed: () => applied('serviceFeeApply', completed), reimbursed: () => claimed('5') },
  costBasedProcurement: { applied: () => applied('costBasedProcurement', counted), completed: () => applied('costBasedProcurement', completed), reimbursed: () => claimed('6') },
  proposalTimeout: { days: late },
}

const abroad = sql`exists (select from jsonb_array_elements(document.value -> 'tripRows') leg
  where leg -> 'endCity' ->> 0 in ('710000', '810000', '820000') or length(leg -> 'endCity' ->> 0) = 2)`
/** The city of a place, or the country. */
const cityOf = (place: RawBuilder<unknown>) => sql`coalesce(${place} ->> 1, ${place} ->> 0)`
const costsWhere = (condition: RawBuilder<unknown>) =>
  sql.join(['transportRows', 'hotelRows', 'allowanceRows', 'otherRows'].map((table) => rowsOf(['travelReimbursement'], table, approved, sql`${completed} and ${condition}`)),
    sql` union all `)

/** Figures under filters, by the documents alone. */
const narrowed: readonly (readonly [page: string, measure: string, filters: Readonly<Record<string, readonly string[]>>, rows: RawBuilder<unknown>])[] = [
  ['travel', 'total', { tripScope: ['2'] }, costsWhere(abroad)],
  ['travel', 'total', { tripScope: ['1'] }, costsWhere(sql`not ${abroad}`)],
  ['travel', 'total', { destination: ['320500', '310100'] }, costsWhere(sql`${cityOf(sql`document.value -> 'tripRows' -> 0 -> 'endCity'`)} in ('320500', '310100')`)],
  ['travelApplication', 'estimated', { destination: ['110100'] },
    sql`select * from (${
      headersOf('businessTrip',
        sql`case when ${cityOf(sql`document.value -> 'itinerary' -> 0 -> 'endArea'`)} = '110100' then (document.value ->> 'totalAmountRmb')::numeric else 0 end`)
    }) trips`],
  ['entertainment', 'estimated', { over: ['1'] },
    headersOf('entertainmentApply', sql`case when (document.value ->> 'overStandard')::boolean then (document.value ->> 'totalAmountRmb')::numeric else 0 end`)],
  ['entertainment', 'actual', { hostType: ['2'] }, dinners(approved, sql`request.value ->> 'hostType' = '2'`)],
  ['travelApplication', 'claimed', { tripKind: ['3'] }, claimedTrips(sql`trip.value ->> 'tripKind' = '3'`)],
  ['travelApplication', 'claimed', { transport: ['1'] }, claimedTrips(sql`trip.value -> 'itinerary' -> 0 ->> 'transport' = '1'`)],
  ['travelApplication', 'claimed', { tripScope: ['2'] }, claimedTrips(sql`trip.value ->> 'tripScope' = '2'`)],
  ['entertainment', 'actual', { counterpart: ['9'] }, dinners(approved, sql`request.value ->> 'counterpartKind' = '9'`)],
  ['entertainment', 'actual', { kind: ['1'] }, dinners(approved, sql`request.value ->> 'entertainmentType' = '1'`)],
  ['entertainment', 'actual', { over: ['1'] }, dinners(approved, sql`${approved} > ${standardOf}`)],
  ['entertainment', 'estimated', { over: ['0'] },
    headersOf('entertainmentApply', sql`case when coalesce((document.value ->> 'overStandard')::boolean, false) then 0 else (document.value ->> 'totalAmountRmb')::numeric end`)],
]

const ask = async <Data>(userName: string, page: StatisticsPage, asked: object, question = '') =>
  (await product.as(userName).post<Data>(`${statisticsCall(page)}${question}`, { ...period, ...asked })).data

const sum = (figures: readonly (string | null | undefined)[]) => figures.reduce((total, figure) => total.plus(figure ?? 0), new Decimal(0)).toFixed(2)

/** The headline or total, the table, and the drawer with its documents. */
async function saidOf(userName: string, page: StatisticsPage, measure: string, asked: object = {}): Promise<readonly string[]> {
  const rows: StatisticsAnswer['rows'][number][] = []
  let answer: StatisticsAnswer
  do {
    answer = await ask<StatisticsAnswer>(userName, page, { ...asked, size: 200, current: 1 + rows.length / 200 })
    rows.push(...answer.rows)
  } while (rows.length < answer.total)
  const records: DrillAnswer['records'][number][] = []
  let behind: DrillAnswer
  do {
    behind = await ask<DrillAnswer>(userName, page, { ...asked, measure, size: 200, current: 1 + records.length / 200 }, '/drill')
    records.push(...behind.records)
  } while (records.length < behind.total && behind.records.length === 200)
  const headline = answer.headline.find((figure) => figure.measure === measure)
  return [headline ? exact(headline.value) : exact(answer.totals[measure]), exact(answer.totals[measure]), sum(rows.map(({ figures }) => figures[measure])),
    exact(behind.totals[measure]), sum(records.map(({ figures }) => figures[measure]))]
}

/** Answers how many figures are not 0. */
async function agree(who: readonly (typeof readers)[number][] = readers): Promise<number> {
  let figures = 0
  const tomorrow = new Date(today.getTime() + day)
  product.clock.now = () => tomorrow
  try {
    for (const [key, measures] of Object.entries(independent)) {
      const page = statisticsPages.find((each) => each.key === key)!
      for (const [measure, rows] of Object.entries(measures)) {
        for (const reader of who) {
          const expected = await sumSeen(product, reader, { page, rows: rows('2026-11-20') })
          expect([reader, key, measure, ...(await saidOf(reader, page, measure))]).toEqual([reader, key, measure, ...Array<string>(5).fill(expected)])
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

/** Filters that have left something. */
const filtered = new Set<string>()

const run = (job: typeof recountFacts) => job.run({ host: product.composition.host, db: product.database.db, at: today, signal: new AbortController().signal })
const recountFacts = recountJob(statisticsPages)
const fold = foldJob(statisticsPages)

const types = ['businessTrip', 'travelReimbursement', 'entertainmentApply', 'serviceFeeApply', 'costBasedProcurement', 'expenseReimbursement', 'proposalApply']

/** Refuses what waits for somebody, and voids what is completed, where the rules allow it; answers how many it was. */
async function takeBack(part: number): Promise<number> {
  const { db } = product.database
  const waiting = await db.selectFrom('task').innerJoin('document', 'document.id', 'task.document').select(['task.id', 'task.assignee']).where('task.state', '=', 'running')
    .where('document.type', 'in', types).orderBy('task.id').execute()
  const ended = await db.selectFrom('document').select('id').where('state', '=', 'completed').where('type', 'in', types).orderBy('id').execute()
  const answers = [
    ...waiting.filter((_, index) => index % 3 === part).map(({ id, assignee }) =>
      product.as(assignee.replace('u-', '')).post('/workflow/refuse', { taskId: id, comment: '不同意' })
    ),
    ...ended.filter((_, index) => index % 5 === part).map(({ id }) => product.as('admin').post('/workflow/abandoned', { procInstId: id, comment: '作废' })),
  ]
  return (await Promise.all(answers)).filter(({ code }) => code === 200).length
}

describe('pages of a year of documents', () => {
  it('agree with sums over the documents for everybody, counted and folded', async () => {
    expect(await agree()).toBeGreaterThan(60)
    await run(fold)
    expect(await agree()).toBeGreaterThan(60)
    expect(narrowed.map(([key, , filters]) => `${key} ${JSON.stringify(filters)}`).filter((each) => !filtered.has(each))).toEqual([])
  }, 240_000)

  it('agree after refusals and voids, beside the fold and in it', async () => {
    expect(await takeBack(1)).toBeGreaterThan(10)
    await agree()
    product.clock.now = () => new Date(today.getTime() + day)
    await run(fold)
    await agree()
    await product.audit()
  }, 240_000)

  it('agree after a missed night, once every document was counted', async () => {
    await sql`insert into statistics_fact (page, document, line, day, department, person, dimensions, measures, sign, at)
      select page, document, line, day, department, person, dimensions, measures, -1, max(at) from statistics_fact
      where document in (select document from statistics_fact where document in (select id from document) group by document having sum(sign) > 0 order by document limit 9)
      group by page, document, line, day, department, person, dimensions, measures having sum(sign) > 0`.execute(product.database.db)
    await expect(product.audit()).rejects.toThrow(/deviates from its facts/)
    expect(await takeBack(2)).toBeGreaterThan(5)
    // the facts are the same for everybody, and everybody has read them above
    await run(recountFacts)
    await agree(['admin', 'head'])
    await run(fold)
    await agree(['admin', 'head'])
    await product.audit()
  }, 240_000)
})
