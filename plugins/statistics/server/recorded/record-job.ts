import { sql } from 'kysely'
import type { CountedPage } from '../counted-page.ts'
import { transaction } from '#server/database/transaction.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { recordedPages, recordFacts } from './recording.ts'
import '../tables.ts'

/** The job’s name. */
export const recordName = 'statisticsRecord'

/** Number of actions whose documents are processed per transaction. */
const batch = 1000

/**
 * Job that records facts of documents with new actions since its last run. Queue rows are deleted in the same transaction as the facts are
 * written, so an interrupted run loses none.
 */
export const recordJob = (pages: readonly CountedPage[]): Job => ({
  name: recordName,
  every: minutes(5),
  async run({ db, signal }) {
    const recorded = recordedPages(pages)
    for (let more = true; more;) {
      signal.throwIfAborted()
      more = await transaction(db, async (tx) => {
        const { rows } = await sql<{ document: string }>`
          delete from statistics_changed where id in (select id from statistics_changed order by id limit ${batch} for update skip locked)
          returning document`
          .execute(tx)
        await recordFacts(tx, recorded, [...new Set(rows.map(({ document }) => document))])
        return rows.length === batch
      })
    }
  },
})
