import type cn from './cn.ts'

export default {
  'masters.payrollFixed': 'The payroll card is kept by HR and cannot be changed here',
  'masters.accountExists': 'This account is saved already',
  'masters.setIsEmpty': 'A set needs components',
  'masters.setOfItself': 'A set cannot contain itself',
  'masters.componentTwice': 'A material can be a component only once',
  'masters.setOfSets': 'A set cannot contain another set',
} as const satisfies Record<keyof typeof cn, string>
