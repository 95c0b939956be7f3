import type cn from './cn.ts'

export default {
  'expenseTypes.twoLevels': 'Expense categories can have at most two levels',
  'expenseTypes.ownParent': 'A category can’t be its own parent',
  'expenseTypes.disabledParent': 'The parent category is disabled',
} as const satisfies Record<keyof typeof cn, string>
