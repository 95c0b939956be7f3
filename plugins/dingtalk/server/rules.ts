import type { RecordRules } from '#server/resources/rules.ts'
import type { Db } from '#server/database/tables.ts'
import { records, type Writer } from '#server/resources/records.ts'
import { processInstance } from '../process-instance.ts'

/** Messages for violated constraints of the table. */
export const processInstanceRules: RecordRules = {
  constraints: { dingtalk_process_instance_order: { code: 'dingtalk.finishedFirst', fields: ['finishedAt'] } },
}

/** Bulk insert of DingTalk approvals with their rules applied. */
export async function saveProcessInstances(db: Db, rows: readonly object[], writer: Writer): Promise<void> {
  const all = records(processInstance, processInstanceRules)
  for (const row of rows) await all.insert(db, { ...row }, writer)
}
