import type cn from './cn.ts'

export default {
  'offline.nothing': 'The amount cannot be 0',
  'offline.future': 'The posting date can’t be in the future',
  'offline.noBudget': 'No budget, select the correct expense-bearing department',
  'offline.noRate': 'No {currency} rate is set for {month}, contact finance',
  'offline.notMapped': 'This cost centre doesn’t belong to the bearing department',
  'offline.categoryOff': 'This expense category is disabled',
  'offline.projectRequired': 'This expense category needs a project',
  'offline.exists': 'This record already exists',
  'offline.overBudget': 'Saved; {department}, {category}: {month} is RMB {amount} over budget',
  'offline.overYear': 'Saved; {department}, {category}: over the {year} budget',
  'offline.monthClosed': 'The budget month is closed',
} satisfies Record<keyof typeof cn, string>
