import type cn from './cn.ts'

export default {
  'masters.payrollFixed': 'Finance maintains payroll cards, so you can’t change them here',
  'masters.accountExists': 'This account is already saved',
  'masters.setIsEmpty': 'A set needs components',
  'masters.setOfItself': 'A set can’t contain itself',
  'masters.componentTwice': 'Each material can be a component only once',
  'masters.setIsSold': 'A set is issued and can’t be sold',
  'masters.setOfSets': 'A set can’t contain another set',
  'masters.creditCodeExists': 'Another supplier has this credit code',
} as const satisfies Record<keyof typeof cn, string>
