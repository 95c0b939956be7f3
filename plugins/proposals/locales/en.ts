import type cn from './cn.ts'

export default {
  'permission.proposal_apply_abandoned': 'Void proposals',
  'forms.processInChange': 'Process {label} is already in change request {no}',
  'forms.projectExists': 'The project name or code already exists',
  'forms.projectUsed': '{no} uses this project, so it can’t be revoked or edited',
  'forms.proposalExists': 'A proposal with this name already exists: {no}',
} satisfies Record<keyof typeof cn, string>
