import { costCenter, date, defineFields, department, project } from '#kernel/fields.ts'
import { defineRules, rule } from '#kernel/rules.ts'

const accountant = ['accountantReview'] as const

/** Who bears the cost. A form with these fields in its rows uses the header's only as the default of new rows. */
export const bearing = defineFields({
  bearingDept: department({
    cn: '费用承担部门', en: 'Bearing department', required: true, trend: true, editAt: accountant, section: 'basics',
    filter: 'option.hasBudgetDept = true',
    default: 'if applicantDept.hasBudgetDept then applicantDept.id else null',
  }),
  budgetDept: department({ cn: '预算承担部门', en: 'Budget-bearing department', system: true, readOnly: true }),
  costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: true, editAt: accountant, section: 'basics', default: 'usualCostCenter.id' }),
  usualCostCenter: costCenter({ cn: '常用成本中心', en: 'Usual cost centre', system: true, readOnly: true }),
  budgetMonth: date({
    cn: '费用归属月份', en: 'Budget month', months: true, system: true, editAt: accountant, section: 'basics',
    hint: { cn: '按提交月份归属，会计可调整', en: 'The month of submission; the accountant may change it' },
  }),
  project: project({ cn: '项目', en: 'Project', editAt: accountant, section: 'basics', required: 'expenseCategory.projectRequired' }),
})

/** The same of a row; new rows begin with the header's. */
export const rowBearing = defineFields({
  bearingDept: department({
    cn: '费用承担部门', en: 'Bearing department', required: true, trend: true, editAt: accountant,
    filter: 'option.hasBudgetDept = true', default: 'header.bearingDept.id',
  }),
  costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: true, editAt: accountant, default: 'header.costCenter.id' }),
})

const noBudget = { cn: '没有预算，请选择正确的费用承担部门', en: 'No budget, select the correct expense-bearing department' }

/** The rules of the bearing department, of the header and of the rows of a table that have one of their own. */
export const bearingRules = (rows?: string) =>
  defineRules([
    rule('G-06', { when: 'bearingDept != null and bearingDept.hasBudgetDept != true', fields: ['bearingDept'], at: ['start', ...accountant], ...noBudget }),
    ...(rows === undefined ? [] : [rule('G-06-row', { each: rows, when: 'bearingDept != null and bearingDept.hasBudgetDept != true', fields: ['bearingDept'], at: ['start', ...accountant], ...noBudget })]),
  ])
