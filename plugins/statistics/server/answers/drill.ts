import dayjs from 'dayjs'
import { sql } from 'kysely'
import type { DocumentStatus } from '#approval/types.ts'
import { stateCodes } from '#server/documents/wire.ts'
import type { Host } from '#server/host.ts'
import type { Db } from '#server/database/tables.ts'
import type { DrillAnswer } from '../../wire.ts'
import { type drillOf, filterOf, type PageRequest } from '../page-queries.ts'
import { disclosedFigures, isNarrowedBy, narrowingKeys, titleOfEntries, type Withheld, withheldFromSums,
  withheldOn } from '../disclosure.ts'
import { type DimensionNamer, figuresOf, namesOf, summedNeeds } from './figures.ts'
import { countedRecords } from '../registers/records.ts'
import type { EntryRecord } from '../extension-points.ts'
import type { FactFilter } from '../counted-page.ts'
import { type SumRow, sumsBy } from '../counting/sums.ts'
import { dayOfLastFacts } from '../counting/counting.ts'

/** The documents behind a figure, paginated; their contributions add up to the figure. */
export async function drillPage(host: Host, { page, query, caller }: PageRequest<ReturnType<typeof drillOf>>): Promise<DrillAnswer> {
  const { db } = host
  const pageFilter = await filterOf(host, db, { page, query, caller })
  const filter = narrowed(pageFilter, query.row as Readonly<Record<string, string>>)
  if (!filter) return { records: [], total: 0, totals: figuresOf(page, {}) }
  const withheld = withheldOn(page, { host, caller })
  if (isNarrowedBy(withheld, narrowingKeys(query))) return { records: [], total: 0, totals: figuresOf(page, {}), isWithheld: true }
  const [{ rows, total, isMore }, totals] = await Promise.all([
    newestDocuments(db, filter, { ...query, needs: summedNeeds(page, query.measure) }),
    sumsBy(db, filter, []),
  ])
  const whole = totals.rows[0]?.sums ?? {}
  const details = await recordsOf(host, filter, rows.map(({ keys }) => keys['document'] ?? ''))
  const naming = await namesOf(host, db, page, { department: details.map(({ department }) => department ?? ''),
    person: details.map(({ person }) => person ?? '') })
  const found = new Map(details.map((detail) => [detail.id, detail]))
  const own = withheld.size > 0 ? await ownAmong(db, details, caller.id) : new Set<string>()
  return {
    total,
    ...(isMore && { isMore }),
    totals: disclosedFigures(figuresOf(page, whole), withheldFromSums(page, { host, caller })),
    records: rows.flatMap(({ keys, sums }) => {
      const document = found.get(keys['document'] ?? '')
      if (!document) return []
      const kept = own.has(document.id) ? undefined : withheld.get(document.type ?? '') ?? withheld.get('')
      return [{ ...drilledRecord(document, naming, kept), figures: disclosedFigures(figuresOf(page, sums, whole), kept) }]
    }),
  }
}

/** An entry or document as the drawer shows it, but for its figures. */
function drilledRecord(document: EntryRecord, naming: DimensionNamer,
  kept: Withheld | undefined): Omit<DrillAnswer['records'][number], 'figures'> {
  const { id, type, number, title, person, department, date, state, path } = document
  return {
    document: id,
    businessType: type,
    businessNo: number,
    title: kept?.has(titleOfEntries) ? number : title,
    initiator: person ? naming('person', person).name : null,
    department: department ? naming('department', department).name : null,
    date,
    state: state === null ? null : stateCodes[state as DocumentStatus],
    path,
  }
}

/** Ids of the documents that somebody filed or applied for: they are shown the whole of them. */
async function ownAmong(db: Db, documents: readonly Pick<EntryRecord, 'id'>[], person: string): Promise<ReadonlySet<string>> {
  if (documents.length === 0) return new Set()
  const rows = await db.selectFrom('document').select('id').where('id', 'in', documents.map(({ id }) => id))
    .where(({ or, eb }) => or([eb('starter', '=', person), eb('applicant', '=', person)])).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Narrows a filter to a table row, a chart point, or a month, week or day; undefined if that contradicts the filter. */
export function narrowed(filter: FactFilter, { month, week, day, ...row }: Readonly<Record<string, string>>): FactFilter | undefined {
  const filters: Record<string, readonly string[]> = { ...filter.filters }
  for (const [key, value] of Object.entries(row)) {
    if (filters[key] && !filters[key].includes(value)) return undefined
    filters[key] = [value]
  }
  return [monthDays(month), weekDays(week), day === undefined ? undefined : [day, day]].reduce<FactFilter>((narrow, days) => {
    const [first, last] = days ?? [narrow.from, narrow.to]
    return { ...narrow, from: first > narrow.from ? first : narrow.from, to: last < narrow.to ? last : narrow.to }
  }, { ...filter, filters })
}

type Days = readonly [first: string, last: string]

const monthDays = (month: string | undefined): Days | undefined =>
  month === undefined ? undefined : [`${month}-01`, dayjs(`${month}-01`).endOf('month').format('YYYY-MM-DD')]

/** Monday and Sunday of an ISO 8601 week, yyyy-Wnn. */
function weekDays(week: string | undefined): Days | undefined {
  if (week === undefined) return undefined
  const fourth = dayjs(`${week.slice(0, 4)}-01-04`)
  const monday = fourth.subtract((fourth.day() + 6) % 7, 'day').add(7 * (Number(week.slice(6)) - 1), 'day')
  return [monday.format('YYYY-MM-DD'), monday.add(6, 'day').format('YYYY-MM-DD')]
}

/** Loads the entries or documents by id. */
async function recordsOf({ db }: Pick<Host, 'db'>, { register }: FactFilter, ids: readonly string[]): Promise<readonly EntryRecord[]> {
  if (ids.length === 0) return []
  return (await (register?.records ?? countedRecords)(ids).execute(db)).rows
}

/** Number of most recent facts searched first for the newest documents. */
const looked = 10_000

interface NewestQuery {
  /** Measures of which at least one must not be 0. */
  readonly needs: readonly string[]
  readonly current: number
  readonly size: number
  /** Counts all documents exactly. */
  readonly counted: boolean
  readonly looked?: number
}

interface Newest {
  readonly rows: readonly SumRow[]
  readonly total: number
  /** `total` is a lower bound: only the documents of recent facts were counted. */
  readonly isMore: boolean
}

/**
 * The newest documents behind a figure. Searches only the documents of the most recent facts if they suffice for the page, so that the
 * first page of a very large result does not wait for a full count; `isMore` is then set.
 */
export async function newestDocuments(db: Db, filter: FactFilter, query: NewestQuery): Promise<Newest> {
  const since = filter.register || query.counted ? undefined : await dayOfLast(db, filter, query)
  if (since !== undefined) {
    const newest = await documentsIn(db, { ...filter, newSince: since }, query)
    if (newest.total > query.current * query.size) return { ...newest, isMore: true }
  }
  return { ...(await documentsIn(db, filter, query)), isMore: false }
}

async function dayOfLast(db: Db, filter: FactFilter, { current, size, looked: most = looked }: NewestQuery): Promise<string | undefined> {
  const { rows: [found] } = await sql<{ day: string }>`${dayOfLastFacts(filter, Math.max(most, 4 * current * size))}`.execute(db)
  return found?.day
}

/** Documents by their last day, with the total count; the other measures are summed for the current page only. */
async function documentsIn(db: Db, filter: FactFilter, { needs, current, size }: NewestQuery): Promise<Omit<Newest, 'isMore'>> {
  const ordering = { by: 'last_day', order: 'desc', limit: size, offset: (current - 1) * size } as const
  const { rows, total } = await sumsBy(db, filter, ['document'], { ordering, measures: needs, having: needs })
  const documents = rows.map(({ keys }) => keys['document'] ?? '')
  const { newSince: _, ...all } = filter
  const shown = documents.length === 0 ? [] : (await sumsBy(db, { ...all, documents }, ['document'])).rows
  const figures = new Map(shown.map((row) => [row.keys['document'], row]))
  return { total, rows: documents.flatMap((document) => figures.get(document) ?? []) }
}
