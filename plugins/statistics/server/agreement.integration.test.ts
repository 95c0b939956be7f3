import { Decimal } from 'decimal.js'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestProduct, voided } from '#server/documents/testing.ts'
import { scaled } from '#server/testing-scale.ts'
import { statisticsCall } from '#plugins/statistics/statistics-page.ts'
import type { CountedPage } from './counted-page.ts'
import { claim, claims, row } from '#plugins/expenses/server/testing-claims.ts'
import { accounts } from '#plugins/demo/server/company/accounts.ts'
import { demoProduct, today } from '#plugins/demo/server/testing.ts'
import { statisticsPages } from './testing-pages.ts'
import type { AnomaliesAnswer, DrillAnswer, ExplainAnswer, ForecastAnswer, RefreshState, StatisticsAnswer } from '../wire.ts'
import { recordJob } from './recorded/record-job.ts'
import { recountJob } from './facts/recount.ts'
import { everyRow } from './answers/answer.ts'
import { mailedTo } from './reports/reports.ts'
import { exact, runJob, sumOfFigures, sumSeen } from './testing.ts'

let product: TestProduct
let on: ReturnType<typeof claims>

const year = { from: '2026-01-01', to: '2026-12-31' }
/** People who may open statistics, with scopes from all to one department. */
const readers: readonly string[] = scaled({ enough: ['finance', 'head', 'yangfan'],
  all: ['admin', 'finance', 'accountant', 'gm', 'vp', 'head', 'yangfan'] })
/** One reader per data scope: all, a department with its sub-departments, and the own one. */
const few: readonly string[] = scaled({ enough: ['admin', 'head'], all: ['admin', 'head', 'yangfan'] })
const day = 86_400_000

/** Seeded pseudo-random generator: the same amounts in each run. */
let seed = 20_261_120
const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most

beforeAll(async () => {
  product = await demoProduct()
  on = claims(product)
  await sql`insert into dev_work_hour (id, work_date, user_id, department_id, project_id, work_type, hours, create_time)
    select 'hours-' || number, '2026-10-01'::date + number, 'u-employee', 'sz-hardware', 'no-project', 'pm', 1 + number % 7, '2026-10-01'
    from generate_series(1, 20) number`.execute(product.database.db)
  await sql`insert into dev_work_hour (id, work_date, user_id, department_id, project_id, work_type, hours, create_time)
    select 'booked-' || number, '2026-10-01'::date + number, 'u-employee', 'sz-hardware', booked.id, 'pm', 2, '2026-10-01'
    from generate_series(1, 5) number
    cross join (select id from expense_project
      where exists (select from actual_project where rd_project_code = expense_project.code and status = '1'
      and valid_from <= '2026-10-01' and coalesce(valid_to, 'infinity') >= '2026-10-31') order by code limit 1) booked`.execute(
    product.database.db,
  )
  await sql`insert into contract_ledger (id, contract_no, contract_name, contract_class, contract_type, subject_type, currency_type, amount,
    amount_rmb, sign_company, counterparty, sign_date, expiry_date, owner_person, department_id)
    select 'contract-' || number, 'HT-' || number, 'No', 'purchase', 'single', 'material', 'CNY', number * 10.01, number * 10.01, 'SZ',
      'X' || number % 3, '2026-03-01'::date + number, '2026-12-01'::date + number, 'u-buyer', 'sz-quality'
    from generate_series(1, 9) number`.execute(product.database.db)
  await sql`insert into annual_budget (id, budget_year, department_id, expense_category_id, m08, m11)
    select 'plan-of-' || id, 2026, 'sz-quality', id, 100000, 500000 from expense_category
    where id not in (select expense_category_id from annual_budget where department_id = 'sz-quality') order by code limit 2`
    .execute(product.database.db)
})
afterAll(() => product?.close())

const ask = async <Data>(userName: string, page: CountedPage, query: object = {}, question = '') =>
  (await product.as(userName).post<Data>(`${statisticsCall(page)}${question}`, { ...year, ...query })).data

/** Keys of the measures that are additive over rows. */
const adding = ({ measures }: CountedPage) =>
  Object.entries(measures).filter(([, { of, unit, medianOf }]) => of === undefined && unit !== 'documents' && medianOf === undefined).map((
    [key],
  ) => key)

/** The mailed report of a page for a person; undefined if they receive none. */
function mailTo(userName: string, page: CountedPage) {
  const { host } = product.composition
  return mailedTo(host, host.db, { report: { id: '', query: `period=${year.from},${year.to}` }, page, reader: `u-${userName}`,
    at: host.clock.now() })
}

/** The sums of a page from each place that shows them: totals, headline, table, drill-down and explanation. */
async function saidBy(userName: string, page: CountedPage, isMailed: boolean) {
  const answer = await ask<StatisticsAnswer>(userName, page, { size: 200 })
  const rows = [...answer.rows]
  for (let current = 2; rows.length < answer.total; current += 1)
    rows.push(...(await ask<StatisticsAnswer>(userName, page, { size: 200, current })).rows)
  if (isMailed) {
    const shown = page.hasLevels ? await ask<StatisticsAnswer>(userName, page, { size: 200, depth: 1 }) : { ...answer, rows }
    const mail = await mailTo(userName, page)
    const mailed = mail && (await everyRow(product.composition.host, mail, 1000))
    expect([userName, page.key, mailed]).toEqual([userName, page.key, { rows: shown.rows, totals: shown.totals, total: shown.total }])
  }
  // readers with the full scope see the same figures: compare only the headline measures for the further ones
  const isOneOfFew = few.includes(userName)
  const measures = adding(page).filter((measure) => isOneOfFew || answer.headline.some((figure) => figure.measure === measure))
  return Promise.all(measures.map(async (measure) => {
    const records: DrillAnswer['records'][number][] = []
    let behind: DrillAnswer
    do {
      behind = await ask<DrillAnswer>(userName, page, { measure, size: 200, current: records.length / 200 + 1 }, '/drill')
      records.push(...behind.records)
    } while (records.length < behind.total && behind.records.length === 200)
    const explained = await ask<ExplainAnswer>(userName, page, { measure, by: page.groupBy[0] }, '/explain')
    const headline = answer.headline.find((figure) => figure.measure === measure)
    const total = answer.totals[measure]
    return {
      measure,
      said: [total, headline ? headline.value : total, sumOfFigures(rows.map(({ figures }) => figures[measure])), behind.totals[measure],
        sumOfFigures(records.map(({ figures }) => figures[measure])), explained.now].map(exact),
    }
  }))
}

const contractRmb = sql`case currency_type when 'CNY' then amount else coalesce(amount_rmb, 0) end`

/** One figure per page as rows of department, person and figure, queried from the tables of the modules only. */
const independent: Readonly<Record<string, readonly [measure: string, rows: RawBuilder<unknown>]>> = {
  expense: ['approved',
    sql`select coalesce(nullif(item ->> 'bearingDept', ''), nullif(document.value ->> 'bearingDept', ''), department) as department,
      applicant as person,
      (item ->> 'approvedAmount')::numeric * (document.value ->> 'exchangeRate')::numeric as figure
        from document, jsonb_array_elements(document.value -> 'items') item
    where type in ('expenseReimbursement', 'qualityClaim') and state = 'completed'`],
  budget: ['yearBudget',
    sql`select department_id as department, '' as person, m07 + m08 + m09 + m10 + m11 + m12 as figure from annual_budget
      where budget_year = 2026 and del_flag = 0
    union all select department_id, '', amount * direction from budget_entry where year = 2026 and month >= 7
      and kind in ('transfer', 'adjust')`],
  budgetNew: ['occupied', sql`select department_id as department, '' as person, amount * direction as figure from budget_entry
      where year = 2026 and kind in ('occupy', 'release')`],
  billData: ['started', sql`select department, applicant as person, 1 as figure from document`],
  devWorkHour: ['hours', sql`select department_id as department, user_id as person, hours as figure from dev_work_hour
      where work_date between '2026-01-01' and '2026-11-20'`],
  contractLedger: ['amount', sql`select department_id as department, owner_person as person, ${contractRmb} as figure from contract_ledger
      where sign_date between '2026-01-01' and '2026-12-31'`],
  directedSoftware: ['open', sql`select department_id as department, owner as person, 1 as figure from directed_software
      where status = '1' and planned_date between '2026-01-01' and '2026-12-31'`],
  annualEligibleProposal: ['submitted', sql`select department, starter as person, 1 as figure from document
      where type = 'proposalApply' and state in ('inApproval', 'completed')`],
}

/** Figures of registers with filters, compared with independently calculated sums. */
const narrowed:
  readonly (readonly [page: string, measure: string, filters: Readonly<Record<string, readonly string[]>>,
    sum: RawBuilder<{ sum: string }>])[] = [
    ['contractLedger', 'amount', { window: ['in30', 'expired'] }, sql`select sum(${contractRmb}) as sum from contract_ledger
      where sign_date between '2026-01-01' and '2026-12-31' and exec_state not in ('2', '3') and expiry_date <= '2026-11-21'::date + 30`],
    ['contractLedger', 'amount', { window: ['over'] }, sql`select sum(${contractRmb}) as sum from contract_ledger
      where sign_date between '2026-01-01' and '2026-12-31' and exec_state in ('2', '3')`],
    ['billData', 'started', { group: ['finance'] },
      sql`select count(*) as sum from document where type in ('expenseReimbursement', 'travelReimbursement')`],
    ['devWorkHour', 'hours', { sap: ['SAP-7001'] },
      sql`select sum(hours) as sum from dev_work_hour join expense_project on expense_project.id = project_id
        join actual_project on rd_project_code = expense_project.code
      where sap_project_id = 'SAP-7001' and work_date between '2026-01-01' and '2026-11-20'`],
  ]

/** Compares for all readers by default; a few suffice later, since actions change the data but not the scopes. */
async function agree(who: readonly string[] = readers) {
  product.clock.now = () => new Date(today.getTime() + day)
  await runJob(product, recordJob(statisticsPages))
  try {
    await compare(who)
  } finally {
    product.clock.now = () => today
  }
}

async function compare(who: readonly string[]) {
  for (const page of statisticsPages) {
    for (const reader of who)
      for (const { measure, said } of await saidBy(reader, page, who === readers))
        expect([reader, page.key, measure, ...new Set(said)]).toEqual([reader, page.key, measure, said[0]])
  }
  for (const [key, [measure, rows]] of Object.entries(independent)) {
    for (const reader of who) {
      const { totals } = await ask<StatisticsAnswer>(reader, pageOf(key))
      expect([reader, key, exact(totals[measure])]).toEqual([reader, key, await sumSeen(product, reader, { page: pageOf(key), rows })])
    }
  }
  for (const [key, measure, filters, left] of narrowed) {
    const { rows } = await left.execute(product.database.db)
    const { totals } = await ask<StatisticsAnswer>('admin', pageOf(key), { filters })
    expect([key, filters, exact(totals[measure])]).toEqual([key, filters, exact(rows[0]?.sum)])
  }
  const used = async (filters: object) => exact((await ask<StatisticsAnswer>('admin', pageOf('budgetNew'), { filters })).totals['used'])
  expect(new Decimal(await used({ reason: ['missing'] })).plus(await used({ reason: ['complete'] })).toFixed(2)).toBe(await used({}))
}

function pageOf(key: string): CountedPage {
  const page = statisticsPages.find((each) => each.key === key)
  if (!page) throw new Error(`There is no page ${key}`)
  return page
}

/** Files a claim and approves it, in full or in part, or voids it. */
async function claimSomething(): Promise<void> {
  const id = await on.file('quality', claim([row(`${1 + random(60)}.${10 + random(89)}`), row(`${1 + random(9)}.00`)]))
  const what = random(4)
  if (what > 0) await on.passThrough(id, what === 3 ? { until: 'accountantReview' } : {})
  if (what === 2) await accepted(voided(product, ['weichen', 'finance'], id))
}

async function refuseSomething(): Promise<void> {
  const [task] = await on.pending(await on.file('quality', claim([row('8.00')])))
  await accepted(product.as(task?.by ?? '').post('/workflow/refuse', { taskId: task?.task, comment: '不同意' }))
}

async function accepted(answer: Promise<{ code: number; msg: string }>): Promise<void> {
  const { code, msg } = await answer
  if (code !== 200) throw new Error(`${code} ${msg}`)
}

describe('headline, table, drawer, explanation and an independent sum', () => {
  it('agree on every page for everybody', () => agree(), 240_000)

  it('agree after whatever people do', async () => {
    for (let step = 0; step < 8; step += 1) await claimSomething()
    await refuseSomething()
    await agree(few)
    await product.audit()
  }, 240_000)

  it('agree after a missed night, once every document was counted', async () => {
    const { db } = product.database
    // remove facts of a document, as if the nightly job had not run
    await sql`insert into statistics_fact (page, document, line, day, department, person, dimensions, measures, sign, at)
      select page, document, line, day, department, person, dimensions, measures, -1, at from statistics_fact
      where page = 'expense' and sign = 1
      and document = (select document from statistics_fact join document filed on filed.id = document where page = 'expense'
        group by document having sum(sign) > 0 limit 1)`
      .execute(db)
    await expect(product.audit()).rejects.toThrow(/deviates from its facts/)
    await runJob(product, recountJob(statisticsPages))
    await agree(few)
    await product.audit()
  }, 240_000)
})

describe('a page by mail', () => {
  it('goes to whoever may export it, and to nobody else', async () => {
    for (const { userName } of accounts) {
      const mails = await Promise.all(statisticsPages.map(async (page) => [page.key, (await mailTo(userName, page)) !== undefined]))
      // disabled users cannot sign in; an export without parameters is rejected by validation
      const isRefused = (page: CountedPage) => product.as(userName).get(`${statisticsCall(page)}/export`).then(({ code }) => code === 403)
      const exports = await Promise.all(
        statisticsPages.map(async (page) => [page.key, userName !== 'disabled' && !(await isRefused(page))]),
      )
      expect([userName, mails]).toEqual([userName, exports])
    }
  })
})

describe('questions', () => {
  it('tell what each department adds to a change, and what the year comes to', async () => {
    product.clock.now = () => new Date(today.getTime() + day)
    const expense = pageOf('expense')
    const { totals } = await ask<StatisticsAnswer>('finance', expense)
    const explained = await ask<ExplainAnswer>('finance', expense, { measure: 'approved', by: 'department', against: 'lastYear' },
      '/explain')
    expect([explained.before, explained.now, explained.parts.map(({ change }) => change)]).toEqual(['0.00', totals['approved'], [
      totals['approved'],
    ]])
    const forecast = await ask<ForecastAnswer>('finance', expense, { measure: 'approved' }, '/forecast')
    expect(forecast).toMatchObject({ year: 2026, method: 'average', running: '2026-11', counted: totals['approved'] })
    expect(forecast.months).toHaveLength(12)
    expect(Number(forecast.plan)).toBeGreaterThan(0)
    expect(await ask<AnomaliesAnswer>('finance', expense, { measure: 'approved' }, '/anomalies')).toEqual([])
  })

  it('are refused to whoever may not open the page', async () => {
    const expense = pageOf('expense')
    for (const question of ['', '/drill', '/explain', '/forecast', '/anomalies'])
      expect(await product.as('quality').post(`${statisticsCall(expense)}${question}`, { ...year, measure: 'approved', by: 'department' }))
        .toMatchObject({ code: 403 })
  })
})

describe('counting anew', () => {
  it('is for administrators, and due at once', async () => {
    expect(await product.as('finance').get('/oaserver/statistics/refreshState')).toMatchObject({ code: 403 })
    expect(await product.as('admin').post('/oaserver/statistics/refresh', {})).toMatchObject({ code: 200 })
    expect((await product.as('admin').get<RefreshState>('/oaserver/statistics/refreshState')).data).toMatchObject({ result: 'running' })
    expect(await product.as('admin').post('/oaserver/statistics/refresh', {})).toMatchObject({ code: 42009 })
  })
})
