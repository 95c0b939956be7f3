import { sql } from 'kysely'
import type { StatisticsPage } from '#kernel/statistics.ts'
import { transaction } from '#server/database/transaction.ts'
import { type Job, minutes } from '#server/jobs/job.ts'
import { recordedPages, recordFacts } from './recording.ts'
import '../tables.ts'

/** The job’s name. */
export const recordName = 'statisticsRecord'

/** Actions whose documents are looked at in one transaction. */
const batch = 1000

/**
 * Records facts of documents to which something happened since it last ran. What is done and what is left is one transaction, so nothing is
 * lost where it is broken off.
 */
export const recordJob = (pages: readonly StatisticsPage[]): Job => ({
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
