import { defineFields, department, multiselect, person, select, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { defineMapping } from '#kernel/mapping.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import { can, canMap } from './permissions.ts'
import { costCenter as costCenterReference } from './references.ts'

/** Cost centre; its manager approves in flow steps assigned to the cost centre's owner. */
export const costCenter = defineResource({
  name: 'costCenter',
  cn: '成本中心',
  en: 'Cost centre',
  base: '/budgetservice',
  path: '/costCenter-management',
  table: 'cost_center',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '编码', en: 'Code', required: true, pattern: '^[A-Z0-9][A-Z0-9-]*$', max: 20 }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 30 }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 30 }),
    managerUserId: person({ cn: '负责人', en: 'Manager' }),
    sapCode: text({ cn: 'SAP编码', en: 'SAP code', max: 20 }),
    factory: text({ cn: '工厂', en: 'Plant', max: 10 }),
    groupIds: multiselect({ cn: '绑定部门', en: 'Departments', of: 'department',
      hint: { cn: '不选则所有部门可见', en: 'Leave empty to show it to every department' } }),
    status: select({
      cn: '状态',
      en: 'Status',
      required: true,
      default: '"1"',
      options: [
        { value: '1', cn: '使用中', en: 'In use' },
        { value: '2', cn: '冻结', en: 'Frozen' },
        { value: '3', cn: '已关闭', en: 'Closed' },
      ],
    }),
    noManager: toggle({ cn: '无负责人', en: 'No manager', system: true, readOnly: true }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  derived: ['noManager'],
  columns: ['code', 'nameCn', 'nameEn', 'managerUserId', 'sapCode', 'factory', 'groupIds', 'status', 'enable'],
  filters: ['status', 'enable', 'managerUserId', 'noManager', 'groupIds'],
  search: ['code', 'nameCn', 'nameEn', 'sapCode'],
  can,
  enable: 'enable',
  batch: ['managerUserId', 'groupIds', 'status', 'factory'],
  sync: 'SAP_COST_CENTERS',
  offers: 'costCenter',
  optionFields: ['code', 'managerUserId', 'sapCode', 'factory', 'status'],
  scope: { departments: 'groupIds', emptyMeansAll: true },
})

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
    costCenterId: costCenterReference({ cn: '成本中心', en: 'Cost centre', required: true }),
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
