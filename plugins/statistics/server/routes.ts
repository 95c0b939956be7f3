import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import dayjs from 'dayjs'
import { Decimal } from 'decimal.js'
import { Refused } from '#kernel/errors.ts'
import { type Permission, permits } from '#kernel/permissions.ts'
import { needs, needsAny } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { commonDimensions, ordersRows, statisticsCall, type StatisticsPage,
  statisticsPermissions } from '#plugins/statistics/statistics-page.ts'
import { expectedOf } from '../forecast.ts'
import type { CountedPage } from './counted-page.ts'
import { anomaliesOf, anomaliesPage, explainOf, explainPage, figuresText } from './anomalies.ts'
import { answerPage, chartSums, comparedWith, headlineOf, unknownFigure } from './answers/answer.ts'
import { addingMeasures, drillOf, filterOf, isAskable, itemsOf, overviewQuery, type PageRequest, queryOf,
  scopeName } from './page-queries.ts'
import { drillPage, narrowed } from './answers/drill.ts'
import { demandShown, disclosedFigures, isNarrowedBy, isShown, narrowingKeys, type Withheld, withheldFromSums,
  withheldOn } from './disclosure.ts'
import { answerStatistics } from './answers/workbook.ts'
import type { ForecastAnswer, ItemsAnswer, OccurringAnswer, OverviewAnswer } from '../wire.ts'
import { sumsBy } from './counting/sums.ts'
import { figureOf, figuresOf, namesOf, summedNeeds } from './answers/figures.ts'
import { chartFigures } from './answers/charts.ts'
import { dataUpTo, type DayRange } from './periods.ts'

const path = '/oaserver/statistics'

/** Routes of every page: figures, drill-down to documents, analyses, and the table as a workbook. */
export const statisticsRoutes = (pages: readonly CountedPage[]) => (app: FastifyInstance, host: Host): void => {
  const typed = app.withTypeProvider<ZodTypeProvider>()
  for (const page of pages) {
    const can = statisticsPermissions(page.key)
    const reading = { access: needs(can.view), reads: true, resource: scopeName(page) } as const
    const call = statisticsCall(page)
    typed.post(call, { config: reading, schema: { body: queryOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return answerPage(host, { page, query: body, caller })
    })
    typed.post(`${call}/drill`, { config: reading, schema: { body: drillOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return drillPage(host, { page, query: body, caller })
    })
    // facts of forms have the rows of documents as items
    if (page.facts.length > 0)
      typed.post(`${call}/items`, { config: reading, schema: { body: itemsOf(page) } }, async ({ body, caller }) => {
        demandPeriod(body)
        return itemsPage(host, { page, query: body, caller })
      })
    typed.post(`${call}/explain`, { config: reading, schema: { body: explainOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return explainPage(host, { page, query: body, caller })
    })
    typed.post(`${call}/forecast`, { config: reading, schema: { body: forecastOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return forecastPage(host, { page, query: body, caller, plan: pages.find(({ register }) => register === 'budgets') })
    })
    typed.post(`${call}/anomalies`, { config: reading, schema: { body: anomaliesOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return anomaliesPage(host, { page, query: body, caller })
    })
    typed.post(`${call}/values`, { config: reading, schema: { body: occurringOf(page) } }, async ({ body, caller }) => {
      demandPeriod(body)
      return occurringValues(host, { page, query: body, caller })
    })
    const query = z.strictObject({ asked: askedAs(queryOf(page)), _t: z.unknown().optional() })
    for (const name of ['export', 'download'])
      typed.get(`${call}/${name}`, { config: { access: needs(can.view, can.export), answersFile: true, resource: scopeName(page) },
        schema: { querystring: query } }, (request, reply) => {
        demandPeriod(request.query.asked)
        return answerStatistics(host, { page, query: request.query.asked, request, reply })
      })
  }
  const views = pages.map(({ key }) => statisticsPermissions(key).view) as [Permission, ...Permission[]]
  typed.get(`${path}/overview`, { config: { access: needsAny(...views), resource: 'statistics' }, schema: { querystring: overviewQuery } },
    async ({ query: { departments, ...period }, caller }) =>
      overviewOf(host, { pages: pages.filter(({ key }) => permits(caller.permissions, statisticsPermissions(key).view)), period,
        departments: departments?.split(','), caller }))
}

/** Schema for a page’s query as JSON in the URL. */
const askedAs = <Query>(query: z.ZodType<Query>) =>
  z.string().max(10_000).transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'no JSON' })
      return z.NEVER
    }
  }).pipe(query)

function demandPeriod(period: { readonly from: string; readonly to: string }): void {
  if (!isAskable(period)) throw new Refused('statistics.period')
}

/**
 * The items of a document behind a figure: its facts grouped by all dimensions of the page except attributes of the document itself. They
 * add up to the document's contribution.
 */
async function itemsPage(host: Host, { page, query, caller }: PageRequest<ReturnType<typeof itemsOf>>): Promise<ItemsAnswer> {
  const { db } = host
  const filter = narrowed(await filterOf(host, db, { page, query, caller }), query.row as Readonly<Record<string, string>>)
  if (!filter) return []
  const kept = await withheldInDocument(host, { page, query, caller })
  if (kept && isNarrowedBy(new Map([['', kept]]), narrowingKeys(query))) return []
  const keys = [...new Set([...page.groupBy, ...page.filters])].filter((key) => !ofDocument.has(key) && !kept?.has(key))
  const { rows } = await sumsBy(db, { ...filter, documents: [query.document] }, keys, { having: summedNeeds(page, query.measure) })
  const naming = await namesOf(host, db, page, Object.fromEntries(keys.map((key) => [key, rows.map((row) => row.keys[key] ?? '')])))
  return rows.map((row) => ({
    dimensions: Object.fromEntries(keys.flatMap((key) => (row.keys[key] ? [[key, naming(key, row.keys[key])]] : []))),
    figures: disclosedFigures(figuresOf(page, row.sums), kept),
  }))
}

/** Finds the measures and dimensions of one document that the caller is not shown. */
async function withheldInDocument({ db, plugins }: Host,
  { page, query: { document }, caller }: PageRequest<ReturnType<typeof itemsOf>>): Promise<Withheld | undefined> {
  const withheld = withheldOn(page, { host: { plugins }, caller })
  if (withheld.size === 0) return undefined
  const found = await db.selectFrom('document').select(['type', 'starter', 'applicant']).where('id', '=', document).executeTakeFirst()
  return found && [found.starter, found.applicant].includes(caller.id) ? undefined : withheld.get(found?.type ?? '')
}

const ofDocument: ReadonlySet<string> = new Set(['person', 'state'])

/** Maximum number of values searched by keyword, and returned. */
const most = 5000

const offered = 50

/** Query schema for the values of a dimension. */
const occurringOf = (page: StatisticsPage) =>
  queryOf(page).extend({ dimension: z.enum([...commonDimensions, ...Object.keys(page.dimensions)] as [string, ...string[]]),
    keyword: z.string().trim().max(100).default('') })

/**
 * Values of a dimension that occur under the query's other filters, largest first; `keyword` matches part of the name in either language.
 */
async function occurringValues(host: Host, { page, query, caller }: PageRequest<ReturnType<typeof occurringOf>>): Promise<OccurringAnswer> {
  const { dimension, keyword } = query
  const { [dimension]: _, ...filters } = query.filters as Readonly<Record<string, string[]>>
  const withheld = withheldFromSums(page, { host, caller })
  demandShown(withheld, [...narrowingKeys({ ...query, filters }), dimension])
  const filter = await filterOf(host, host.db, { page, query: { ...query, filters }, caller })
  const [measure] = [...page.headline, ...Object.keys(page.measures)].filter((key) =>
    !withheld.has(key) && page.measures[key] !== undefined && ordersRows(page.measures[key])
  )
  const { rows } = await sumsBy(host.db, filter, [dimension], { measures: measure === undefined ? [] : [measure],
    ordering: { by: measure, order: 'desc', limit: most, offset: 0 } })
  const values = rows.map(({ keys }) => keys[dimension] ?? '').filter((value) => value !== '')
  const naming = await namesOf(host, host.db, page, { [dimension]: values })
  return values.map((value) => naming(dimension, value)).filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase())).slice(0,
    offered)
}

/** Number of values in a tile's chart. */
const named = 5

interface OverviewQuestion {
  readonly pages: readonly CountedPage[]
  readonly period: DayRange
  /** Departments to restrict to; all if undefined. */
  readonly departments: readonly string[] | undefined
  readonly caller: Caller
}

/** Per page: its first headline figure, that figure by month, and the largest values of its first chart. */
async function overviewOf(host: Host, { pages, ...question }: OverviewQuestion): Promise<OverviewAnswer> {
  const isBackfilling = await host.isBackfilling(host.db)
  return Promise.all(pages.map((page) => tileOf(host, page, { ...question, isBackfilling })))
}

interface TileQuestion extends Omit<OverviewQuestion, 'pages'> {
  readonly isBackfilling: boolean
}

async function tileOf(host: Host, page: CountedPage,
  { period: { from, to }, departments, caller, isBackfilling }: TileQuestion): Promise<OverviewAnswer[number]> {
  const { db } = host
  const query = { from, to, ...(departments && { departments: [...departments] }), filters: {} }
  const filter = await filterOf(host, db, { page, query, caller })
  const measure = page.headline[0] ?? ''
  const about = { page: page.key, dataDate: dataUpTo(host).dataDate, isIncomplete: filter.isIncomplete === true || isBackfilling }
  const withheld = withheldFromSums(page, { host, caller })
  if (!isShown(withheld, narrowingKeys({ ...query, measure })))
    return { ...about, compared: comparedWith(filter), headline: unknownFigure(measure), months: [], largest: [] }
  const by = dividedBy(page, withheld)
  const [monthly, parts] = [{ kind: 'columns', cn: '', en: '', measure } as const,
    { kind: 'ranking', cn: '', en: '', measure, ...(by !== undefined && { by }) } as const]
  const [{ headline, compared }, [months, largest]] = await Promise.all([headlineOf(db, filter), chartSums(db, filter, [monthly, parts])])
  const naming = await namesOf(host, db, page, by === undefined ? {} : { [by]: largest.rows.map(({ keys }) => keys[by] ?? '') })
  const inMonths = chartFigures(page, { ...months, filter, naming })
  const ranking = chartFigures(page, { ...largest, filter, naming })
  return {
    ...about,
    compared,
    headline: headline[0] ?? unknownFigure(measure),
    months: inMonths.points.map(({ value: month }, index) => ({ month, value: inMonths.series[0]?.values[index] ?? null })),
    largest: ranking.points.slice(0, named).map((point, index) => ({ ...point, figure: ranking.series[0]?.values[index] ?? null })),
  }
}

/** The dimension of a page's first chart that the caller is shown. */
const dividedBy = ({ charts }: CountedPage, withheld: Withheld): string | undefined =>
  charts.find(({ by, kind }) => by !== undefined && kind !== 'steps' && !withheld.has(by))?.by

/** Query schema of the forecast. */
const forecastOf = (page: CountedPage) => queryOf(page).extend({ measure: z.enum(addingMeasures(page)) })

interface ForecastRequest extends PageRequest<ReturnType<typeof forecastOf>> {
  /** Page whose monthly figures are the plan; undefined if there is none. */
  readonly plan: CountedPage | undefined
}

const wholeYear = { start: 1, end: 12 }

/**
 * Forecasts the year in which the period ends, by month: actual figures for finished months, expected ones afterwards. A future month is
 * expected to equal the same month last year or, without a last year, the average of the finished months. The running month is at least its
 * actual figure.
 */
async function forecastPage(host: Host, { page, query, caller, plan }: ForecastRequest): Promise<ForecastAnswer> {
  const { db } = host
  const { measure } = query
  demandShown(withheldFromSums(page, { host, caller }), narrowingKeys(query))
  const year = Number(query.to.slice(0, 4))
  const { dataDate } = dataUpTo(host)
  const monthsOf = async (of: CountedPage, key: string, ofYear: number) => {
    const filters = Object.fromEntries(Object.entries(query.filters).filter(([dimension]) => of === page || dimension in of.dimensions))
    const filter = await filterOf(host, db, { page: of, query: { ...query, filters, from: `${ofYear}-01-01`, to: `${ofYear}-12-31` },
      caller })
    const { rows } = await sumsBy(db, filter, ['month'], { measures: [key] })
    return monthNumbers.map((month) => {
      const row = rows.find(({ keys }) => keys['month'] === `${ofYear}-${month}`)
      return new Decimal(row ? (figureOf(of, key, row.sums) ?? 0) : 0)
    })
  }
  const planShown = page.plan === measure ? shownPlan(host, { plan, query, caller }) : undefined
  const [used, lastYear, planned] = await Promise.all([monthsOf(page, measure, year), monthsOf(page, measure, year - 1),
    planShown && monthsOf(planShown, 'budget', year)])
  const upTo = finishedMonths(year, dataDate)
  const expected = expectedOf({ used, lastYear, span: wholeYear, upTo })
  const running = dataDate.slice(0, 4) === String(year) ? Number(dataDate.slice(5, 7)) : 0
  const months = monthNumbers.map((month, at) => {
    const isExpected = at + 1 > upTo
    const counted = used[at] ?? nothing
    const likely = isExpected ? Decimal.max(expected[at] ?? nothing, counted) : counted
    return { month: `${year}-${month}`, counted, likely, isExpected, plan: planned?.[at] }
  })
  const text = (figure: Decimal) => figuresText(page, measure, figure)
  const total = (of: (month: (typeof months)[number]) => Decimal) => text(months.reduce((sum, month) => sum.plus(of(month)), nothing))
  return {
    year,
    method: lastYear.some((figure) => !figure.isZero()) ? 'lastYear' : 'average',
    running: running > upTo ? `${year}-${String(running).padStart(2, '0')}` : null,
    counted: total(({ counted }) => counted),
    expected: total(({ likely }) => likely),
    plan: planned ? text(planned.reduce((sum, figure) => sum.plus(figure), nothing)) : null,
    months: months.map(({ month, counted, likely, isExpected, plan: aim }) => ({ month, counted: text(counted),
      expected: isExpected ? text(likely) : null, plan: aim ? text(aim) : null })
    ),
  }
}

/** The page of the plan, if the caller may view it and is shown its figures. */
const shownPlan = (host: Host, { plan, query, caller }: Pick<ForecastRequest, 'plan' | 'query' | 'caller'>): CountedPage | undefined =>
  plan && permits(caller.permissions, statisticsPermissions(plan.key).view) &&
    isShown(withheldFromSums(plan, { host, caller }), [...narrowingKeys(query), 'budget'])
    ? plan
    : undefined

const nothing = new Decimal(0)

const monthNumbers = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))

/** Number of finished months of a year as of the day up to which data is counted. */
function finishedMonths(year: number, dataDate: string): number {
  const thisYear = Number(dataDate.slice(0, 4))
  if (year !== thisYear) return year < thisYear ? 12 : 0
  const last = dayjs(dataDate)
  return last.date() === last.daysInMonth() ? last.month() + 1 : last.month()
}
