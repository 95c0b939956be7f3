import type { StatisticsPage } from '#kernel/statistics.ts'
import type { Db } from '#server/database/tables.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { dataUpTo } from '../data-date.ts'
import { foldAnew } from './fold-anew.ts'
import { foldDue } from './fold-batch.ts'
import { foldingOf } from './groupings.ts'
import '../tables.ts'

/** The job’s name. */
export const foldName = 'statisticsFold'

/** Pages whose figures are facts of documents. */
export const foldedPages = (pages: readonly StatisticsPage[]): readonly StatisticsPage[] =>
  pages.filter(({ register }) => register === undefined)

/**
 * Adds facts up to yesterday to the fold that are not in it; makes the fold of a page anew that is declared differently, or where that was
 * asked for.
 */
export const foldJob = (pages: readonly StatisticsPage[]): Job => ({
  name: foldName,
  every: minutes(5),
  async run({ host, db, signal }) {
    const { before } = dataUpTo(host)
    for (const page of foldedPages(pages)) {
      const folding = await db.selectFrom('statistics_folding').select(['groupings', 'is_due']).where('page', '=', page.key)
        .executeTakeFirst()
      if (folding?.groupings === foldingOf(page) && !folding.is_due) await foldDue(db, { page, before, signal })
      else await foldAnew(db, { page, before, signal })
    }
  },
})

/** Has the fold of every page made anew with the next run of the job. */
export async function askForFoldingAnew(db: Db): Promise<void> {
  await db.updateTable('statistics_folding').set({ is_due: true }).execute()
}

/** Returns whether the fold of a page still has to be made anew. */
export async function waitsForFolding(db: Db): Promise<boolean> {
  return (await db.selectFrom('statistics_folding').select('page').where('is_due', '=', true).limit(1).executeTakeFirst()) !== undefined
}
