import { costCenter, date, defineFields, department, project } from '../../../src/kernel/fields.ts'

const accountant = ['accountantReview'] as const

/** Who bears the cost. A form with these fields in its rows uses the header's only as the default of new rows. */
export const bearing = defineFields({
  bearingDept: department({
    cn: '费用承担部门', en: 'Bearing department', required: true, trend: true, editAt: accountant, section: 'basics',
    filter: 'option.hasBudgetDept = true',
    default: 'if applicantDept.hasBudgetDept then applicantDept.id else null',
  }),
  budgetDept: department({ cn: '预算承担部门', en: 'Budget department', system: true, readOnly: true }),
  costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: true, editAt: accountant, section: 'basics' }),
  budgetMonth: date({
    cn: '费用归属月份', en: 'Budget month', system: true, editAt: accountant, section: 'basics',
    hint: { cn: '按提交月份归属，会计可调整', en: 'The month of submission; the accountant may change it' },
  }),
  project: project({ cn: '项目', en: 'Project', editAt: accountant, section: 'basics', required: 'expenseCategory.projectRequired' }),
})
