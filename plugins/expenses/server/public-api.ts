import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { offlineReimbursement } from '../offline-reimbursement/offline-reimbursement.ts'
import { offlineRules } from './offline-reimbursement/rules.ts'

/** Books a row with its rules applied; for the server halves of other modules. */
export const bookOffline = (db: Db, value: FormValue, writer: Writer): Promise<string> =>
  records(offlineReimbursement, offlineRules).insert(db, value, writer)
