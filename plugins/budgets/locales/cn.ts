export default {
  'budgets.noBudget': '没有预算，请选择正确的费用承担部门',
  'budgets.monthClosed': '归属月份已关账',
  'budgets.monthTooLate': '归属月份过晚：报销不晚于本月，申请不超过 12 个月后',
  'budgets.blocked': '预算不足：本次 {amount}，可用 {available}，不能提交',
  'budgets.near': '即将超预算：提交后可用 {available}',
} as const
