export default {
  'offline.nothing': '金额不能为0',
  'offline.future': '记账日期不能晚于今天',
  'offline.noBudget': '没有预算，请选择正确的费用承担部门',
  'offline.noRate': '{month} 未设置 {currency} 汇率，请联系财务',
  'offline.notMapped': '该成本中心不属于承担部门',
  'offline.categoryOff': '该费用类别已停用',
  'offline.projectRequired': '该费用类别须填写项目',
  'offline.exists': '该数据已存在',
  'offline.overBudget': '已保存；{department} {category} {month} 超出月度预算 {amount} 元',
  'offline.overYear': '已保存；{department} {category} {year} 年度预算已超出',
  'offline.monthClosed': '归属月份已关账',
}
