import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { StatisticsPage } from '#plugins/statistics/statistics-page.ts'
import type { CountedPage } from '../counted-page.ts'
import type { Db } from '#server/database/tables.ts'
import '../tables.ts'

/** Hash of a page's fact declaration; changes whenever the declaration changes. */
export const sourcesOf = ({ facts, recorder }: Pick<StatisticsPage, 'facts' | 'recorder'>): string =>
  createHash('sha256').update(JSON.stringify(recorder ?? facts)).digest('hex')

/** Stores the hash of the declaration by which all documents of each page were counted. */
export async function noteCounted(db: Db, pages: readonly Pick<StatisticsPage, 'key' | 'facts' | 'recorder'>[]): Promise<void> {
  for (const page of pages) {
    const sources = sourcesOf(page)
    await db.insertInto('statistics_counted').values({ page: page.key, sources }).onConflict((conflict) =>
      conflict.column('page').doUpdateSet({ sources })
    ).execute()
  }
}

/** The pages whose documents were all counted by the current declaration. */
export async function countedPages(db: Db, pages: readonly CountedPage[]): Promise<readonly CountedPage[]> {
  const counted = new Map(
    (await db.selectFrom('statistics_counted').select(['page', 'sources']).execute()).map(({ page, sources }) => [page, sources]),
  )
  return pages.filter((page) => counted.get(page.key) === sourcesOf(page))
}

/** Progress of a full recount. */
export interface RecountProgress {
  /** Id of the last processed document. */
  readonly last: string
  readonly counted: number
  readonly total: number
}

/** Maximum age of an interrupted recount that is resumed, in ms. */
const kept = 24 * 3_600_000

/** Starts a recount, or resumes an interrupted one if the declarations have not changed since. */
export async function beginRecount(db: Db, pages: readonly CountedPage[],
  { at, total }: { readonly at: Date; readonly total: number }): Promise<RecountProgress> {
  const sources = pages.map(sourcesOf).join(' ')
  const begun = await db.selectFrom('statistics_recount').select(['last', 'counted', 'total']).where('sources', '=', sources).where(
    'begun_at',
    '>',
    new Date(at.getTime() - kept),
  )
    .executeTakeFirst()
  if (begun) return begun
  const progress = { last: '', counted: 0, total }
  await forgetRecount(db)
  await db.insertInto('statistics_recount').values({ sources, begun_at: at, ...progress }).execute()
  return progress
}

/** Saves the last processed document, and adds to the number of processed ones. */
export async function noteProgress(db: Db, last: string, documents: number): Promise<void> {
  await db.updateTable('statistics_recount').set({ last, counted: sql`counted + ${documents}` }).where('last', '<', last).execute()
}

/** Progress of the running recount; undefined if none is running. */
export async function recountProgress(db: Db): Promise<RecountProgress | undefined> {
  return db.selectFrom('statistics_recount').select(['last', 'counted', 'total']).executeTakeFirst()
}

/** Discards the progress: the next recount starts at the first document. */
export async function forgetRecount(db: Db): Promise<void> {
  await db.deleteFrom('statistics_recount').execute()
}
