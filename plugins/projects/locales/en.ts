import type cn from './cn.ts'

export default {
  'projects.overlap': 'Validity periods overlap',
  'projects.validityOrder': 'The last day of validity can’t be before the first',
  'projects.dateOrder': 'The end date can’t be before the start date',
} as const satisfies Record<keyof typeof cn, string>
