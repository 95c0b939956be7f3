import { todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import { driver, nearUntil } from '../../drivers/driver.ts'
import { can } from '../../drivers/permissions.ts'
import '../tables.ts'

interface NewDriver {
  readonly personId: string
  readonly licenceClass: string
  readonly licenceNo: string
  /** yyyy-MM-dd */
  readonly validUntil: string
}

/** Bulk insert of drivers with their rules applied. */
export async function saveDrivers(db: Db, drivers: readonly NewDriver[], writer: Writer): Promise<void> {
  const all = records(driver)
  for (const each of drivers) await all.insert(db, { ...each, enable: true }, writer)
}

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
