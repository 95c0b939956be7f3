import { todayOf } from '#kernel/values/dates.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import { driver } from '../../drivers/driver.ts'
import { nearUntil } from '../../drivers/expiry.ts'
import { can } from '../../drivers/permissions.ts'
import './tables.ts'

/** Action item for enabled drivers with an expired or expiring licence, who come first in the list. */
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
