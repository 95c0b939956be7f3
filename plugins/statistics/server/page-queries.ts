import { sql } from 'kysely'
import { z } from 'zod'
import dayjs from 'dayjs'
import { isDate, todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import { dayInput } from '#server/http/requests/validation.ts'
import { commonDimensions, ordersRows, type StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import './tables.ts'
import { dataUpTo } from './periods.ts'
import type { CountedPage, FactFilter } from './counted-page.ts'
import { sourcesOf } from './facts/counted-pages.ts'
import { foldingOf } from './folding/groupings.ts'

const values = z.array(z.string().max(200)).min(1).max(200)

/** Maximum length of a period, in years. */
const longest = 5

const period = { from: dayInput, to: dayInput }
const isPeriod = ({ from, to }: { from: string; to: string }) => from <= to && to < dayjs(from).add(longest, 'year').format('YYYY-MM-DD')

/** A validated query of a page with its caller. */
export interface PageRequest<Schema extends z.ZodType> {
  readonly page: CountedPage
  readonly query: z.output<Schema>
  readonly caller: Caller
}

/** Query schema of a page. */
export function queryOf(page: StatisticsPage) {
  const dimensions = [...commonDimensions, ...Object.keys(page.dimensions)] as [string, ...string[]]
  const orders = Object.entries(page.measures).flatMap(([key, measure]) => (ordersRows(measure) ? [key] : [])) as [string, ...string[]]
  return z.strictObject({
    ...period,
    enterprises: values.optional(),
    departments: values.optional(),
    withSub: z.boolean().default(true),
    filters: z.partialRecord(z.enum(dimensions), values).default({}),
    current: z.int().min(1).max(100_000).default(1),
    size: z.int().min(1).max(200).default(20),
    depth: z.int().min(1).max(page.groupBy.length).optional().refine((depth) => depth === undefined || page.hasLevels === true),
    sort: z.enum(orders).optional(),
    order: z.enum(['asc', 'desc']).default('desc'),
  })
}

/** Dimensions that make up a table row: the first `depth` of the page's. @default all */
export const rowKeys = ({ groupBy }: Pick<StatisticsPage, 'groupBy'>,
  { depth }: { readonly depth?: number | undefined }): readonly string[] => groupBy.slice(0, depth)

/** Keys of the measures that are additive over dimensions. */
export const addingMeasures = ({ measures }: StatisticsPage): [string, ...string[]] =>
  Object.entries(measures).flatMap((
    [key, { unit, of, medianOf }],
  ) => (of === undefined && unit !== 'documents' && medianOf === undefined ? [key] : [])) as [string, ...string[]]

/** Query schema for the documents behind a figure. */
export const drillOf = (page: StatisticsPage) =>
  queryOf(page).extend({
    row: z.partialRecord(z.enum([...commonDimensions, ...Object.keys(page.dimensions), ...timeKeys] as [string, ...string[]]),
      z.string().max(200)).default({}).refine(isTimed),
    /** Measure of the opened figure: documents that do not contribute to it are left out. */
    measure: z.enum(Object.keys(page.measures) as [string, ...string[]]).optional(),
    /** Counts all documents exactly, even if there are very many. */
    counted: z.boolean().default(false),
  })

/** Query schema for the items of one of these documents. */
export const itemsOf = (page: StatisticsPage) => drillOf(page).extend({ document: z.string().min(1).max(64) })

const timeKeys = ['month', 'week', 'day'] as const

const timeTexts = { month: /^\d{4}-(0[1-9]|1[0-2])$/, week: /^\d{4}-W[0-5]\d$/, day: /^\d{4}-\d\d-\d\d$/ }
const isTimed = (row: Readonly<Record<string, string | undefined>>) =>
  timeKeys.every((key) => row[key] === undefined || (timeTexts[key].test(row[key]) && (key !== 'day' || isDate(row[key]))))

/** Query schema of the overview: a period, and department ids joined by commas, each including its sub-departments. */
export const overviewQuery = z.strictObject({ ...period, departments: z.string().min(1).max(2000).optional(), _t: z.unknown().optional() })
  .refine(isPeriod)

export type StatisticsQuery = z.output<ReturnType<typeof queryOf>>

/** Returns whether a query's period is valid: in order, and at most five years. */
export const isAskable = isPeriod

/** Name of a page's data scope, e.g. `stat:expense`. */
export const scopeName = ({ key }: Pick<StatisticsPage, 'key'>): string => `stat:${key}`

/** The days, units and values of a page's question. */
type PageFilter = Pick<StatisticsQuery, 'from' | 'to' | 'enterprises' | 'departments' | 'filters'> & Partial<
  Pick<StatisticsQuery, 'withSub'>
>

/** The filter of a query, restricted to the caller's data scope. */
export async function filterOf(host: Host, db: Db,
  { page, query, caller }: { readonly page: CountedPage; readonly query: PageFilter; readonly caller: Caller }): Promise<FactFilter> {
  const { from, to, filters } = query
  const { before } = dataUpTo(host)
  const [departments, scope, state] = await Promise.all([
    departmentsOf(db, query),
    host.departments(db, caller, scopeName(page)),
    page.entries === undefined ? foldStateOf(db, page, before) : { register: page.entries },
  ])
  return {
    page,
    from,
    to,
    before,
    ...state,
    scope,
    person: caller.id,
    ...(departments && { departments }),
    filters: filters as Readonly<Record<string, readonly string[]>>,
  }
}

/** The requested departments, intersected with those of the requested enterprises; undefined if neither is given. */
async function departmentsOf(db: Db, { enterprises, departments, withSub = true }: PageFilter): Promise<readonly string[] | undefined> {
  const chosen = departments && (withSub ? await withBelow(db, departments) : departments)
  if (!enterprises) return chosen
  const own = await withBelow(db, enterprises)
  return chosen ? chosen.filter((department) => own.includes(department)) : own
}

async function withBelow(db: Db, departments: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<
    { id: string }
  >`select distinct below.id from sys_group own join sys_group below on starts_with(below.path, own.path)
    where own.id = any(${[...departments]}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * State of a page's fold. Facts recorded after this was read are not part of the answer; facts outside the fold are only read if there were
 * any at this time.
 */
export async function foldStateOf(db: Db, page: StatisticsPage,
  before: Date): Promise<Pick<FactFilter, 'isFolded' | 'isWholeFolded' | 'hasLaterDays' | 'isIncomplete'>> {
  const { rows: [state] } = await sql<
    { groupings: string | null; sources: string | null; unfolded: boolean; unrecorded: boolean; later: boolean }
  >`
    select (select groupings from statistics_folding where page = ${page.key}) as groupings,
      exists (select from statistics_changed where at < ${before}) as unrecorded,
      (select sources from statistics_counted where page = ${page.key}) as sources,
      exists (select from statistics_unfolded where page = ${page.key} and at < ${before}) as unfolded,
      exists (select from statistics_fact where page = ${page.key} and day >= ${todayOf(before)}::date and at < ${before}) as later`
    .execute(db)
  return { isFolded: state?.groupings === foldingOf(page), isWholeFolded: state?.unfolded === false, hasLaterDays: state?.later !== false,
    isIncomplete: state?.sources !== sourcesOf(page) || (page.recorder !== undefined && state.unrecorded) }
}
