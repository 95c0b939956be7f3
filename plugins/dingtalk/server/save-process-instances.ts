import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { processInstance } from '../process-instance.ts'
import { processInstanceRules } from './rules.ts'

/** Bulk insert of DingTalk approvals with their rules applied. */
export async function saveProcessInstances(db: Db, rows: readonly object[], writer: Writer): Promise<void> {
  const all = records(processInstance, processInstanceRules)
  for (const row of rows) await all.insert(db, { ...row }, writer)
}
