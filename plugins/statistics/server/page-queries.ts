import { sql } from 'kysely'
import { z } from 'zod'
import { isDate } from '#kernel/values/dates.ts'
import { commonDimensions, ordersRows, type StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import dayjs from 'dayjs'
import { dataUpTo } from './data-date.ts'
import { registers } from './registers/registers.ts'
import type { FactFilter } from './fact-filter.ts'
import { foldStateOf } from './folding/fold-state.ts'

const day = z.string().refine(isDate)
const values = z.array(z.string().max(200)).min(1).max(200)

/** Years that a period spans at most. */
const longest = 5

const period = { from: day, to: day }
const isPeriod = ({ from, to }: { from: string; to: string }) => from <= to && to < dayjs(from).add(longest, 'year').format('YYYY-MM-DD')

/** A question about a page, by its schema. */
export interface PageRequest<Schema extends z.ZodType> {
  readonly page: StatisticsPage
  readonly query: z.output<Schema>
  readonly caller: Caller
}

/** The question that a page answers. */
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

/** The dimensions that make up a row of the table: the first so many of the page's, where a depth is asked for. */
export const rowKeys = ({ groupBy }: Pick<StatisticsPage, 'groupBy'>,
  { depth }: { readonly depth?: number | undefined }): readonly string[] => groupBy.slice(0, depth)

/** Measures that add up over the values of a dimension. */
export const addingMeasures = ({ measures }: StatisticsPage): [string, ...string[]] =>
  Object.entries(measures).flatMap((
    [key, { unit, of, medianOf }],
  ) => (of === undefined && unit !== 'documents' && medianOf === undefined ? [key] : [])) as [string, ...string[]]

/** The question for the documents behind a figure. */
export const drillOf = (page: StatisticsPage) =>
  queryOf(page).extend({
    row: z.partialRecord(z.enum([...commonDimensions, ...Object.keys(page.dimensions), ...timeKeys] as [string, ...string[]]),
      z.string().max(200)).default({}).refine(isTimed),
    /** The measure that the documents are behind: others are left out. */
    measure: z.enum(Object.keys(page.measures) as [string, ...string[]]).optional(),
    /** Counts all documents, however many there are. */
    counted: z.boolean().default(false),
  })

/** The question for the items of one of these documents. */
export const itemsOf = (page: StatisticsPage) => drillOf(page).extend({ document: z.string().min(1).max(64) })

const timeKeys = ['month', 'week', 'day'] as const

const timeTexts = { month: /^\d{4}-(0[1-9]|1[0-2])$/, week: /^\d{4}-W[0-5]\d$/, day: /^\d{4}-\d\d-\d\d$/ }
const isTimed = (row: Readonly<Record<string, string | undefined>>) =>
  timeKeys.every((key) => row[key] === undefined || (timeTexts[key].test(row[key]) && (key !== 'day' || isDate(row[key]))))

/** The first page of statistics: a period, and departments joined by commas, each with those below it. */
export const overviewQuery = z.strictObject({ ...period, departments: z.string().min(1).max(2000).optional(), _t: z.unknown().optional() })
  .refine(isPeriod)

export type StatisticsQuery = z.output<ReturnType<typeof queryOf>>

/** Returns whether a question's period is in order and lasts five years at most. */
export const isAskable = isPeriod

/** The name by which the data scope of a page is asked for. */
export const scopeName = ({ key }: Pick<StatisticsPage, 'key'>): string => `stat:${key}`

/** The days, units and values of a page's question. */
type PageFilter = Pick<StatisticsQuery, 'from' | 'to' | 'enterprises' | 'departments' | 'filters'> & Partial<
  Pick<StatisticsQuery, 'withSub'>
>

/** The facts that a caller asked for, as far as they see them. */
export async function filterOf(host: Host, db: Db,
  { page, query, caller }: { readonly page: StatisticsPage; readonly query: PageFilter; readonly caller: Caller }): Promise<FactFilter> {
  const { from, to, filters } = query
  const { before } = dataUpTo(host)
  const [departments, scope, state] = await Promise.all([
    departmentsOf(db, query),
    host.departments(db, caller, scopeName(page)),
    page.register === undefined ? foldStateOf(db, page, before) : { register: registers[page.register] },
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

/** The departments that were chosen, within the enterprises that were; undefined for all. */
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
