import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { directedSoftware } from '../directed-software.ts'
import { directedSoftwareRules } from './directed-software.ts'

const register = records(directedSoftware, directedSoftwareRules)

/** Bulk insert of requests that predate review sheets, with the register's rules applied. */
export async function saveRequests(db: Db, all: readonly FormValue[], writer: Writer): Promise<void> {
  for (const each of all) await register.insert(db, each, writer)
}
