import { defineFields, integer, multiselect, select, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { definePermissions } from '#kernel/permissions.ts'
import { expenseCategory } from './references.ts'

export const can = definePermissions('finance:expenseType', ['view', 'add', 'edit', 'enable', 'import', 'export'])

/** Expense category of the first or second level; forms use its option fields in conditions. */
export const expenseType = defineResource({
  name: 'expenseType',
  cn: '费用类别',
  en: 'Expense category',
  base: '/budgetservice',
  path: '/expenseType-department',
  table: 'expense_category',
  key: 'code',
  fields: defineFields({
    code: text({ cn: '编码', en: 'Code', required: true, pattern: '^[A-Z][A-Z0-9_-]*$', max: 30 }),
    nameCn: text({ cn: '中文名称', en: 'Chinese name', required: true, max: 30 }),
    nameEn: text({ cn: '英文名称', en: 'English name', required: true, max: 30 }),
    parent: expenseCategory({ cn: '上级类别', en: 'Parent category', filter: 'option.parent = null' }),
    sort: integer({ cn: '排序', en: 'Order', min: 0, max: 9999, default: '0' }),
    sapSubject: text({ cn: '会计科目', en: 'G/L account', max: 20 }),
    overdueDays: integer({ cn: '逾期天数', en: 'Days to claim', min: 0, max: 999,
      hint: { cn: '费用发生后须在此天数内报销', en: 'Expenses must be claimed within this many days' } }),
    requiresLink: select({
      cn: '须关联的申请',
      en: 'Required request',
      options: [
        { value: 'taxiApply', cn: '打车申请', en: 'Taxi' },
        { value: 'dispatchCar', cn: '自驾派车', en: 'Company car request' },
        { value: 'entertainmentApply', cn: '业务招待申请', en: 'Entertainment request' },
        { value: 'serviceFeeApply', cn: '服务费申请', en: 'Service fee request' },
        { value: 'costBasedProcurement', cn: '费用类采购', en: 'Purchase request' },
        { value: 'businessTrip', cn: '出差申请', en: 'Business trip request' },
      ],
    }),
    reimburseKind: select({ cn: '报销类别', en: 'Expense type', dict: 'reimburseKind' }),
    projectRequired: toggle({ cn: '须填项目', en: 'Project required' }),
    deductible: toggle({ cn: '可抵扣', en: 'Deductible' }),
    departmentIds: multiselect({ cn: '绑定部门', en: 'Departments', of: 'department',
      hint: { cn: '不选则所有部门可用', en: 'Leave empty for all departments' } }),
    state: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  columns: ['code', 'nameCn', 'nameEn', 'parent', 'sort', 'sapSubject', 'requiresLink', 'overdueDays', 'departmentIds', 'state'],
  filters: ['parent', 'requiresLink', 'departmentIds', 'state'],
  search: ['code', 'nameCn', 'nameEn'],
  sort: [{ field: 'sort' }, { field: 'code' }],
  can,
  import: {
    columns: [
      { field: 'code' },
      { field: 'nameCn', cn: '中文名', en: 'Chinese name' },
      { field: 'nameEn', cn: '英文名', en: 'English name' },
      { field: 'parent', by: 'code', cn: '上级编码', en: 'Parent code' },
      { field: 'sort' },
      { field: 'sapSubject', cn: '科目', formerly: ['Subject'] },
    ],
    match: ['code'],
    onMatch: 'update',
  },
  enable: 'state',
  offers: 'expenseCategory',
  optionFields: ['code', 'parent', 'requiresLink', 'projectRequired', 'reimburseKind', 'overdueDays', 'deductible'],
  scope: { departments: 'departmentIds', emptyMeansAll: true },
})
