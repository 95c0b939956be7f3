import { defineServer } from '#server/plugin.ts'
import { migrations } from './migrations.ts'
import { processInstanceRules } from './rules.ts'

export default defineServer({ id: 'dingtalk', migrations, records: { dingtalkProcessInstance: processInstanceRules } })
