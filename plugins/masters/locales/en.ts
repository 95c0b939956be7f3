import type cn from './cn.ts'

export default {
  'masters.payrollFixed': 'The payroll card is kept by HR and cannot be changed here',
  'masters.accountExists': 'This account is saved already',
} as const satisfies Record<keyof typeof cn, string>
