import { defineForm } from '../../../../../src/kernel/form.ts'
import { can } from '../../../permissions.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** A suggestion for improvement: judged, carried out, scored and rewarded. */
export const proposalApply = defineForm({
  key: 'proposalApply',
  cn: '提案申请',
  en: 'Proposal application',
  path: '/proposal-apply',
  prefix: 'TA',
  group: 'project',
  icon: 'bulb',
  sections: [
    { id: 'basics', cn: '基本信息', en: 'Basics' },
    { id: 'content', cn: '提案内容', en: 'Proposal' },
    { id: 'judgement', cn: '评审', en: 'Judgement' },
    { id: 'implementation', cn: '实施', en: 'Implementation' },
    { id: 'verification', cn: '验收评分', en: 'Verification' },
    { id: 'attachments', cn: '附件', en: 'Attachments' },
    { id: 'more', cn: '备注与抄送', en: 'Remarks and CC' },
  ],
  fields,
  rules,
  flow,
  columns: ['proposalName', 'proposalType', 'proposalStatus', 'implementer', 'score', 'grade'],
  voidPermission: can.voidProposal,
  permissions: [can.voidProposal],
})
