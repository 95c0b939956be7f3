import { bilingual } from '#kernel/wording/label.ts'

export const { cn, en } = bilingual({
  'offline.nothing': { cn: '金额不能为0', en: 'The amount cannot be 0' },
  'offline.future': { cn: '记账日期不能晚于今天', en: 'The posting date can’t be in the future' },
  'offline.noBudget': { cn: '没有预算，请选择正确的费用承担部门', en: 'No budget, select the correct expense-bearing department' },
  'offline.noRate': { cn: '{month} 未设置 {currency} 汇率，请联系财务', en: 'No {currency} rate is set for {month}, contact finance' },
  'offline.notMapped': { cn: '该成本中心不属于承担部门', en: 'This cost centre doesn’t belong to the bearing department' },
  'offline.categoryOff': { cn: '该费用类别已停用', en: 'This expense category is disabled' },
  'offline.projectRequired': { cn: '该费用类别须填写项目', en: 'This expense category needs a project' },
  'offline.exists': { cn: '该数据已存在', en: 'This record already exists' },
  'offline.overBudget': { cn: '已保存；{department} {category} {month} 超出月度预算 {amount} 元',
    en: 'Saved; {department}, {category}: {month} is RMB {amount} over budget' },
  'offline.overYear': { cn: '已保存；{department} {category} {year} 年度预算已超出',
    en: 'Saved; {department}, {category}: over the {year} budget' },
  'offline.monthClosed': { cn: '归属月份已关账', en: 'The budget month is closed' },
})
