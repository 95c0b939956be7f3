import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'masters.payrollFixed': { cn: '工资卡由财务维护，不能自行修改', en: 'Finance maintains payroll cards, so you can’t change them here' },
  'masters.accountExists': { cn: '该账号已保存', en: 'This account is already saved' },
  'masters.setIsEmpty': { cn: '套料须填写组成', en: 'A set needs components' },
  'masters.setOfItself': { cn: '套料不能包含自身', en: 'A set can’t contain itself' },
  'masters.componentTwice': { cn: '同一物料只能出现一次', en: 'Each material can be a component only once' },
  'masters.setIsSold': { cn: '套料用于发料，不能设为可销售', en: 'A set is issued and can’t be sold' },
  'masters.setOfSets': { cn: '套料不能包含其他套料', en: 'A set can’t contain another set' },
  'masters.creditCodeExists': { cn: '已有供应商使用该统一社会信用代码', en: 'Another supplier has this credit code' },
})
