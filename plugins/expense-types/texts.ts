import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'expenseTypes.twoLevels': { cn: '费用类别最多两级', en: 'Expense categories can have at most two levels' },
  'expenseTypes.ownParent': { cn: '上级类别不能是自己', en: 'A category can’t be its own parent' },
  'expenseTypes.disabledParent': { cn: '上级类别已停用', en: 'The parent category is disabled' },
})
