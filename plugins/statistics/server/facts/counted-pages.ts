import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { noteDue } from '#server/jobs/note-due.ts'
import '../tables.ts'

/** Tells apart what documents contribute to a page: a page that is declared differently has another. */
export const sourcesOf = ({ facts, recorder }: Pick<StatisticsPage, 'facts' | 'recorder'>): string =>
  createHash('sha256').update(JSON.stringify(recorder ?? facts)).digest('hex')

/** Notes the declaration by which the facts of every document of a page were counted. */
export async function noteCounted(db: Db, pages: readonly StatisticsPage[]): Promise<void> {
  for (const page of pages) {
    const sources = sourcesOf(page)
    await db.insertInto('statistics_counted').values({ page: page.key, sources }).onConflict((conflict) =>
      conflict.column('page').doUpdateSet({ sources })
    ).execute()
  }
}

/** Pages by whose declaration the facts of every document were counted. */
export async function countedPages(db: Db, pages: readonly StatisticsPage[]): Promise<readonly StatisticsPage[]> {
  const counted = new Map(
    (await db.selectFrom('statistics_counted').select(['page', 'sources']).execute()).map(({ page, sources }) => [page, sources]),
  )
  return pages.filter((page) => counted.get(page.key) === sourcesOf(page))
}

/** Has every document counted anew where a page is declared differently than when that was done last. */
export const declaredJob = (pages: readonly StatisticsPage[], recount: string): Job => ({
  name: 'statisticsDeclared',
  every: minutes(1),
  async run({ db, at }) {
    const counted = await countedPages(db, pages)
    if (pages.every((page) => page.register !== undefined || counted.includes(page))) return
    const open = await db.selectFrom('job_run').select('due').where('job', '=', recount).where('finished_at', 'is', null).limit(1)
      .executeTakeFirst()
    if (!open) await noteDue(db, [{ job: recount, due: at }])
  },
})

/** The progress of counting documents by a declaration. */
export interface RecountProgress {
  /** The id of the last document. */
  readonly last: string
  readonly counted: number
  readonly total: number
}

/** A count that was broken off is continued while it is not older. */
const kept = 24 * 3_600_000

/** Begins to count, or continues what was broken off by the same declarations. */
export async function beginRecount(db: Db, pages: readonly StatisticsPage[],
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

/** Notes the last document that was counted and how many were counted with it. */
export async function noteProgress(db: Db, last: string, documents: number): Promise<void> {
  await db.updateTable('statistics_recount').set({ last, counted: sql`counted + ${documents}` }).where('last', '<', last).execute()
}

/** Reads how far the count is; undefined when none is under way. */
export async function recountProgress(db: Db): Promise<RecountProgress | undefined> {
  return db.selectFrom('statistics_recount').select(['last', 'counted', 'total']).executeTakeFirst()
}

/** The next count begins with the first document. */
export async function forgetRecount(db: Db): Promise<void> {
  await db.deleteFrom('statistics_recount').execute()
}
