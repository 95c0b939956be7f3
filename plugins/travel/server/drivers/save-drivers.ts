import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { driver } from '../../drivers/driver.ts'

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
