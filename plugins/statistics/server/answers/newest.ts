import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { dayOfLastFacts } from '../counting/counting.ts'
import type { FactFilter } from '../fact-filter.ts'
import { type SumRow, sumsBy } from '../counting/sums.ts'

/** Facts that are looked through for the newest documents before all of them are. */
const looked = 10_000

interface NewestQuery {
  /** Measures of which one is not 0. */
  readonly needs: readonly string[]
  readonly current: number
  readonly size: number
  /** All documents are counted. */
  readonly counted: boolean
  readonly looked?: number
}

export interface Newest {
  readonly rows: readonly SumRow[]
  readonly total: number
  /** There are more documents than were counted. */
  readonly isMore: boolean
}

/**
 * The newest documents behind a figure. Where there are very many, only those with one of the last facts are looked through, as long as
 * these are enough for the page: nobody waits for a hundred thousand documents to be counted to read the first.
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

/** Documents by their last day, and how many there are; the other figures are summed for those that are shown. */
async function documentsIn(db: Db, filter: FactFilter, { needs, current, size }: NewestQuery): Promise<Omit<Newest, 'isMore'>> {
  const ordering = { by: 'last_day', order: 'desc', limit: size, offset: (current - 1) * size } as const
  const { rows, total } = await sumsBy(db, filter, ['document'], { ordering, measures: needs, having: needs })
  const documents = rows.map(({ keys }) => keys['document'] ?? '')
  const { newSince: _, ...all } = filter
  const shown = documents.length === 0 ? [] : (await sumsBy(db, { ...all, documents }, ['document'])).rows
  const figures = new Map(shown.map((row) => [row.keys['document'], row]))
  return { total, rows: documents.flatMap((document) => figures.get(document) ?? []) }
}
