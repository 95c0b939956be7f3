export default {
  'masters.payrollFixed': '工资卡由人事维护，不能自行修改',
  'masters.accountExists': '该账号已保存',
} as const
