import type { DocumentStatus } from '#approval/types.ts'
import { stateCodes } from '#server/documents/wire.ts'
import type { Host } from '#server/host.ts'
import dayjs from 'dayjs'
import type { DrillAnswer } from '../../wire.ts'
import { type drillOf, filterOf, type PageRequest } from '../page-queries.ts'
import { figuresOf, summedNeeds } from './figures.ts'
import { namesOf } from './names.ts'
import { countedRecords } from '../registers/registers.ts'
import type { EntryRecord } from '../register.ts'
import type { FactFilter } from '../fact-filter.ts'
import { sumsBy } from '../counting/sums.ts'
import { newestDocuments } from './newest.ts'

/** The documents behind a figure; their figures add up to it. */
export async function drillPage(host: Host, { page, query, caller }: PageRequest<ReturnType<typeof drillOf>>): Promise<DrillAnswer> {
  const { db } = host
  const pageFilter = await filterOf(host, db, { page, query, caller })
  const filter = narrowed(pageFilter, query.row as Readonly<Record<string, string>>)
  if (!filter) return { records: [], total: 0, totals: figuresOf(page, {}) }
  const [{ rows, total, isMore }, totals] = await Promise.all([
    newestDocuments(db, filter, { ...query, needs: summedNeeds(page, query.measure) }),
    sumsBy(db, filter, []),
  ])
  const whole = totals.rows[0]?.sums ?? {}
  const details = await recordsOf(host, filter, rows.map(({ keys }) => keys['document'] ?? ''))
  const naming = await namesOf(host, db, page, { department: details.map(({ department }) => department ?? ''),
    person: details.map(({ person }) => person ?? '') })
  const found = new Map(details.map((detail) => [detail.id, detail]))
  return {
    total,
    ...(isMore && { isMore }),
    totals: figuresOf(page, whole),
    records: rows.flatMap(({ keys, sums }) => {
      const document = found.get(keys['document'] ?? '')
      if (!document) return []
      return [{
        document: document.id,
        businessType: document.type,
        businessNo: document.number,
        title: document.title,
        initiator: document.person ? naming('person', document.person).name : null,
        department: document.department ? naming('department', document.department).name : null,
        date: document.date,
        state: document.state === null ? null : stateCodes[document.state as DocumentStatus],
        path: document.path,
        figures: figuresOf(page, sums, whole),
      }]
    }),
  }
}

/** The facts of a table's row, of a point of a chart, or of a month, week or day; undefined where the period has none of it. */
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

/** Monday and Sunday of a week of ISO 8601, yyyy-Wnn. */
function weekDays(week: string | undefined): Days | undefined {
  if (week === undefined) return undefined
  const fourth = dayjs(`${week.slice(0, 4)}-01-04`)
  const monday = fourth.subtract((fourth.day() + 6) % 7, 'day').add(7 * (Number(week.slice(6)) - 1), 'day')
  return [monday.format('YYYY-MM-DD'), monday.add(6, 'day').format('YYYY-MM-DD')]
}

/** Reads the entries or documents. */
async function recordsOf({ db }: Pick<Host, 'db'>, { register }: FactFilter, ids: readonly string[]): Promise<readonly EntryRecord[]> {
  if (ids.length === 0) return []
  return (await (register?.records ?? countedRecords)(ids).execute(db)).rows
}
