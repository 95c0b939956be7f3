import { date, defineFields, department } from '#kernel/fields.ts'
import { costCenter } from '#plugins/cost-centres/references.ts'
import { project } from '#plugins/projects/references.ts'
import { defineRules, rule } from '#kernel/rules.ts'

/** Nodes of the form's flow at which the bearing may be changed. */
interface Editable {
  readonly editAt?: readonly string[]
}

/** Preselects the nearest department with a budget if the applicant's own has none. */
const withoutOwnBudget = {
  when: 'bearingDept.id = applicantDept.budgetDept and applicantDept.hasBudgetDept = false',
  cn: '{department}没有预算，由{bearer}承担',
  en: '{department} has no budget of its own',
  blanks: { department: 'applicantDept.name', bearer: 'bearingDept.name' },
}

/** Bearing fields of the header. If rows have bearing fields too, the header's are only defaults for new rows. */
export const bearing = ({ editAt }: Editable = {}) =>
  defineFields({
    bearingDept: department({
      cn: '费用承担部门',
      en: 'Bearing department',
      as: 'bearingDepartment',
      required: true,
      trend: true,
      editAt,
      section: 'basics',
      filter: 'option.hasBudgetDept = true',
      default: 'applicantDept.budgetDept',
      because: withoutOwnBudget,
    }),
    budgetDept: department({ cn: '预算承担部门', en: 'Budget-bearing department', system: true, readOnly: true }),
    costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: true, editAt, section: 'basics', default: 'usualCostCenter.id' }),
    usualCostCenter: costCenter({ cn: '常用成本中心', en: 'Usual cost centre', system: true, readOnly: true }),
    budgetMonth: date({
      cn: '费用归属月份',
      en: 'Budget month',
      months: true,
      system: true,
      editAt,
      section: 'basics',
      hint: editAt
        ? { cn: '按提交月份归属，会计可调整', en: 'The month of submission; the accountant can change it' }
        : { cn: '按提交月份归属', en: 'The month of submission' },
    }),
    project: project({ cn: '项目', en: 'Project', editAt, section: 'basics', required: 'expenseCategory.projectRequired' }),
  })

/** Bearing fields of a row; defaults to the header's. */
export const rowBearing = ({ editAt }: Editable = {}) =>
  defineFields({
    bearingDept: department({
      cn: '费用承担部门',
      en: 'Bearing department',
      as: 'bearingDepartment',
      required: true,
      trend: true,
      editAt,
      filter: 'option.hasBudgetDept = true',
      default: 'header.bearingDept.id',
    }),
    costCenter: costCenter({ cn: '成本中心', en: 'Cost centre', required: true, editAt, default: 'header.costCenter.id' }),
  })

const noBudget = { cn: '没有预算，请选择正确的费用承担部门', en: 'No budget, select the correct expense-bearing department' }

interface BearingScope {
  /** Table whose rows have their own bearing fields. */
  readonly rows?: string
  /** Nodes at which the rules apply in addition to filing: those of `editAt`. */
  readonly at?: readonly string[]
}

/** Rules of the bearing department, for the header and for rows with their own. */
export const bearingRules = ({ rows, at }: BearingScope = {}) => {
  const held = { when: 'bearingDept != null and bearingDept.hasBudgetDept != true', fields: ['bearingDept'],
    ...(at && { at: ['start', ...at] }), ...noBudget }
  return defineRules([rule('G-06', held), ...(rows === undefined ? [] : [rule('G-06-row', { each: rows, ...held })])])
}
