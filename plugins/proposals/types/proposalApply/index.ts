import { defineForm } from '#kernel/form.ts'
import { can } from '#plugins/proposals/permissions.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Proposal for improvement: judged, implemented, scored and rewarded. */
export const proposalApply = defineForm({
  key: 'proposalApply',
  cn: '提案申请',
  en: 'Proposal',
  short: { cn: '提案申请', en: 'Proposal' },
  path: '/proposal-apply',
  prefix: 'TA',
  group: 'project',
  icon: 'bulb',
  sections: [
    basics,
    { id: 'content', cn: '提案内容', en: 'Proposal' },
    { id: 'judgement', cn: '评审', en: 'Review' },
    { id: 'implementation', cn: '实施', en: 'Implementation' },
    { id: 'verification', cn: '验收评分', en: 'Verification' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  print: { photos: ['beforePhotos', 'afterPhotos'] },
  subject: ['proposalName'],
  columns: ['proposalName', 'proposalType', 'proposalStatus', 'implementer', 'score', 'grade'],
  voidPermission: can.voidProposal,
  permissions: [can.voidProposal],
})
