import { todayOf } from '#kernel/values/dates.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import { driver } from '../driver.ts'
import { nearUntil } from '../expiry.ts'
import { can } from '../permissions.ts'
import './tables.ts'

/** Licences in use that have expired or soon will; they stand first in the list. */
export const endingLicences: ActionItemSource = {
  id: 'endingLicences',
  cn: '30天内到期的驾驶证',
  en: 'Driving licences expiring within 30 days',
  enOne: 'Driving licence that expires within 30 days',
  path: driver.path,
  needs: can.edit,
  async count({ db, at }) {
    const { count } = await db.selectFrom('driver').select((eb) => eb.fn.countAll<string>().as('count'))
      .where('enable', '=', true).where('del_flag', '=', 0).where('valid_until', '<=', nearUntil(todayOf(at))).executeTakeFirstOrThrow()
    return Number(count)
  },
}
