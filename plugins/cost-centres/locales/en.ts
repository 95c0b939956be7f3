import type cn from './cn.ts'

export default {
  'costCentres.overlap': 'Validity periods overlap',
  'costCentres.defaultOverlap': 'The department already has a default cost centre in this period',
  'costCentres.validityOrder': 'The last day of validity must not be before the first',
  'costCentres.notMapped': 'The cost centre does not belong to the chosen bearing department',
  'costCentres.ownerMissing': 'Cost center manager not maintained',
} as const satisfies Record<keyof typeof cn, string>
