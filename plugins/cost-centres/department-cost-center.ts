import { defineFields, department, toggle } from '#kernel/fields.ts'
import { costCenter } from './references.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { defineMapping } from '#kernel/mapping.ts'
import { canMap } from './permissions.ts'

/** Mapping of departments to cost centres by category and period; one default per department, category and date. */
export const departmentCostCenter = defineMapping({
  name: 'departmentCostCenter',
  cn: '部门成本中心映射',
  en: 'Cost-centre mapping',
  base: '/budgetservice',
  path: '/department-costcenter',
  table: 'department_cost_center',
  key: 'departmentId',
  fields: defineFields({
    departmentId: department({ cn: '部门', en: 'Department', required: true }),
    costCenterId: costCenter({ cn: '成本中心', en: 'Cost centre', required: true }),
    expenseCategoryId: expenseCategory({ cn: '费用类别', en: 'Expense category',
      hint: { cn: '不选则适用所有类别', en: 'Leave empty for all categories' } }),
    isDefault: toggle({ cn: '默认', en: 'Default' }),
  }),
  columns: ['departmentId', 'costCenterId', 'expenseCategoryId', 'isDefault'],
  filters: ['departmentId', 'costCenterId'],
  search: [],
  sort: [{ field: 'departmentId' }, { field: 'validFrom', descending: true }],
  can: canMap,
  import: {
    columns: [
      { field: 'departmentId', by: 'code', cn: '部门编码', en: 'Department code' },
      { field: 'costCenterId', by: 'code', cn: '成本中心编码', en: 'Cost-centre code' },
      { field: 'isDefault' },
      { field: 'validFrom' },
      { field: 'validTo' },
    ],
    match: ['departmentId', 'costCenterId', 'expenseCategoryId', 'validFrom'],
    onMatch: 'update',
  },
  scope: { departments: 'departmentId' },
})
