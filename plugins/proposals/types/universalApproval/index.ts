import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Form for requests without a form of their own; the initiator describes the matter and chooses the approvers. */
export const universalApproval = defineForm({
  key: 'universalApproval',
  cn: '通用审批',
  en: 'General approval',
  path: '/universal-approval',
  prefix: 'TY',
  group: 'administration',
  icon: 'audit',
  amount: 'totalAmountRmb',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'contents', cn: '审批内容', en: 'Approval content' },
    { id: 'approvers', cn: '审批人', en: 'Approvers' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: ['contents.subject'],
  columns: ['universalType', 'urgency', 'expectDate', 'totalAmountRmb'],
})
