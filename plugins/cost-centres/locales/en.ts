import type cn from './cn.ts'

export default {
  'costCentres.overlap': 'Validity periods overlap',
  'costCentres.defaultOverlap': 'The department already has a default cost centre for this period',
  'costCentres.validityOrder': 'The last day of validity can’t be before the first',
  'costCentres.notMapped': 'This cost centre doesn’t belong to the selected bearing department',
  'costCentres.ownerMissing': 'Cost center manager not maintained',
  'approval.noCostCenterOwner': 'Cost center manager not maintained',
  // in histories of documents from before `ownerOf`
  'approval.reason.costCenterOwner': 'Cost centre manager',
} as const satisfies Record<keyof typeof cn, string>
