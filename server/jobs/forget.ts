import { forgetOldAnswers } from '#server/idempotency/remember.ts'
import { forgetRemovedViews } from '#server/documents/lists/saved-views.ts'
import { forgetNumbers } from '#server/documents/store/numbers.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { sweepAttempts } from '#server/identity/accounts/attempts.ts'
import { forgetPhoneCodes } from '#server/identity/accounts/phone-codes.ts'
import { sweepRecords } from '#server/identity/provider/adapter.ts'
import { forgetOldSyncs } from '#server/sync-log/sync-runs.ts'
import { forgetTickets } from '#server/live/tickets.ts'
import { forgetSent } from '#server/outbox/state.ts'
import { hours, type Job } from './job.ts'
import { forgetOldRuns } from './schedule.ts'

/** Retention of runs of jobs. */
const kept = hours(24 * 30)
/** Retention of removed views, which can be restored until then. */
const keptViews = hours(24)
/** Retention of synchronisation runs. */
const keptSyncs = hours(24 * 365)

/**
 * Deletes data after their retention: stored answers, expired sign-ins with their attempts and tickets, old runs of jobs, removed views,
 * sent messages.
 */
export const forgetting: Job = {
  name: 'forgetting',
  every: hours(1),
  async run({ db, at }) {
    await forgetOldAnswers(db)
    await sweepRecords(db)
    await sweepAttempts(db)
    await forgetOldRuns(db, new Date(at.getTime() - kept))
    await forgetSent(db, new Date(at.getTime() - kept))
    await forgetTickets(db, at)
    await forgetPhoneCodes(db, at)
    await forgetNumbers(db, todayOf(at))
    await forgetRemovedViews(db, new Date(at.getTime() - keptViews))
    await forgetOldSyncs(db, new Date(at.getTime() - keptSyncs))
  },
}
