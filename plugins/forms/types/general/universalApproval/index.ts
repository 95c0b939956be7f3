import { defineForm } from '../../../../../src/kernel/form.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Whatever has no form of its own: what it is about, and who is to approve it, chosen by whoever files it. */
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
    { id: 'basics', cn: '基本信息', en: 'Basics' },
    { id: 'contents', cn: '审批内容', en: 'Approval content' },
    { id: 'approvers', cn: '审批人', en: 'Approvers' },
    { id: 'attachments', cn: '附件', en: 'Attachments' },
    { id: 'more', cn: '备注与抄送', en: 'Remarks and CC' },
  ],
  fields,
  rules,
  flow,
  columns: ['universalType', 'urgency', 'expectDate', 'totalAmountRmb'],
})
