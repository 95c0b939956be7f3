import { todayOf } from '#kernel/values/dates.ts'
import { forgetOldAnswers } from '#server/idempotency/remember.ts'
import { forgetRemovedViews } from '#server/documents/lists/saved-views.ts'
import { forgetNumbers } from '#server/documents/store/numbers.ts'
import { sweepAttempts } from '#server/identity/accounts/attempts.ts'
import { forgetPhoneCodes } from '#server/identity/accounts/credentials.ts'
import { sweepRecords } from '#server/identity/provider/adapter.ts'
import { forgetOldSyncs } from '#server/sync-log/sync-runs.ts'
import { forgetTickets } from '#server/live/connections.ts'
import { forgetSent } from '#server/outbox/state.ts'
import { fillColumns } from '#server/documents/lists/registered-columns.ts'
import { fillSubjects } from '#server/documents/store/subjects.ts'
import { sendHeld } from '#server/messages/notify.ts'
import { transaction } from '#server/database/transaction.ts'
import { expireSome } from '#server/documents/interventions/outcomes.ts'
import { hours, type Job, minutes } from './job.ts'
import { forgetOldRuns } from './runner.ts'

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

/** Fills in newly declared list columns of stored documents. */
export const fillListColumns: Job = {
  name: 'fillListColumns',
  every: minutes(1),
  run: ({ db, signal }) => fillColumns(db, signal),
}

/** Computes the subjects of stored documents again whose form declares them differently. */
export const fillDocumentSubjects: Job = {
  name: 'fillDocumentSubjects',
  every: minutes(1),
  run: ({ db, host, signal }) => fillSubjects(db, host, { forms: host.forms.values(), signal }),
}

/** Sends the messages of changes of many documents that took several calls, or were cut short. */
export const heldMessages: Job = { name: 'heldMessages', every: minutes(1), run: ({ db, at }) => sendHeld(db, at) }

/** Expires proposals that were not confirmed in time, and notifies their proposers. */
export const expireInterventions: Job = {
  name: 'expireInterventions',
  every: minutes(10),
  async run({ host, db, at, signal }) {
    for (let more = true; more && !signal.aborted;) more = await transaction(db, (tx) => expireSome(host, tx, at))
  },
}
