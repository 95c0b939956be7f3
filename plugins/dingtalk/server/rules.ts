import type { RecordRules } from '#server/resources/rules.ts'

/** What a violated constraint of the table means to a person. */
export const processInstanceRules: RecordRules = {
  constraints: { dingtalk_process_instance_order: { code: 'dingtalk.finishedFirst', fields: ['finishedAt'] } },
}
