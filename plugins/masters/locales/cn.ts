export default {
  'masters.payrollFixed': '工资卡由财务维护，不能自行修改',
  'masters.accountExists': '该账号已保存',
  'masters.setIsEmpty': '套料须填写组成',
  'masters.setOfItself': '套料不能包含自身',
  'masters.componentTwice': '同一物料只能出现一次',
  'masters.setIsSold': '套料用于发料，不能设为可销售',
  'masters.setOfSets': '套料不能包含其他套料',
  'masters.creditCodeExists': '已有供应商使用该统一社会信用代码',
} as const
