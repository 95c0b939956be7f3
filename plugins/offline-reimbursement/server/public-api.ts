import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { offlineReimbursement } from '../offline-reimbursement.ts'
import { offlineRules } from './rules.ts'

/** The part of this module that other modules' server halves may use: books a row as its page would. */
export const bookOffline = (db: Db, value: FormValue, writer: Writer): Promise<string> =>
  records(offlineReimbursement, offlineRules).insert(db, value, writer)
