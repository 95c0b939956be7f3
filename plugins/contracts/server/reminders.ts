import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { parametersOf } from '#server/identity/dictionaries.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import { notify } from '#server/messages/notify.ts'
import './tables.ts'
import { contractEnds } from '../message-kinds.ts'

/** Default of `contractRule.remindDays`, in days. */
const usualDays = 30

/** Job that marks expired contracts, and notifies owners some days before the expiry. */
export const contractReminders: Job = {
  name: 'contractReminders',
  every: hours(1),
  async run({ db, at }) {
    await transaction(db, async (tx) => {
      const today = todayOf(at)
      await tx.updateTable('contract_ledger').set({ exec_state: '4', version: sql`version + 1` }).where('exec_state', 'in', ['0', '1'])
        .where('expiry_date', '<', today)
        .where('del_flag', '=', 0).execute()
      const until = todayOf(new Date(at.getTime() + hours(24 * (await noticeDays(tx)))))
      for (const contract of await endingBetween(tx, today, until)) await remind(tx, contract, at)
    })
  },
}

const noticeDays = async (db: Db): Promise<number> => (await parametersOf(db, 'contractRule'))('remindDays')?.toNumber() ?? usualDays

const endingBetween = (db: Db, today: string, until: string) =>
  db
    .selectFrom('contract_ledger')
    .select(['id', 'contract_no', 'contract_name', 'expiry_date', 'owner_person', 'business_key'])
    .where('exec_state', 'in', ['0', '1'])
    .where('del_flag', '=', 0)
    .where('expiry_date', '>=', today)
    .where('expiry_date', '<=', until)
    .orderBy('expiry_date')
    .limit(1000)
    .execute()

/** Notifies the owner, once per contract and expiry date. */
function remind(db: Db, contract: Awaited<ReturnType<typeof endingBetween>>[number], at: Date): Promise<void> {
  const { id, contract_no: no, contract_name: name, expiry_date: date, owner_person: owner, business_key: document } = contract
  const days = Math.round((Date.parse(date) - Date.parse(todayOf(at))) / hours(24))
  return notify(db, {
    kind: contractEnds,
    recipients: [owner],
    at,
    document: document ?? undefined,
    blanks: { name: name.replaceAll('/', '／'), no, date, d: days },
    params: { urlPage: `contract-standing-book?keyword=${encodeURIComponent(no)}` },
    once: `${id} ${date}`,
  })
}
