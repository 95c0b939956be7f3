import { date, defineFields, department, select, toggle } from '#kernel/fields.ts'
import { costCenter } from './references.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { defineResource } from '#kernel/resource.ts'
import { canMap } from './permissions.ts'

/** The cost centres that a department may charge, and since when; one default per department, category and date. */
export const departmentCostCenter = defineResource({
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
    validFrom: date({ cn: '生效日', en: 'Valid from', required: true }),
    validTo: date({ cn: '失效日', en: 'Valid to', hint: { cn: '含当日；不填则长期有效', en: 'Inclusive; leave empty if open-ended' } }),
    status: select({
      cn: '状态',
      en: 'Status',
      required: true,
      default: '"1"',
      options: [
        { value: '1', cn: '有效', en: 'Active' },
        { value: '0', cn: '停用', en: 'Inactive' },
      ],
    }),
  }),
  columns: ['departmentId', 'costCenterId', 'expenseCategoryId', 'isDefault', 'validFrom', 'validTo', 'status'],
  filters: ['departmentId', 'costCenterId', 'status'],
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
