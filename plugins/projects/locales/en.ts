import type cn from './cn.ts'

export default {
  'projects.overlap': 'Validity periods overlap',
  'projects.validityOrder': 'The last day of validity can’t be before the first',
  'projects.dateOrder': 'The end date can’t be before the start date',
  // in histories of documents from before `ownerOf`
  'approval.reason.projectOwner': 'Project manager',
} as const satisfies Record<keyof typeof cn, string>
