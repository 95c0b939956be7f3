import { transaction } from '#server/database/transaction.ts'
import { expireSome } from '#server/documents/interventions/outcomes.ts'
import { type Job, minutes } from './job.ts'

/** Expires proposals that were not confirmed in time, and notifies their proposers. */
export const expireInterventions: Job = {
  name: 'expireInterventions',
  every: minutes(10),
  async run({ host, db, at, signal }) {
    for (let more = true; more && !signal.aborted;) more = await transaction(db, (tx) => expireSome(host, tx, at))
  },
}
