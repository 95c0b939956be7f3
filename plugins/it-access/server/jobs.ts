import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { parametersOf } from '#server/identity/dictionaries.ts'
import { hours, type Job } from '#server/jobs/job.ts'
import { notify } from '#server/messages/notify.ts'
import { licenceEnds, vpnClosed, vpnEnds } from '../message-kinds.ts'
import { close } from './vpn-accounts.ts'
import './tables.ts'

/** Default days of notice, used where `vpnRule.remindDays` is not set. */
const usualNotice = 7

const params = { urlPage: 'vpn-accounts' }

/** Hourly job: marks expired accounts, notifies users some days before the expiry, and closes accounts of people who have left. */
export const vpnAccountJob: Job = {
  name: 'vpnAccounts',
  every: hours(1),
  async run({ host, db, at }) {
    const administrators = (await host.directory(db)).holders('itAdmin').map(({ id }) => id)
    await transaction(db, async (tx) => {
      await closeLeavers(tx, administrators, at)
      await tx.updateTable('vpn_account').set({ state: 'expired', update_time: at, version: sql`version + 1` }).where('state', '=',
        'active').where(
          'valid_to',
          '<',
          todayOf(at),
        ).where('del_flag', '=', 0).execute()
      await remind(tx, at)
    })
  },
}

/** Hourly job: marks expired licences, and notifies their holders 7 days before the expiry. */
export const licenceJob: Job = {
  name: 'nvrLicences',
  every: hours(1),
  async run({ db, at }) {
    await transaction(db, async (tx) => {
      await tx.updateTable('nvr_licence').set({ state: 'expired', update_time: at, version: sql`version + 1` }).where('state', '=',
        'active').where(
          'valid_to',
          '<',
          todayOf(at),
        ).where('del_flag', '=', 0).execute()
      const until = todayOf(new Date(at.getTime() + hours(24 * usualNotice)))
      const ending = await tx.selectFrom('nvr_licence').select(['id', 'licence_no', 'valid_to', 'person_id']).where('state', '=', 'active')
        .where('valid_to', '<=', until)
        .where('del_flag', '=', 0).orderBy('valid_to').limit(1000).execute()
      for (const { id, licence_no: no, valid_to: date, person_id: person } of ending) {
        await notify(tx, { kind: licenceEnds, recipients: [person], blanks: { no, date }, params: { urlPage: 'nvr-licences' },
          once: `${id} ${date}`, at })
      }
    })
  },
}

/** Closes accounts of users who have left, and of external users whose sponsor has left; notifies the IT administrators. */
async function closeLeavers(db: Db, administrators: readonly string[], at: Date): Promise<void> {
  const gone = db.selectFrom('sys_user').select('id').where((user) => user.or([user('enable', '=', false), user('del_flag', '<>', 0)]))
  const closed = await close(db, { by: 'system', at }).where((account) =>
    account.or([account('person_id', 'in', gone), account('sponsor_id', 'in', gone)])
  ).returning(['id', 'account_name'])
    .execute()
  for (const { id, account_name: account } of closed)
    await notify(db, { kind: vpnClosed, recipients: administrators, blanks: { account }, params, once: id, at })
}

async function remind(db: Db, at: Date): Promise<void> {
  const until = todayOf(new Date(at.getTime() + hours(24 * (await noticeDays(db)))))
  const ending = await db.selectFrom('vpn_account').select(['id', 'account_name', 'valid_to', 'person_id', 'sponsor_id'])
    .where('state', '=', 'active').where('del_flag', '=', 0).where('valid_to', '<=', until).orderBy('valid_to').limit(1000).execute()
  for (const { id, account_name: account, valid_to: date, person_id: person, sponsor_id: sponsor } of ending) {
    const recipients = [person ?? sponsor].flatMap((each) => each ?? [])
    await notify(db, { kind: vpnEnds, recipients, blanks: { account, date }, params, once: `${id} ${date}`, at })
  }
}

const noticeDays = async (db: Db): Promise<number> => (await parametersOf(db, 'vpnRule'))('remindDays')?.toNumber() ?? usualNotice
