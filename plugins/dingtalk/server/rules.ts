import type { RecordRules } from '#server/resources/rules.ts'

/** Messages for violated constraints of the table. */
export const processInstanceRules: RecordRules = {
  constraints: { dingtalk_process_instance_order: { code: 'dingtalk.finishedFirst', fields: ['finishedAt'] } },
}
