import type cn from './cn.ts'

export default {
  'offline.nothing': 'The amount cannot be 0',
  'offline.future': 'The posting date cannot lie ahead',
  'offline.noBudget': 'No budget, select the correct expense-bearing department',
  'offline.noRate': 'The rate of {currency} in {month} is not set, contact finance',
  'offline.notMapped': 'This cost centre does not belong to the bearing department',
  'offline.categoryOff': 'This expense category is disabled',
  'offline.projectRequired': 'This expense category needs a project',
  'offline.exists': 'The record already exists',
  'offline.overBudget': 'Saved; {department}, {category}: {month} is {amount} RMB over budget',
  'offline.overYear': 'Saved; {department}, {category}: the budget of {year} is exceeded',
  'offline.monthClosed': 'The budget month is closed',
} as const satisfies Record<keyof typeof cn, string>
