export default {
  'expenseTypes.twoLevels': '费用类别最多两级',
  'expenseTypes.ownParent': '上级类别不能是自己',
  'expenseTypes.disabledParent': '上级类别已停用',
} as const
