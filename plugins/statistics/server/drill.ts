import { type RawBuilder, sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { DocumentStatus } from '#approval/types.ts'
import { stateCodes } from '#server/documents/wire.ts'
import type { Host } from '#server/host.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { z } from 'zod'
import dayjs from 'dayjs'
import type { DrillAnswer } from '../wire.ts'
import { type drillOf, filterOf } from './asked.ts'
import { figuresOf } from './figures.ts'
import { namesOf } from './names.ts'
import { type FactFilter, sumsBy } from './sums.ts'

interface DrillAsked {
  readonly page: StatisticsPage
  readonly asked: z.output<ReturnType<typeof drillOf>>
  readonly caller: Caller
}

/** The documents behind a figure; their figures add up to it. */
export async function drillPage(host: Host, { page, asked, caller }: DrillAsked): Promise<DrillAnswer> {
  const { db } = host
  const whole = await filterOf(host, db, { page, asked, caller })
  const { row, current, size } = asked
  const filter = narrowed(whole, row as Readonly<Record<string, string>>)
  if (!filter) return { records: [], total: 0, totals: figuresOf(page, {}) }
  const order = { by: 'last_day', order: 'desc', limit: size, offset: (current - 1) * size } as const
  const [{ rows, total }, totals] = await Promise.all([sumsBy(db, filter, ['document'], order), sumsBy(db, filter, [])])
  const details = await documentsOf(host, rows.map(({ keys }) => keys['document'] ?? ''))
  const naming = await namesOf(host, db, page, { department: details.map(({ department }) => department), person: details.map(({ starter }) => starter) })
  const found = new Map(details.map((detail) => [detail.id, detail]))
  return {
    total,
    totals: figuresOf(page, totals.rows[0]?.sums ?? {}),
    records: rows.flatMap(({ keys, sums }) => {
      const document = found.get(keys['document'] ?? '')
      if (!document) return []
      return [{
        document: document.id,
        businessType: document.type,
        businessNo: document.number,
        title: `${document.title}/${document.title_en}`,
        initiator: naming('person', document.starter).name,
        department: naming('department', document.department).name,
        date: document.date,
        state: stateCodes[document.state as DocumentStatus],
        figures: figuresOf(page, sums),
      }]
    }),
  }
}

/** The facts of a table's row, of a point of a chart, or of a month; undefined where the period has none of it. */
function narrowed(filter: FactFilter, { month, ...row }: Readonly<Record<string, string>>): FactFilter | undefined {
  const filters: Record<string, readonly string[]> = { ...filter.filters }
  for (const [key, value] of Object.entries(row)) {
    if (filters[key] && !filters[key].includes(value)) return undefined
    filters[key] = [value]
  }
  if (month === undefined) return { ...filter, filters }
  const [first, last] = [`${month}-01`, dayjs(`${month}-01`).endOf('month').format('YYYY-MM-DD')]
  return { ...filter, filters, from: first > filter.from ? first : filter.from, to: last < filter.to ? last : filter.to }
}

const day = (column: RawBuilder<unknown>) => sql<string>`to_char(${column}, 'YYYY-MM-DD')`

async function documentsOf({ db }: Pick<Host, 'db'>, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db.selectFrom('document').select(['id', 'type', 'number', 'title', 'title_en', 'starter', 'department', 'state', day(sql`started_at`).as('date')]).where('id', 'in', [
    ...ids,
  ])
    .execute()
}
