import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { invoiceTitle } from '../../invoice-title.ts'
import '../tables.ts'

/** Bulk insert of billing details with their rules applied. */
export async function saveInvoiceTitles(db: Db, all: readonly FormValue[], writer: Writer): Promise<void> {
  const table = records(invoiceTitle)
  for (const each of all) await table.insert(db, each, writer)
}
