import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Request to add, change or stop a process of this product; documents in progress keep the version they were filed with. */
export const oaChange = defineForm({
  key: 'oaChange',
  cn: 'OA流程变更',
  en: 'OA process change',
  short: { cn: 'OA变更', en: 'OA change' },
  path: '/oa-change',
  prefix: 'OC',
  group: 'it',
  icon: 'swap',
  terminals: ['web'],
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'processes', cn: '变更流程', en: 'Processes' },
    { id: 'content', cn: '变更内容', en: 'Change' },
    { id: 'evaluation', cn: '评估与实施', en: 'Evaluation and implementation' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['newProcessName', 'processRefs.changeNote', 'changeReason'],
  columns: ['oaChangeType', 'urgency', 'effectiveDate', 'processOwner', 'developer', 'workDays'],
})
