import type cn from './cn.ts'

export default {
  'projects.overlap': 'Validity periods overlap',
  'projects.validityOrder': 'The last day of validity must not be before the first',
  'projects.dateOrder': 'The end date must not be before the start date',
} as const satisfies Record<keyof typeof cn, string>
