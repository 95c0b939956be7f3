import type cn from './cn.ts'

export default {
  'budgets.noBudget': 'No budget, select the correct expense-bearing department',
  'budgets.monthClosed': 'The budget month is closed',
  'budgets.monthTooLate': 'The budget month is too late: a claim’s is this month at the latest, an application’s 12 months ahead',
  'budgets.blocked': 'Not enough budget: {amount} asked, {available} available; it cannot be submitted',
  'budgets.near': 'Near the budget: {available} remain available after this document',
} as const satisfies Record<keyof typeof cn, string>
